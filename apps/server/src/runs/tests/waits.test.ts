import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAutomationRunService } from "../records/runs-service.ts";
import { ask, chain, hook, pause } from "../testing/graphs.ts";
import { openRaceRuns, type RaceRuns, viewerOf } from "../testing/race-runs.ts";

let runs: RaceRuns;
beforeAll(async () => {
  runs = await openRaceRuns();
});
afterAll(() => runs.close());

describe("a run that waits", () => {
  it("continues on the version that it began with", async () => {
    const rows = await runs.automation(chain(pause, hook));
    const job = await runs.start(rows);
    await runs.executor.tick(job);
    await runs.addVersion(rows, chain({ type: "end" }));
    await runs.db.updateTable("automations").set({ version: 2 }).where("id", "=", rows.automationId).execute();
    await runs.passSeconds(60);
    await runs.settle();
    expect(await runs.run(job)).toMatchObject({ status: "completed", path: ["start:next", "n0:next", "n1:next"] });
  });

  it("ignores the claim of an earlier tick, even once it is due", async () => {
    const rows = await runs.automation(chain(pause));
    const job = await runs.start(rows);
    await runs.executor.tick(job);
    await runs.executor.tick(job);
    expect(await runs.take()).toEqual([]);
    await runs.passSeconds(61);
    await runs.executor.tick(job);
    const [timer = job] = await runs.take();
    await runs.executor.tick(job);
    expect(await runs.run(job)).toMatchObject({ status: "waiting", path: ["start:next"] });
    await runs.executor.tick(timer);
    expect(await runs.run(job)).toMatchObject({ status: "completed" });
  });

  it.each([
    ["a wait", chain({ type: "wait", config: { delaySeconds: 1e13 } })],
    ["the longest wait there is", chain({ type: "wait", config: { delaySeconds: 1e300 } })],
    ["a reply", chain({ ...ask, config: { ...ask.config, replyTimeoutSeconds: 1e20 } })],
  ])("for %s beyond the last date continues on that date", async (_, graph) => {
    const rows = await runs.automation(graph);
    const job = await runs.start(rows);
    await runs.executor.tick(job);
    expect(await runs.run(job)).toMatchObject({ status: "waiting", lastError: null });
    const end = (await runs.row(job)).next_attempt_at;
    expect(end?.toISOString()).toBe("9999-12-31T23:59:59.000Z");
    const { rows: clock } = await sql<{ now: Date }>`select now() as now`.execute(runs.db);
    const seconds = Math.ceil((Number(end) - Number(clock[0]?.now)) / 1000);
    await runs.passSeconds(seconds);
    await runs.settle();
    expect(await runs.run(job)).toMatchObject({ status: "completed", lastError: null });
    await runs.passSeconds(-seconds);
  });

  it("has the same state whether a person or another run of its deal cancels it", async () => {
    const rows = await runs.automation(chain(pause));
    const [byRun, byPerson, other] = [await runs.start(rows), await runs.start(rows), await runs.start(rows)];
    for (const job of [byRun, byPerson]) await runs.executor.tick(job);
    const place = { automationId: rows.automationId, runId: byPerson.runId };
    await createAutomationRunService({ store: runs.store, now: Date.now }).cancel(viewerOf(rows), place);
    await runs.store.transaction(async (inside) => {
      const held = await inside.runs.hold(other.workspaceId, other.runId);
      if (held !== null) await inside.runs.cancelOfDeal(held, null);
    });
    const stopped = await runs.row(byRun);
    expect(stopped.state).toMatchObject({ status: "cancelled", phase: "ended", wakeAt: null });
    expect(stopped.state).toEqual((await runs.row(byPerson)).state);
  });

  it("keeps waiting when the clock is set back, and is not late when it is set forward", async () => {
    const rows = await runs.automation(chain(pause));
    const job = await runs.start(rows);
    await runs.executor.tick(job);
    await runs.passSeconds(60);
    const [timer = job] = await runs.take();
    await runs.passSeconds(-3600);
    await runs.executor.tick(timer);
    expect(await runs.run(job)).toMatchObject({ status: "waiting" });
    expect(await runs.take()).toEqual([]);
    await runs.passSeconds(7200);
    await runs.settle();
    expect(await runs.run(job)).toMatchObject({ status: "completed" });
  });

  it("waits for fractions of a second as well", async () => {
    const rows = await runs.automation(chain({ type: "wait", config: { delaySeconds: 5.0005 } }));
    const job = await runs.start(rows);
    await runs.executor.tick(job);
    await runs.passSeconds(5);
    await runs.settle();
    expect(await runs.run(job)).toMatchObject({ status: "waiting" });
    await runs.passSeconds(0.001);
    await runs.settle();
    expect(await runs.run(job)).toMatchObject({ status: "completed" });
  });
});
