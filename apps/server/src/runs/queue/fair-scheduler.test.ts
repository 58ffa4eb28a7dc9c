import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { fail, openTestStore, STORE_KINDS, type TestStore } from "../../testing/open-test-store.ts";
import type { RunClaim } from "../model/run.ts";
import { insertAutomation, insertWorkspace } from "../testing/run-cases.ts";
import { createFairScheduler } from "./fair-scheduler.ts";
import { type Pump, startPump } from "./pump.ts";

const CONCURRENCY = 4;
const PATIENCE = { timeout: 20_000 };

let opened: TestStore;
let pump: Pump | null = null;
let held: HeldRuns;
/** Automations that are there. */
const made = new Set<string>();

describe.each(STORE_KINDS)("workspaces that share a process (%s)", (kind) => {
  beforeAll(async () => {
    opened = await openTestStore(kind);
    made.clear();
  });
  beforeEach(() => {
    held = holdRuns();
  });
  afterEach(async () => {
    held.endAll();
    await pump?.stop(1000);
    pump = null;
    await opened.db.deleteFrom("runs").execute();
  });
  afterAll(() => opened.close());

  it("a run is taken further while all places are taken by another workspace's runs, which do not end", async () => {
    await due("noisy", 60);
    work(held.handle);
    await expect.poll(() => held.underWay(), PATIENCE).toEqual({ noisy: CONCURRENCY });
    await due("quiet", 1);
    await expect.poll(() => held.underWay(), PATIENCE).toEqual({ noisy: CONCURRENCY, quiet: 1 });
    held.end("quiet");
    await due("another", 1);
    await expect.poll(() => held.underWay(), PATIENCE).toEqual({ noisy: CONCURRENCY, another: 1 });
  });

  it("nobody waits until thousands of another's runs are handed out that were due before", async () => {
    await due("noisy", 2000, "1 hour");
    await due("quiet", 1);
    held.endAll();
    work(held.handle);
    await expect.poll(() => held.handed(), PATIENCE).toContain("quiet");
    expect(held.handed().indexOf("quiet")).toBeLessThanOrEqual(2 * CONCURRENCY);
  });

  it("a quiet workspace gets a place among noisy ones as soon as each of them had one", async () => {
    for (const noisy of ["a", "b", "c"]) await due(noisy, 60, "1 hour");
    await due("quiet", 1);
    work(held.handle);
    await expect.poll(() => held.handed(), PATIENCE).toHaveLength(CONCURRENCY + 1);
    // Each place that becomes free goes to somebody else.
    for (let more = 2; !held.handed().includes("quiet"); more += 1) {
      expect(more).toBeLessThanOrEqual(5);
      held.endOldest();
      await expect.poll(() => held.handed(), PATIENCE).toHaveLength(CONCURRENCY + more);
    }
  });

  it("places come to be the same number for each of those who always have something to do", async () => {
    for (const noisy of ["a", "b"]) await due(noisy, 60);
    work(held.handle);
    await expect.poll(() => held.handed(), PATIENCE).toHaveLength(CONCURRENCY + 1);
    for (let ended = 1; ended <= 3 * CONCURRENCY; ended += 1) {
      held.endOldest();
      await expect.poll(() => held.count(), PATIENCE).toBe(CONCURRENCY);
    }
    expect(held.underWay()).toEqual({ a: CONCURRENCY / 2, b: CONCURRENCY / 2 });
  });

  it.each([
    ["one workspace", "noisy"],
    ["several workspaces", "another"],
  ])("runs of a busy automation come after those of others, in %s", async (_, second) => {
    await due("noisy", 500, "1 hour", "busy");
    await due(second, 40, "1 hour", "busy");
    held.endAll();
    const seen: string[] = [];
    // Others go on while it is being stored.
    let before = Number.NaN;
    const handle = async ({ runId }: RunClaim) => {
      seen.push(runId.split(" ")[0] ?? "");
      if (seen.length !== CONCURRENCY) return;
      await due("noisy", 1, "1 second", "quick");
      before = seen.length;
    };
    work(handle, ["busy"]);
    await expect.poll(() => seen, PATIENCE).toContain("quick");
    await expect.poll(() => before, PATIENCE).not.toBeNaN();
    expect(seen.indexOf("quick") - before).toBeLessThanOrEqual(3 * CONCURRENCY);
    await expect.poll(() => seen.length, PATIENCE).toBe(541);
  });

  it("one alone has all places and no more", async () => {
    await due("alone", 60);
    work(held.handle);
    await expect.poll(() => held.count(), PATIENCE).toBe(CONCURRENCY);
    for (let ended = 0; ended < 20; ended += 1) {
      held.endOldest();
      await expect.poll(() => held.count(), PATIENCE).toBe(CONCURRENCY);
    }
    expect(held.most()).toBe(CONCURRENCY);
  });
});

const none = () => Promise.resolve([]);

it("who waits is looked for once in a quarter of a second, however often runs are asked for", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  let looks = 0;
  const workspaces = () => Promise.resolve(new Set([`${(looks += 1)}`]));
  const scheduler = createFairScheduler(
    { workspaces, takeFirst: none, takeShares: none, takeLost: () => Promise.resolve(null) },
    () => [],
  );
  for (let turn = 0; turn < 3; turn += 1) await scheduler.take(0);
  expect(looks).toBe(1);
  vi.advanceTimersByTime(250);
  await scheduler.take(0);
  expect(looks).toBe(2);
  vi.useRealTimers();
});

function work(handle: HeldRuns["handle"], busy: readonly string[] = []): void {
  const { dueRuns, runs } = opened.store;
  const scheduler = createFairScheduler(dueRuns, () => [...busy]);
  const carryOut = async (claim: RunClaim): Promise<void> => {
    await scheduler.during(claim, () => handle(claim));
    await opened.db.deleteFrom("runs").where("id", "=", claim.runId).execute();
  };
  pump = startPump({ take: scheduler.take, carryOut, giveBack: runs.giveBack, onError: fail }, CONCURRENCY, 500);
}

/** Gives a workspace so many runs of an automation, due for so long. */
async function due(workspace_id: string, count: number, ago = "1 second", id = "any"): Promise<void> {
  const { db } = opened;
  if (!made.has(workspace_id)) await insertWorkspace(db, workspace_id, null);
  made.add(workspace_id);
  const automation = `${workspace_id} ${id}`;
  const graph = { version: 2 as const, nodes: [], edges: [] };
  if (!made.has(automation)) await insertAutomation(db, { workspace_id, id }, { graph });
  made.add(automation);
  await sql`
    insert into runs (workspace_id, id, automation_id, automation_version, status, trigger_type, event_id, next_attempt_at)
    select ${workspace_id}, ${id} || ' ' || gen_random_uuid(), ${id}, 1, 'queued', 'deal_created', gen_random_uuid(),
      now() - ${ago}::interval
    from generate_series(1, ${count})`.execute(db);
  pump?.wake();
}

/** Runs that go on until they are told to end. */
interface HeldRuns {
  handle(claim: RunClaim): Promise<void>;
  /** Whose runs were handed out, in that order. */
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

function holdRuns(): HeldRuns {
  const handed: string[] = [];
  const underWay: { workspaceId: string; end: () => void }[] = [];
  let isHolding = true;
  let most = 0;
  const end = (at: number): void => underWay.splice(at, 1)[0]?.end();
  return {
    async handle({ workspaceId }) {
      handed.push(workspaceId);
      if (!isHolding) return;
      await new Promise<void>((resolve) => {
        underWay.push({ workspaceId, end: resolve });
        most = Math.max(most, underWay.length);
      });
    },
    handed: () => handed,
    underWay: () => countsOf(underWay.map(({ workspaceId }) => workspaceId)),
    count: () => underWay.length,
    most: () => most,
    end: (workspaceId) => end(underWay.findIndex((run) => run.workspaceId === workspaceId)),
    endOldest: () => end(0),
    endAll() {
      isHolding = false;
      while (underWay.length > 0) end(0);
    },
  };
}

function countsOf(ids: string[]): Record<string, number> {
  return Object.fromEntries([...new Set(ids)].map((id) => [id, ids.filter((other) => other === id).length]));
}
