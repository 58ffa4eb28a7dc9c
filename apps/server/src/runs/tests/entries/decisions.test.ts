import type { Entry } from "@trilho/engine/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDispatcher } from "../../dispatcher.ts";
import {
  anotherDeal,
  type Came,
  cameOf,
  dispatchAll,
  entering,
  happens,
  TRIGGER,
} from "../../testing/entering-runs.ts";
import { chain } from "../../testing/graphs.ts";
import { openRaceRuns, type RaceRuns } from "../../testing/race-runs.ts";
import { insertAutomation } from "../../testing/run-cases.ts";

const MINUTE = 60_000;

let runs: RaceRuns;
let now = Date.parse("2026-01-05T12:00:00Z");
beforeAll(async () => {
  runs = await openRaceRuns();
});
afterAll(() => runs.close());

const pass = async (minutes: number): Promise<void> => {
  now += minutes * MINUTE;
  await runs.passSeconds(minutes * 60);
};

/** Lets an event happen at each of these minutes, and all runs go on meanwhile. */
async function play(entry: Entry, minutes: readonly number[], lasts: number): Promise<string[]> {
  const rows = await entering(runs, entry, lasts);
  const from = now;
  for (let minute = 1; minute <= 120; minute += 1) {
    await pass(1);
    if (minutes.includes(minute)) await happens(runs, rows, now);
    await dispatchAll(runs);
    await runs.settle();
  }
  return (await cameOf(runs, rows)).map((came) => told(came, from));
}

const told = ({ status, startsAt, why }: Came, from: number): string =>
  why === null ? `${((startsAt ?? 0) - from) / MINUTE} ${status}` : why.code;

describe("a deal", () => {
  it.each<[string, Entry, number[], number, string[]]>([
    ["enters once", { again: "once" }, [1, 2, 90], 1, ["1 completed", "entered-before", "entered-before"]],
    [
      "enters again after an hour",
      { again: "after", afterSeconds: 3600 },
      [1, 60, 61],
      1,
      ["1 completed", "entered-lately", "61 completed"],
    ],
    [
      "enters when its run is over",
      { again: "not_while_live" },
      [1, 5, 7],
      5,
      ["1 completed", "run-live", "7 completed"],
    ],
    [
      "waits until nothing more happens",
      { settleSeconds: 600 },
      [1, 5, 15, 40],
      1,
      ["later-event", "later-event", "25 completed", "50 completed"],
    ],
    [
      "enters once, after its last change",
      { again: "once", settleSeconds: 600 },
      [1, 5, 16],
      1,
      ["later-event", "15 completed", "entered-before"],
    ],
    [
      "takes its turns",
      { perHour: 2 },
      [1, 2, 3, 110],
      1,
      ["1 completed", "31 completed", "61 completed", "110 completed"],
    ],
  ])("%s", async (_, entry, minutes, lasts, expected) => {
    expect(await play(entry, minutes, lasts)).toEqual(expected);
  });
});

describe("who is refused", () => {
  it("is told with what was seen and what is asked, and where people look", async () => {
    const rows = await entering(runs, { again: "after", afterSeconds: 3600 });
    await happens(runs, rows, now);
    await dispatchAll(runs);
    await happens(runs, rows, now);
    await dispatchAll(runs);
    const seen = new Date(now).toISOString();
    const [, refused] = await cameOf(runs, rows);
    expect(refused).toMatchObject({
      status: "skipped",
      why: { code: "entered-lately", params: { seen, asked: new Date(now + 60 * MINUTE).toISOString() } },
    });
    const row = await runs.db
      .selectFrom("runs")
      .selectAll()
      .where("event_id", "=", refused?.eventId ?? "")
      .execute();
    expect(row).toMatchObject([{ last_failure: [{ code: "entered-lately" }], completed_at: expect.any(Date) }]);
  });
});

describe("beside an automation without a rule", () => {
  it("runs that start together have ids in the order of their events", async () => {
    const rows = await entering(runs, { again: "always", perHour: 3 });
    const free = { workspace_id: rows.workspaceId, id: "free" };
    await insertAutomation(runs.db, free, { graph: chain({ type: "end" }), triggerType: TRIGGER });
    await runs.db
      .updateTable("automations")
      .set({ on_since: new Date(0) })
      .where("id", "=", "free")
      .execute();
    const events = [await happens(runs, rows, now), await happens(runs, rows, now)];
    await dispatchAll(runs);
    const started = await runs.db
      .selectFrom("runs")
      .select("event_id")
      .where("workspace_id", "=", rows.workspaceId)
      .orderBy("id")
      .execute();
    expect(started.map(({ event_id: id }) => id)).toEqual(events.flatMap((id) => [id, id]));
  });
});

describe("what was before the rule", () => {
  it("counts: a deal whose run is live does not enter beside it", async () => {
    const rows = await entering(runs, { again: "not_while_live" });
    await runs.start(rows);
    await happens(runs, rows, now);
    await dispatchAll(runs);
    expect((await cameOf(runs, rows)).map(({ status }) => status).toSorted()).toEqual(["queued", "skipped"]);
  });

  it("counts for what is about no deal as well", async () => {
    const rows = await entering(runs, { again: "once" });
    const contact = { ...rows, dealId: null };
    await runs.start(contact as never);
    await happens(runs, contact, now);
    await happens(runs, { ...contact, contactId: (await anotherDeal(runs, rows)).contactId }, now);
    await dispatchAll(runs);
    const statuses = (await cameOf(runs, rows)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(["queued", "queued", "skipped"]);
  });

  it("is remembered when its runs are kept no longer", async () => {
    const rows = await entering(runs, { again: "once" });
    await happens(runs, rows, now);
    await dispatchAll(runs);
    await runs.settle();
    await runs.db.deleteFrom("runs").where("automation_id", "=", rows.automationId).execute();
    await happens(runs, rows, now);
    await dispatchAll(runs);
    expect(await cameOf(runs, rows)).toMatchObject([{ status: "skipped", why: { code: "entered-before" } }]);
  });
});

describe("a start that is to come", () => {
  it("does not count where its automation is off when its turn comes", async () => {
    const rows = await entering(runs, { again: "once", settleSeconds: 60 });
    await happens(runs, rows, now);
    await dispatchAll(runs);
    await runs.disable(rows);
    await pass(2);
    await runs.settle();
    await runs.db.updateTable("automations").set({ enabled: true }).where("id", "=", rows.automationId).execute();
    await happens(runs, rows, now);
    await dispatchAll(runs);
    expect((await cameOf(runs, rows)).map(({ status }) => status)).toEqual(["skipped", "queued"]);
  });

  it("does not keep other events from being dispatched, however many wait", async () => {
    const rows = await entering(runs, { perHour: 1 });
    const { workspaceId } = rows;
    for (let deals = 0; deals < 220; deals += 1) await happens(runs, rows, now);
    await dispatchAll(runs);
    const waiting = await sql`select from events where workspace_id = ${workspaceId} and dispatched_at is null`.execute(
      runs.db,
    );
    expect(waiting.rows).toHaveLength(0);
    const starts = (await cameOf(runs, rows)).map(({ startsAt }) => ((startsAt ?? 0) - now) / (60 * MINUTE));
    expect(starts.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 220 }, (_, hour) => hour));
  });

  it("is placed anew from now on where another number of starts is asked for", async () => {
    const rows = await entering(runs, { perHour: 1 });
    for (let deals = 0; deals < 10; deals += 1) await happens(runs, rows, now);
    await dispatchAll(runs);
    await sql`update automation_versions set definition = jsonb_set(definition::jsonb, '{triggerConfig,entry,perHour}', '60')::json
      where automation_id = ${rows.automationId}`.execute(runs.db);
    const id = await happens(runs, rows, now);
    await dispatchAll(runs);
    const last = (await cameOf(runs, rows)).find(({ eventId }) => eventId === id);
    expect(last?.startsAt).toBe(now + MINUTE);
  });
});

describe("at the same time", () => {
  const PROCESSES = Array.from({ length: 16 }, (_, index) => index);
  const together = (): Promise<unknown> =>
    Promise.all(
      PROCESSES.map(async () => {
        const dispatcher = createDispatcher(runs.store);
        for (let looks = 0; looks < 10; looks += 1) await dispatcher.dispatch();
      }),
    );

  it.each<[string, Entry, number]>([
    ["once", { again: "once" }, 1],
    ["beside no live run", { again: "not_while_live" }, 1],
    ["again after an hour", { again: "after", afterSeconds: 3600 }, 1],
    ["after the last change", { settleSeconds: 60 }, 1],
  ])("16 dispatchers let a deal in %s, exactly", async (_, entry, count) => {
    const rows = await entering(runs, entry);
    for (let each = 0; each < 100; each += 1) await happens(runs, rows, now);
    await together();
    await dispatchAll(runs);
    const came = await cameOf(runs, rows);
    expect(came).toHaveLength(100);
    expect(came.filter(({ status }) => status === "queued")).toHaveLength(count);
    expect(came.filter(({ why }) => why !== null)).toHaveLength(100 - count);
  });

  it("16 dispatchers start exactly so many an hour", async () => {
    const rows = await entering(runs, { perHour: 7 });
    const deals = await Promise.all(PROCESSES.slice(0, 5).map(() => anotherDeal(runs, rows)));
    for (let each = 0; each < 100; each += 1) {
      await happens(runs, { ...rows, dealId: deals[each % 5]?.dealId ?? null }, now);
    }
    await together();
    await dispatchAll(runs);
    const gap = Math.ceil((60 * MINUTE) / 7);
    const starts = (await cameOf(runs, rows)).map(({ startsAt }) => (startsAt ?? 0) - now);
    expect(starts.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 100 }, (_, place) => place * gap),
    );
  });

  it("a change and the start that it puts off: either comes first, and nothing is lost", async () => {
    for (const _ of PROCESSES) {
      const rows = await entering(runs, { again: "once", settleSeconds: 60 });
      await happens(runs, rows, now);
      await dispatchAll(runs);
      await pass(1);
      await happens(runs, rows, now);
      await Promise.all([dispatchAll(runs), runs.settle()]);
      await pass(1);
      await runs.settle();
      const came = await cameOf(runs, rows);
      expect(came.map(({ why }) => why?.code ?? null).filter((code) => code === null)).toHaveLength(1);
      expect(came.map(({ why }) => why?.code)).toContainEqual(expect.stringMatching(/later-event|entered-before/));
    }
  });
});
