import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunClaim } from "../model/run.ts";
import { ASKING, chain, hook, pause } from "../testing/graphs.ts";
import { openRaceRuns, type RaceRuns, viewerOf } from "../testing/race-runs.ts";

let runs: RaceRuns;
beforeAll(async () => {
  runs = await openRaceRuns();
});
afterAll(() => runs.close());

describe("while a run's action is under way", () => {
  it("deleting its automation cancels the run after that action", async () => {
    const keys: string[] = [];
    const rows = await runs.automation(chain(hook, hook));
    runs.outside(async ({ key }) => {
      keys.push(key);
      await runs.store.automations.delete(rows.workspaceId, rows.automationId, viewerOf(rows));
    });
    const job = await runs.start(rows);
    await runs.executor.tick(job);
    expect(keys).toHaveLength(1);
    expect(await runs.run(job)).toMatchObject({ status: "cancelled", path: ["start:next"] });
  });

  it("disabling its automation records the action and skips the rest", async () => {
    const keys: string[] = [];
    const rows = await runs.automation(chain(hook, hook));
    runs.outside(async ({ key }) => {
      keys.push(key);
      await runs.disable(rows);
    });
    const job = await runs.start(rows);
    await runs.executor.tick(job);
    expect(keys).toHaveLength(1);
    expect(await runs.run(job)).toMatchObject({ status: "skipped", path: ["start:next", "n0:next"] });
  });

  it("a reply that arrives before its message is recorded is taken", async () => {
    const rows = await runs.automation(ASKING);
    runs.outside(async () => void (await runs.answer(rows, "at once")));
    const job = await runs.start(rows);
    await runs.executor.tick(job);
    await runs.settle();
    expect(await runs.run(job)).toMatchObject({ status: "completed", path: ["start:next", "ask:replied"] });
  });

  it("a worker that lost its lease writes nothing", async () => {
    const rows = await runs.automation(chain(hook, pause));
    const job = await runs.start(rows);
    const first = await begin(job);
    await runs.passSeconds(31);
    const [overdue = job] = await runs.take();
    const second = await begin(overdue);
    await first.finish();
    expect(await runs.run(job)).toMatchObject({ status: "running", path: ["start:next"] });
    await second.finish();
    expect(await runs.run(job)).toMatchObject({ status: "waiting", path: ["start:next", "n0:next"] });
  });

  it("such a reply survives the worker that sent the message, and later replies do not replace it", async () => {
    const rows = await runs.automation(ASKING);
    let die: (() => void) | undefined;
    const death = new Promise<void>((resolve) => (die = resolve));
    runs.outside(async () => {
      runs.outside(async () => expect(await runs.answer(rows, "what?")).toBe(false));
      expect(await runs.answer(rows, "at once")).toBe(true);
      die?.();
      return new Promise(() => undefined);
    });
    const job = await runs.start(rows);
    void runs.executor.tick(job);
    await death;
    await runs.passSeconds(60);
    await runs.settle();
    expect(await runs.run(job)).toMatchObject({ status: "completed", path: ["start:next", "ask:replied"] });
    expect((await runs.row(job)).event.message).toMatchObject({ text: "at once" });
  });
});

/** A worker that has begun the run's action and ends it on `finish`. */
async function begin(job: RunClaim): Promise<{ finish(): Promise<void> }> {
  let [begun, end] = [(): void => undefined, (): void => undefined];
  const hasBegun = new Promise<void>((resolve) => (begun = resolve));
  const hasEnded = new Promise<void>((resolve) => (end = resolve));
  runs.outside(() => {
    begun();
    return hasEnded;
  });
  const ticked = runs.executor.tick(job);
  await hasBegun;
  return {
    finish() {
      end();
      return ticked;
    },
  };
}
