import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunClaim } from "../model/run.ts";
import { createAutomationRunService } from "../records/runs-service.ts";
import { chain, hook, pause, tag } from "../testing/graphs.ts";
import { openRaceRuns, type RaceRuns, viewerOf } from "../testing/race-runs.ts";

let runs: RaceRuns;
beforeAll(async () => {
  runs = await openRaceRuns();
});
afterAll(() => runs.close());

/** Claims all that were lost several times, one by one, and answers those of this workspace. */
async function takeLostOf({ workspaceId }: { workspaceId: string }): Promise<RunClaim[]> {
  const { takeLost } = runs.store.dueRuns;
  const taken: RunClaim[] = [];
  for (let claim = await takeLost(); claim !== null; claim = await takeLost()) taken.push(claim);
  return taken.filter((claim) => claim.workspaceId === workspaceId);
}

describe("a run whose lease expired", () => {
  it("is retried four times, then moved to the dead letters, from which it can be retried", async () => {
    const rows = await runs.automation(chain(pause, tag("add_tag")));
    const job = await runs.start(rows);
    await runs.executor.tick(job);
    await runs.passSeconds(61);
    await runs.lose(5);
    await runs.settle();
    expect(await runs.run(job)).toMatchObject({
      status: "dead_letter",
      lastError: expect.stringContaining("interrupted 5 times in a row"),
      path: ["start:next"],
    });
    const viewer = viewerOf(rows);
    const place = { automationId: rows.automationId, runId: job.runId };
    const ended = await runs.store.runRecords.read(viewer, place);
    expect(ended?.more.changes).toMatchObject([
      { from: "waiting", to: "dead_letter", why: { code: "turns-lost", params: { turns: 5 } }, by: null },
    ]);
    expect((await createAutomationRunService({ store: runs.store, now: Date.now }).retry(viewer, place)).ok).toBe(true);
    await runs.settle();
    expect(await runs.run(job)).toMatchObject({ status: "completed", lastError: null });
  });

  it("counts from zero again after progress, and only turns that were due", async () => {
    const rows = await runs.automation(chain(hook, pause));
    await runs.start(rows);
    await runs.lose(4);
    await runs.settle();
    await runs.lose(1);
    expect(await runs.take()).toEqual([]);
    await runs.passSeconds(31);
    await runs.lose(1);
    expect(await runs.take()).toMatchObject([{ lost: 1 }]);
  });

  it("is claimed on its own from the second time on", async () => {
    const rows = await runs.automation(chain(pause));
    await Promise.all([1, 2].map(() => runs.start(rows)));
    const { takeFirst } = runs.store.dueRuns;
    await runs.lose(2);
    expect((await takeFirst(100, [])).filter(({ workspaceId }) => workspaceId === rows.workspaceId)).toEqual([]);
    expect(await takeLostOf(rows)).toMatchObject([{ lost: 2 }, { lost: 2 }]);
    await runs.passSeconds(31);
    await runs.settle();
  });

  it("does not count turns that its process gave back", async () => {
    const rows = await runs.automation(chain(pause));
    await runs.start(rows);
    await runs.lose(1);
    const [claim] = await runs.take();
    expect(claim).toMatchObject({ lost: 1 });
    if (claim !== undefined) await runs.store.runs.giveBack(claim);
    // Nor is the one before forgotten, in which a process ended.
    expect(await runs.take()).toMatchObject([{ runId: claim?.runId, lost: 1 }]);
    await runs.passSeconds(31);
    expect(await takeLostOf(rows)).toMatchObject([{ lost: 2 }]);
  });
});
