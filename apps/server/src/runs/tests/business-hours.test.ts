import type { GraphDefinition } from "@trilho/engine";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAutomationRunService } from "../records/runs-service.ts";
import type { RunClaim } from "../model/run.ts";
import { openRaceRuns, type RaceRuns } from "../testing/race-runs.ts";
import type { CaseRows } from "../testing/run-cases.ts";
import { chain } from "../testing/graphs.ts";
import { automationPrincipal } from "../../areas/automations/principal.ts";

let runs: RaceRuns;
beforeAll(async () => {
  runs = await openRaceRuns();
});
afterAll(() => runs.close());

type Days = { weekday: number; from: string; to: string }[];
const everyDay = (from: string, to: string): Days => [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from, to }));
const workdays = everyDay("09:00", "18:00").slice(0, 5);
const nights = [...everyDay("22:00", "24:00"), ...everyDay("00:00", "06:00")];

/** What a process that ended was at is begun again, where that is wanted. */
const config = { text: "Hi", onUncertain: "retry" };
const message = { type: "action", actionType: "send_whatsapp", config } as const;

/** Asks, then goes by `replied` or by `timeout`. */
const asking: GraphDefinition = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "ask", ...message, config: { ...config, awaitReply: true, replyTimeoutSeconds: 60 } },
    { id: "thank", type: "end" },
    { id: "remind", type: "end" },
  ],
  edges: [
    { id: "a", source: "start", target: "ask" },
    { id: "b", source: "ask", target: "thank", sourceHandle: "replied" },
    { id: "c", source: "ask", target: "remind", sourceHandle: "timeout" },
  ],
};

/** A run that comes to a message at an instant, in a workspace of that zone and those hours. */
async function comesToMessage(at: string, time_zone: string, hours: object, send?: Send): Promise<RunClaim> {
  return comesTo(await runs.automation(chain(message)), at, time_zone, hours, send);
}

type Send = () => Promise<unknown>;
const sent: Send = () => Promise.resolve();

async function comesTo(rows: CaseRows, at: string, time_zone: string, hours: object, send = sent): Promise<RunClaim> {
  runs.outside(send);
  await passTo(at);
  await setHours(rows.workspaceId, time_zone, hours);
  await sql`update automation_versions
    set definition = jsonb_set(definition::jsonb, '{respectBusinessHours}', 'true')::json
    where automation_id = ${rows.automationId}`.execute(runs.db);
  const job = await runs.start(rows);
  await runs.executor.tick(job);
  return job;
}

/** A process ends while it sends a run's message, in the afternoon; tells how often that is sent. */
async function endsWhileSending(rows: CaseRows): Promise<() => number> {
  let attempts = 0;
  await new Promise<void>((resolve) => {
    void comesTo(rows, "2026-01-05T15:00:00Z", "America/Sao_Paulo", { days: workdays }, () => {
      attempts += 1;
      resolve();
      return new Promise(() => undefined);
    });
  });
  runs.outside(async () => void (attempts += 1));
  return () => attempts;
}

/** Another process takes over the run that was lost. */
async function takenOverAt(at: string): Promise<RunClaim> {
  await passTo(at);
  const [claim] = await runs.take();
  if (claim === undefined) throw new Error("The run is not late");
  await runs.executor.tick(claim);
  return claim;
}

const setHours = (workspaceId: string, time_zone: string, hours: object) =>
  runs.db
    .updateTable("workspaces")
    .set({ time_zone, business_hours: JSON.stringify(hours) })
    .where("id", "=", workspaceId)
    .execute();

async function passTo(at: string): Promise<void> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(runs.db);
  await runs.passSeconds((Date.parse(at) - (rows[0]?.now.getTime() ?? 0)) / 1000);
}

const rowOf = ({ runId }: RunClaim) =>
  runs.db
    .selectFrom("runs")
    .select(["automation_id", "status", "current_node_id", "attempts", "waiting_for_reply", "next_attempt_at"])
    .where("id", "=", runId)
    .executeTakeFirstOrThrow();

const PUT_OFF = { status: "waiting", current_node_id: "n0", attempts: 0, waiting_for_reply: false };

describe("a message outside of the workspace's business hours", () => {
  it.each<[string, string, string, object, string]>([
    ["a week-end", "2026-01-03T12:00:00Z", "America/Sao_Paulo", { days: workdays }, "2026-01-05T12:00:00Z"],
    ["the minute of closing", "2026-01-05T21:00:00Z", "America/Sao_Paulo", { days: workdays }, "2026-01-06T12:00:00Z"],
    ["a day, where nights are open", "2026-01-05T12:00:00Z", "Europe/Lisbon", { days: nights }, "2026-01-05T22:00:00Z"],
    [
      "a zone of the hours' own",
      "2026-01-05T08:30:00Z",
      "America/Sao_Paulo",
      { timeZone: "Europe/Berlin", days: everyDay("10:00", "18:00") },
      "2026-01-05T09:00:00Z",
    ],
    [
      "the night in which clocks go forward",
      "2026-03-07T23:00:00Z",
      "America/New_York",
      { days: everyDay("09:00", "17:00") },
      "2026-03-08T13:00:00Z",
    ],
    [
      "the night in which clocks go back",
      "2026-10-31T22:00:00Z",
      "America/New_York",
      { days: everyDay("09:00", "17:00") },
      "2026-11-01T14:00:00Z",
    ],
    [
      "hours of which the clocks skip the beginning",
      "2026-03-08T06:00:00Z",
      "America/New_York",
      { days: everyDay("02:30", "04:00") },
      "2026-03-08T07:00:00Z",
    ],
  ])("waits for the next opening: %s", async (_, at, zone, hours, opens) => {
    const job = await comesToMessage(at, zone, hours);
    expect(await rowOf(job)).toMatchObject({ ...PUT_OFF, next_attempt_at: new Date(opens) });
    await passTo(new Date(Date.parse(opens) - 1).toISOString());
    await runs.settle();
    expect(await rowOf(job)).toMatchObject(PUT_OFF);
    await passTo(opens);
    await runs.settle();
    expect(await rowOf(job)).toMatchObject({ status: "completed" });
  });

  it.each<[string, string, string, Days]>([
    ["in the middle of them", "2026-01-05T15:00:00Z", "America/Sao_Paulo", workdays],
    ["at midnight in a night that is open", "2026-01-06T00:00:00Z", "Europe/Lisbon", nights],
    [
      "in the hour that comes twice, the second time",
      "2026-11-01T06:30:00Z",
      "America/New_York",
      everyDay("01:00", "02:00"),
    ],
  ])("is sent at once within them: %s", async (_, at, zone, days) => {
    expect(await rowOf(await comesToMessage(at, zone, { days }))).toMatchObject({ status: "completed" });
  });

  it("waits for the next opening where the process that was at it ended, and another one comes at night", async () => {
    await endsWhileSending(await runs.automation(chain(message)));
    const job = await takenOverAt("2026-01-06T03:00:00Z");
    expect(await rowOf(job)).toMatchObject({ ...PUT_OFF, next_attempt_at: new Date("2026-01-06T12:00:00Z") });
    await passTo("2026-01-06T12:00:00Z");
    await runs.settle();
    expect(await rowOf(job)).toMatchObject({ status: "completed" });
  });

  it("takes an answer that came while its process ended, also at night, and sends nothing again", async () => {
    const rows = await runs.automation(asking);
    const attempts = await endsWhileSending(rows);
    expect(await runs.answer(rows, "yes")).toBe(true);
    const job = await takenOverAt("2026-01-06T03:00:00Z");
    expect(await runs.run(job)).toMatchObject({ status: "completed", path: ["start:next", "ask:replied"] });
    expect(attempts()).toBe(1);
  });

  it("waits for the next opening where a person retries it then", async () => {
    const job = await comesToMessage("2026-01-05T15:00:00Z", "America/Sao_Paulo", { days: workdays }, () =>
      Promise.reject(new Error("no answer")),
    );
    for (let attempt = 2; attempt <= 5; attempt += 1) {
      await runs.passSeconds(3600);
      await passTo((await rowOf(job)).next_attempt_at?.toISOString() ?? "");
      await runs.settle();
    }
    expect(await rowOf(job)).toMatchObject({ status: "dead_letter" });
    await passTo("2026-01-07T03:00:00Z");
    const viewer = automationPrincipal({ ...job, workspace: { timeZone: "UTC", locale: "en" } });
    const { automation_id: automationId } = await rowOf(job);
    const service = createAutomationRunService({ store: runs.store, now: Date.now });
    expect((await service.retry(viewer, { automationId, runId: job.runId })).ok).toBe(true);
    await runs.settle();
    expect(await rowOf(job)).toMatchObject({ ...PUT_OFF, next_attempt_at: new Date("2026-01-07T12:00:00Z") });
  });

  it("looks at the hours anew when it is due", async () => {
    const job = await comesToMessage("2026-01-03T12:00:00Z", "America/Sao_Paulo", { days: workdays });
    await setHours(job.workspaceId, "America/Sao_Paulo", { days: everyDay("14:00", "18:00") });
    await passTo("2026-01-05T12:00:00Z");
    await runs.settle();
    expect(await rowOf(job)).toMatchObject({ ...PUT_OFF, next_attempt_at: new Date("2026-01-05T17:00:00Z") });
  });
});
