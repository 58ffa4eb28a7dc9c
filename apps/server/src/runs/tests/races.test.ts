import { pickExit } from "@trilho/engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BLANK_DRAFT } from "../../areas/automations/blank-draft.ts";
import { NO_SECRETS } from "../../areas/automations/credentials.ts";
import type { RunClaim } from "../model/run.ts";
import { createAutomationRunService } from "../records/runs-service.ts";
import { ASKING, chain, hook, pause } from "../testing/graphs.ts";
import { openRaceRuns, type RaceRuns, viewerOf } from "../testing/race-runs.ts";
import { someoneWaitsForALock } from "../../testing/lock-waits.ts";

let runs: RaceRuns;
beforeAll(async () => {
  runs = await openRaceRuns();
});
afterAll(() => runs.close());

const stop = { type: "action", actionType: "stop_automations" } as const;

/** What an automation is replaced with. */
const NEXT = {
  ...BLANK_DRAFT,
  enabled: true,
  name: "Next",
  triggerType: "deal_won",
  graphDefinition: chain({ type: "end" }),
};

const TIMES = Array.from({ length: 12 }, (_, time) => time);

describe("concurrent changes", () => {
  it.each(TIMES)("a reply or the timeout takes the run, never both (%i)", async (time) => {
    const rows = await runs.automation(ASKING);
    const job = await runs.start(rows);
    await runs.executor.tick(job);
    await runs.passSeconds(60);
    const [timer] = await runs.take();
    const [, answered] = await Promise.all(
      time % 2 === 0
        ? [runs.executor.tick(timer ?? job), runs.answer(rows, "yes")]
        : [late(() => runs.executor.tick(timer ?? job)), runs.answer(rows, "yes")],
    );
    await runs.settle();
    const handle = answered ? "replied" : "timeout";
    expect(await runs.run(job)).toMatchObject({ status: "completed", path: ["start:next", `ask:${handle}`] });
  });

  it.each(TIMES.slice(0, 4))("one of several replies resumes the run (%i)", async () => {
    const rows = await runs.automation(ASKING);
    const job = await runs.start(rows);
    await runs.executor.tick(job);
    const answered = await Promise.all(["a", "b", "c"].map((text) => runs.answer(rows, text)));
    expect(answered.filter(Boolean)).toHaveLength(1);
    await runs.settle();
    expect(await runs.run(job)).toMatchObject({ status: "completed", path: ["start:next", "ask:replied"] });
  });

  it("a reply resumes the next run that awaits the contact when the first one has just timed out", async () => {
    const rows = await runs.automation(ASKING);
    const [earlier, latest] = [await runs.start(rows), await runs.start(rows)];
    await runs.executor.tick(earlier);
    await runs.passSeconds(1);
    await runs.executor.tick(latest);
    let answered: Promise<boolean> | undefined;
    await runs.db.transaction().execute(async (trx) => {
      // As a worker's tick does, which has locked the run.
      const gone = { status: "completed", awaits_contact_id: null, awaits_message_id: null };
      await trx.updateTable("runs").set(gone).where("id", "=", latest.runId).execute();
      answered = runs.answer(rows, "yes");
      await expect.poll(() => someoneWaitsForALock(runs.db), PATIENCE).toBe(true);
    });
    expect(await answered).toBe(true);
    await runs.settle();
    expect(await runs.run(earlier)).toMatchObject({ status: "completed", path: ["start:next", "ask:replied"] });
  });

  it("a reply is that of the run that started last, of those that asked at one instant", async () => {
    const rows = await runs.automation(ASKING);
    const jobs: RunClaim[] = [];
    for (let count = 0; count < 6; count += 1) jobs.push(await runs.start(rows));
    for (const job of jobs.toReversed()) await runs.executor.tick(job);
    await runs.answer(rows, "yes");
    await runs.settle();
    const statuses = await Promise.all(jobs.map(async (job) => (await runs.run(job)).status));
    expect(statuses).toEqual([...jobs.slice(1).map(() => "waiting"), "completed"]);
  });

  it("several workers with the same claim perform its step once", async () => {
    const keys: string[] = [];
    const rows = await runs.automation(chain(hook));
    runs.outside(async ({ key }) => void keys.push(key));
    const job = await runs.start(rows);
    await Promise.all([1, 2, 3, 4].map(() => runs.executor.tick(job)));
    expect(keys).toEqual([`${job.runId}:n0`]);
    expect(await runs.run(job)).toMatchObject({ status: "completed", path: ["start:next", "n0:next"] });
  });

  it.each(TIMES.slice(0, 6))("a run that is due runs or is skipped when its automation is disabled (%i)", async () => {
    const keys: string[] = [];
    const rows = await runs.automation(chain(pause, hook));
    runs.outside(async ({ key }) => void keys.push(key));
    const job = await runs.start(rows);
    await runs.executor.tick(job);
    await runs.passSeconds(60);
    const [due = job] = await runs.take();
    await Promise.all([runs.executor.tick(due), runs.disable(rows)]);
    const { status, path } = await runs.run(job);
    expect([status, keys.length, path.length]).toEqual(
      status === "completed"
        ? ["completed", 1, 3]
        : keys.length === 1
          ? ["skipped", 1, 3]
          : ["skipped", 0, path.length],
    );
  });

  it.each(TIMES.slice(0, 6))("a run that is due runs or is cancelled when its automation is deleted (%i)", async () => {
    const keys: string[] = [];
    const rows = await runs.automation(chain(pause, hook, hook));
    runs.outside(async ({ key }) => void keys.push(key));
    const job = await runs.start(rows);
    await runs.executor.tick(job);
    await runs.passSeconds(60);
    const [due = job] = await runs.take();
    const { workspaceId, automationId } = rows;
    await Promise.all([
      runs.executor.tick(due),
      runs.store.automations.delete(workspaceId, automationId, viewerOf(rows)),
    ]);
    const { status, path } = await runs.run(job);
    // It may have performed none, one or both of its actions; each recorded step was performed.
    expect(path.length - 2).toBeLessThanOrEqual(keys.length);
    expect([status, path.length, keys.length]).toEqual(
      status === "completed" ? ["completed", 4, 2] : ["cancelled", path.length, keys.length],
    );
    expect(await runs.take()).toEqual([]);
  });

  it.each(TIMES.slice(0, 6))(
    "a run that is due keeps its version when its automation is replaced (%i)",
    async (time) => {
      const keys: string[] = [];
      const rows = await runs.automation(chain(pause, hook));
      runs.outside(async ({ key }) => void keys.push(key));
      const job = await runs.start(rows);
      await runs.executor.tick(job);
      await runs.passSeconds(60);
      const [due = job] = await runs.take();
      const replaced = () =>
        runs.store.automations.replace(rows.workspaceId, rows.automationId, NEXT, NO_SECRETS, null, null);
      const ticked = () => runs.executor.tick(due);
      await Promise.all(time % 2 === 0 ? [ticked(), late(replaced)] : [replaced(), late(ticked)]);
      expect(await runs.run(job)).toMatchObject({ status: "completed", path: ["start:next", "n0:next", "n1:next"] });
      expect(keys).toEqual([`${job.runId}:n1`]);
    },
  );

  it.each(TIMES.slice(0, 6))("a run that is due runs or is cancelled with its deal's other runs (%i)", async () => {
    const rows = await runs.automation(chain(pause));
    const [job, other] = [await runs.start(rows), await runs.start(rows)];
    await runs.executor.tick(job);
    await runs.passSeconds(60);
    const [due = job] = await runs.take();
    const cancel = () =>
      runs.store.transaction(async (inside) => {
        const held = await inside.runs.hold(other.workspaceId, other.runId);
        return held === null ? 0 : inside.runs.cancelOfDeal(held, null);
      });
    const ticked = runs.executor.tick(due);
    // Throws while the tick holds the run.
    const cancelled = await cancel().catch(() => ticked.then(cancel));
    await ticked;
    expect((await runs.run(job)).status).toBe(cancelled === 1 ? "cancelled" : "completed");
  });

  it("a run that is being moved to another version is cancelled as it is then", async () => {
    const rows = await runs.automation(chain(pause));
    await runs.addVersion(rows, chain(pause));
    const job = await runs.start(rows);
    await runs.executor.tick(job);
    const { cancel } = createAutomationRunService({ store: runs.store, now: Date.now });
    const { cancelled } = await runs.db.transaction().execute(async (trx) => {
      await trx.updateTable("runs").set({ automation_version: 2 }).where("id", "=", job.runId).execute();
      const begun = { cancelled: cancel(viewerOf(rows), { automationId: rows.automationId, runId: job.runId }) };
      await expect.poll(() => someoneWaitsForALock(runs.db), PATIENCE).toBe(true);
      return begun;
    });
    expect(await cancelled).toMatchObject({ ok: true, value: { status: "cancelled", automationVersion: 2 } });
  });

  it("what an action outside did is kept although the one after it meets a run that somebody has in hand", async () => {
    const keys: string[] = [];
    const rows = await runs.automation(chain(hook, stop));
    await runs.addVersion(rows, chain(pause));
    runs.outside(async ({ key }) => void keys.push(key));
    const [other, job] = [await runs.start(rows, 2), await runs.start(rows)];
    await runs.executor.tick(other);
    await runs.db.transaction().execute(async (trx) => {
      await trx.selectFrom("runs").select("id").where("id", "=", other.runId).forUpdate().execute();
      await runs.executor.tick(job);
    });
    expect(await runs.run(job)).toMatchObject({ status: "waiting", path: ["start:next", "n0:next"] });
    await runs.settle();
    expect(await runs.run(job)).toMatchObject({ status: "completed", path: ["start:next", "n0:next", "n1:next"] });
    expect([keys, (await runs.run(other)).status]).toEqual([[`${job.runId}:n0`], "cancelled"]);
  });

  it.each(TIMES.slice(0, 6))("of two runs that stop each other one is stopped (%i)", async () => {
    const rows = await runs.automation(chain(stop));
    const both = [await runs.start(rows), await runs.start(rows)];
    const again: RunClaim[] = [];
    // A tick that would have to wait for the other throws, and the runner repeats it.
    await Promise.all(both.map((job) => runs.executor.tick(job).catch(() => again.push(job))));
    for (const job of again) await runs.executor.tick(job);
    const ended = await Promise.all(both.map(async (job) => (await runs.run(job)).status));
    expect(ended.toSorted()).toEqual(["cancelled", "completed"]);
  });
});

describe("a round robin", () => {
  it("gives each exit its exact share across versions and concurrent runs", async () => {
    const rows = await runs.automation(chain({ type: "end" }));
    await runs.addVersion(rows, chain({ type: "end" }));
    const jobs = await Promise.all(Array.from({ length: 30 }, (_, run) => runs.start(rows, (run % 2) + 1)));
    const exits = [
      { id: "a", weight: 1 },
      { id: "b", weight: 2 },
    ];
    const picked = await Promise.all(
      jobs.map(({ workspaceId, runId }) =>
        runs.store.transaction(async (inside) => {
          const run = await inside.runs.hold(workspaceId, runId);
          if (run === null) throw new Error("The run is gone");
          return inside.runs.pickExit(run, "split", (turns) => {
            const { state = turns, exitId = "" } = pickExit(exits, turns) ?? {};
            return { state, value: exitId };
          });
        }),
      ),
    );
    const shares = exits.map(({ id }) => picked.filter((exit) => exit === id).length);
    expect(shares).toEqual([10, 20]);
  });
});

const PATIENCE = { timeout: 20_000 };

const late = async <T>(work: () => Promise<T>): Promise<T> => {
  await new Promise((resolve) => setImmediate(resolve));
  return work();
};
