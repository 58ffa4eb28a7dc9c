import type { Entry } from "@trilho/engine/contract";
import { simulateWorkspace } from "@trilho/engine/workspace";
import * as fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anotherDeal, cameOf, dispatchAll, entering, happens, TRIGGER } from "../../testing/entering-runs.ts";
import { chain } from "../../testing/graphs.ts";
import { openRaceRuns, type RaceRuns } from "../../testing/race-runs.ts";

/** More of them by TRILHO_PROOF_GRAPHS. */
const CASES = Math.ceil(Number(process.env["TRILHO_PROOF_GRAPHS"] ?? 100) / 4);
const MS_PER_CASE = 8000;
const MINUTE = 60_000;

let runs: RaceRuns;
let now = Date.parse("2026-01-05T12:00:00Z");
beforeAll(async () => {
  runs = await openRaceRuns();
});
afterAll(() => runs.close());

const minutes = fc.constantFrom(null, 1, 3, 10);
const entries: fc.Arbitrary<Entry> = fc
  .record({
    again: fc.constantFrom("always" as const, "once" as const, "after" as const, "not_while_live" as const),
    after: fc.constantFrom(2, 10, 60),
    settle: minutes,
    perHour: fc.constantFrom(null, 3, 7, 60),
  })
  .map(({ again, after, settle, perHour }) => ({
    again,
    ...(again === "after" && { afterSeconds: after * 60 }),
    ...(settle !== null && { settleSeconds: settle * 60 }),
    ...(perHour !== null && { perHour }),
  }));

/** At different minutes, as nobody promises an order at one instant. */
const happened = fc
  .uniqueArray(fc.nat({ max: 40 }), { minLength: 1, maxLength: 12 })
  .chain((at) =>
    fc.tuple(
      fc.constant(at.toSorted((one, other) => one - other)),
      fc.array(fc.nat({ max: 2 }), { minLength: at.length, maxLength: at.length }),
    ),
  )
  .map(([at, whose]) => at.map((minute, index) => ({ minute, whose: whose[index] ?? 0 })));

/** When each event's run starts, or why it does not, in the order of events. */
type Story = { starts: number | null; why: string | null; status: string }[];

interface Case {
  entry: Entry;
  events: readonly { minute: number; whose: number }[];
  lasts: number;
}

function simulated({ entry, events, lasts }: Case): Story {
  const from = Date.parse("2026-01-05T12:00:00Z");
  const { runs: all, error } = simulateWorkspace({
    automations: [
      {
        id: "only",
        triggerType: TRIGGER,
        scope: "global",
        pipelineId: null,
        stageId: null,
        triggerWindow: null,
        conditions: null,
        triggerConfig: { entry },
        graphDefinition: chain({ type: "wait", config: { delaySeconds: lasts * 60 } }),
      },
    ],
    deals: ["0", "1", "2"].map((id) => ({ id, facts: {} })),
    contacts: [],
    events: events.map(({ minute, whose }) => ({
      type: "event",
      event: TRIGGER,
      at: new Date(from + minute * MINUTE).toISOString(),
      dealId: String(whose),
    })),
    from: new Date(from).toISOString(),
    until: "2026-02-05T12:00:00Z",
  });
  if (error !== null) throw new Error(error.message);
  return all.map(({ startedAt, refusal, status }) => ({
    starts: refusal === undefined ? Date.parse(startedAt) - from : null,
    why: refusal?.code ?? null,
    status,
  }));
}

async function real({ entry, events, lasts }: Case): Promise<Story> {
  const rows = await entering(runs, entry, lasts);
  const deals = [rows.dealId, (await anotherDeal(runs, rows)).dealId, (await anotherDeal(runs, rows)).dealId];
  const from = now;
  const coming = [...events];
  for (;;) {
    const { rows: due } = await sql<{ at: Date | null }>`select min(next_attempt_at) as at from runs
      where workspace_id = ${rows.workspaceId}`.execute(runs.db);
    const next = coming[0] === undefined ? Number.POSITIVE_INFINITY : from + coming[0].minute * MINUTE;
    const at = Math.min(next, due[0]?.at?.getTime() ?? Number.POSITIVE_INFINITY);
    if (at === Number.POSITIVE_INFINITY) break;
    await runs.passSeconds((at - now) / 1000);
    now = at;
    if (next === at) await happens(runs, { ...rows, dealId: deals[coming.shift()?.whose ?? 0] ?? null }, now);
    await dispatchAll(runs);
    await runs.settle();
  }
  return (await cameOf(runs, rows)).map(({ startsAt, status, why }) => ({
    starts: why === null && startsAt !== null ? startsAt - from : null,
    why: why?.code ?? null,
    status,
  }));
}

describe("who enters, and when, as it was simulated", () => {
  it(
    "is who enters on the server, whatever happens and whatever the rule",
    () =>
      fc.assert(
        fc.asyncProperty(entries, happened, fc.constantFrom(1, 15), async (entry, events, lasts) => {
          const which = { entry, events, lasts };
          expect(await real(which)).toEqual(simulated(which));
        }),
        { numRuns: CASES },
      ),
    CASES * MS_PER_CASE,
  );
});
