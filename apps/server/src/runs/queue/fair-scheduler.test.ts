import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fail, openTestStore, STORE_KINDS, type TestStore } from "../../testing/open-test-store.ts";
import type { RunJob } from "../model/run.ts";
import { openRunQueue, type RunQueue } from "./run-queue.ts";

const CONCURRENCY = 4;
const PATIENCE = { timeout: 20_000 };

let opened: TestStore;
let queue: RunQueue;
let jobs: HeldJobs;

describe.each(STORE_KINDS)("workspaces that share a process (%s)", (kind) => {
  beforeAll(async () => {
    opened = await openTestStore(kind);
  });
  beforeEach(async () => {
    queue = await openRunQueue(opened.db, fail);
    jobs = heldJobs();
  });
  afterEach(async () => {
    jobs.endAll();
    await queue.stop(1000);
    await sql`delete from pgboss.job`.execute(opened.db);
  });
  afterAll(() => opened.close());

  it("a job is carried out while all places are taken by another workspace's jobs, which do not end", async () => {
    await due("noisy", 60);
    await queue.work(jobs.handle, CONCURRENCY);
    await expect.poll(() => jobs.underWay(), PATIENCE).toEqual({ noisy: CONCURRENCY });
    await due("quiet", 1);
    await expect.poll(() => jobs.underWay(), PATIENCE).toEqual({ noisy: CONCURRENCY, quiet: 1 });
    jobs.end("quiet");
    await due("another", 1);
    await expect.poll(() => jobs.underWay(), PATIENCE).toEqual({ noisy: CONCURRENCY, another: 1 });
  });

  it("nobody waits until thousands of another's jobs are handed out that were due before", async () => {
    await due("noisy", 2000, "1 hour");
    await due("quiet", 1);
    jobs.endAll();
    await queue.work(jobs.handle, CONCURRENCY);
    await expect.poll(() => jobs.handed(), PATIENCE).toContain("quiet");
    expect(jobs.handed().indexOf("quiet")).toBeLessThanOrEqual(2 * CONCURRENCY);
  });

  it("a quiet workspace has its turn among noisy ones as soon as each of them had one", async () => {
    for (const noisy of ["a", "b", "c"]) await due(noisy, 60, "1 hour");
    await due("quiet", 1);
    await queue.work(jobs.handle, CONCURRENCY);
    await expect.poll(() => jobs.handed(), PATIENCE).toHaveLength(CONCURRENCY + 1);
    // Each place that becomes free goes to somebody else.
    for (let more = 2; !jobs.handed().includes("quiet"); more += 1) {
      expect(more).toBeLessThanOrEqual(5);
      jobs.endOldest();
      await expect.poll(() => jobs.handed(), PATIENCE).toHaveLength(CONCURRENCY + more);
    }
  });

  it("places come to be the same number for each of those who always have something to do", async () => {
    for (const noisy of ["a", "b"]) await due(noisy, 60);
    await queue.work(jobs.handle, CONCURRENCY);
    await expect.poll(() => jobs.handed(), PATIENCE).toHaveLength(CONCURRENCY + 1);
    for (let ended = 1; ended <= 3 * CONCURRENCY; ended += 1) {
      jobs.endOldest();
      await expect.poll(() => jobs.count(), PATIENCE).toBe(CONCURRENCY);
    }
    expect(jobs.underWay()).toEqual({ a: CONCURRENCY / 2, b: CONCURRENCY / 2 });
  });

  it.each([
    ["one workspace", "noisy"],
    ["several workspaces", "another"],
  ])("jobs of a busy automation come after those of others, in %s", async (_, second) => {
    await due("noisy", 500, "1 hour", "busy");
    await due(second, 40, "1 hour", "busy");
    jobs.endAll();
    const seen: string[] = [];
    const handle = async (job: RunJob) => {
      seen.push(job.automationId ?? "");
      if (seen.length === CONCURRENCY) await due("noisy", 1, "1 second", "quick");
    };
    await queue.work(handle, CONCURRENCY, () => ["busy"]);
    await expect.poll(() => seen, PATIENCE).toContain("quick");
    expect(seen.indexOf("quick")).toBeLessThanOrEqual(4 * CONCURRENCY);
    await expect.poll(() => seen.length, PATIENCE).toBe(541);
  });

  it("one alone has all places and no more", async () => {
    await due("alone", 60);
    await queue.work(jobs.handle, CONCURRENCY);
    await expect.poll(() => jobs.count(), PATIENCE).toBe(CONCURRENCY);
    for (let ended = 0; ended < 20; ended += 1) {
      jobs.endOldest();
      await expect.poll(() => jobs.count(), PATIENCE).toBe(CONCURRENCY);
    }
    expect(jobs.most()).toBe(CONCURRENCY);
  });
});

/** Gives a workspace so many jobs of an automation, due for so long. */
async function due(workspaceId: string, count: number, ago = "1 second", automationId = "any"): Promise<void> {
  const job = { workspaceId, automationId, runId: randomUUID(), tick: 0 };
  await sql`
    insert into pgboss.job (name, data, start_after)
    select 'runs', ${JSON.stringify(job)}::jsonb,
      now() - ${ago}::interval
    from generate_series(1, ${count})`.execute(opened.db);
  queue.wake();
}

/** Jobs that go on until they are told to end. */
interface HeldJobs {
  handle(job: { workspaceId: string }): Promise<void>;
  /** Whose jobs were handed out, in that order. */
  handed(): string[];
  underWay(): Record<string, number>;
  count(): number;
  /** How many there ever were at once. */
  most(): number;
  end(workspaceId: string): void;
  endOldest(): void;
  /** Those of now and those to come. */
  endAll(): void;
}

function heldJobs(): HeldJobs {
  const handed: string[] = [];
  const held: { workspaceId: string; end: () => void }[] = [];
  let isHolding = true;
  let most = 0;
  const end = (at: number): void => held.splice(at, 1)[0]?.end();
  return {
    async handle({ workspaceId }) {
      handed.push(workspaceId);
      if (!isHolding) return;
      await new Promise<void>((resolve) => {
        held.push({ workspaceId, end: resolve });
        most = Math.max(most, held.length);
      });
    },
    handed: () => handed,
    underWay: () => countsOf(held.map(({ workspaceId }) => workspaceId)),
    count: () => held.length,
    most: () => most,
    end: (workspaceId) => end(held.findIndex((job) => job.workspaceId === workspaceId)),
    endOldest: () => end(0),
    endAll() {
      isHolding = false;
      while (held.length > 0) end(0);
    },
  };
}

function countsOf(ids: string[]): Record<string, number> {
  return Object.fromEntries([...new Set(ids)].map((id) => [id, ids.filter((other) => other === id).length]));
}
