import { randomUUID } from "node:crypto";
import { advance } from "@trilho/engine";
import * as fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { because } from "../model/changes.ts";
import { createStore } from "../../app/store.ts";
import { insertEmptyAutomation } from "../testing/run-cases.ts";
import { fail, openTestStore, STORE_KINDS, type TestStore } from "../../testing/open-test-store.ts";
import { storeRun } from "../../testing/stored.ts";
import { DEFAULT_RETENTION, removeExpired } from "./cleanup.ts";
import { foldRuns, readStats } from "./run-counts.ts";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const BASE = Date.parse("2026-03-01T00:00:00Z");
const LIVE = ["queued", "running", "waiting"];
const SOMEBODY = { memberId: randomUUID(), keyId: randomUUID() };

/** What a run has gone through when it comes to a node: steps that left others, and the node. */
const PATHS: { node: string | null; left: [node: string, handle: string, edge: string | null][] }[] = [
  { node: null, left: [] },
  { node: "hook", left: [["start", "next", "a"]] },
  {
    node: "hook",
    left: [
      ["start", "next", "a"],
      ["hook", "fallback", null],
    ],
  },
  {
    node: "end",
    left: [
      ["start", "next", "a"],
      ["hook", "next", "b".repeat(3000)],
    ],
  },
];

const minute = fc.integer({ min: 0, max: 5 * 24 * 60 }).map((minutes) => BASE + minutes * 60_000);
/** Days begin and end as often as not. */
const instant = fc.oneof(
  minute,
  fc.integer({ min: 0, max: 5 }).map((day) => BASE + day * DAY),
);
const ended = fc.constantFrom("completed", "failed", "dead_letter", "cancelled");
const pathAt = fc.nat({ max: PATHS.length - 1 });
const event = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant("begin" as const),
      at: instant,
      path: pathAt,
      isTest: fc.constantFrom(false, false, false, true),
    }),
  },
  { weight: 5, arbitrary: fc.record({ does: fc.constant("end" as const), which: fc.nat(), status: ended }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant("retry" as const), which: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant("fold" as const), atOnce: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("remove" as const), until: instant }) },
);
type Happening = typeof event extends fc.Arbitrary<infer T> ? T : never;
const period = fc
  .tuple(instant, instant)
  .filter(([a, b]) => a !== b)
  .map(([a, b]) => ({ from: new Date(Math.min(a, b)).toISOString(), to: new Date(Math.max(a, b)).toISOString() }));

type Stats = Awaited<ReturnType<typeof readStats>>;
interface Counted {
  at: number;
  status: string;
  ways: string[];
}

/** The history of one automation's runs, and what all of them tell, read one by one. */
class History {
  readonly opened: TestStore;
  readonly place: { workspace_id: string; automation_id: string };
  readonly #removed: Counted[] = [];

  constructor(opened: TestStore, place: { workspace_id: string; automation_id: string }) {
    this.opened = opened;
    this.place = place;
  }

  async happen(what: Happening): Promise<void> {
    if (what.does === "begin") return this.#begin(what);
    if (what.does === "fold") return foldRuns(this.opened.db, what.atOnce);
    if (what.does === "remove") return this.#remove(what.until);
    const isMeant = (status: string): boolean =>
      what.does === "end" ? LIVE.includes(status) : ["failed", "dead_letter"].includes(status);
    const meant = (await this.#runs()).filter(({ status }) => isMeant(status));
    const run = meant[what.which % Math.max(meant.length, 1)];
    if (run === undefined) return;
    return what.does === "end" ? this.#end(run, what.status) : this.#retry(run.id);
  }

  async #begin({ at, path, isTest }: Happening & { does: "begin" }): Promise<void> {
    const { node, left } = PATHS[path] ?? { node: null, left: [] };
    const change = { created_at: new Date(at), current_node_id: node, is_test: isTest };
    const id = await storeRun(this.opened.db, { ...this.place, ...change });
    const { workspace_id } = this.place;
    const rows = left.map(([node_id, handle, edge_id], index) => ({ node_id, handle, edge_id, seq: index + 1 }));
    const same = { workspace_id, run_id: id, at: new Date(at), why: "{}" };
    if (rows.length > 0)
      await this.opened.db
        .insertInto("run_steps")
        .values(rows.map((row) => ({ ...row, ...same })))
        .execute();
  }

  async #end({ id, created_at }: { id: string; created_at: Date }, status: string): Promise<void> {
    const change = { status, completed_at: created_at };
    await this.opened.db.updateTable("runs").set(change).where("id", "=", id).execute();
  }

  async #retry(id: string): Promise<void> {
    const { db, serverSecret } = this.opened;
    await createStore(db, serverSecret, fail).transaction(async (inside) => {
      const held = await inside.runs.hold(this.place.workspace_id, id);
      if (held === null) throw new Error("The run is gone");
      const { state } = advance(null, held.state, { type: "retried" });
      const nothing = { steps: [], effects: [], awaits: null, reply: null, leaseUntil: null };
      const change = {
        ...nothing,
        nextAttemptAt: held.now,
        why: because("retried-by-hand"),
        by: SOMEBODY,
        at: held.now,
      };
      await inside.runs.save(held, { ...change, state });
    });
  }

  /** What was removed counts at the beginning of its day. */
  async #remove(until: number): Promise<void> {
    const before = await this.#runs();
    await removeExpired(
      this.opened.db,
      { ...DEFAULT_RETENTION, sweeps: false },
      until + DEFAULT_RETENTION.runDays * DAY,
    );
    const after = new Set((await this.#runs()).map(({ id }) => id));
    for (const run of before) {
      if (!after.has(run.id) && !run.is_test)
        this.#removed.push({ ...run.counted, at: Math.floor(run.counted.at / DAY) * DAY });
    }
  }

  async #runs() {
    const { db } = this.opened;
    const runs = await db
      .selectFrom("runs")
      .selectAll()
      .where("automation_id", "=", this.place.automation_id)
      .orderBy("id")
      .execute();
    const steps = await db
      .selectFrom("run_steps")
      .selectAll()
      .where("workspace_id", "=", this.place.workspace_id)
      .execute();
    return runs.map((run) => {
      const left = steps.filter((step) => step.run_id === run.id && step.handle !== null);
      const stays = run.current_node_id !== null && left.every((step) => step.node_id !== run.current_node_id);
      const ways = [
        ...left.map((step) => JSON.stringify([step.node_id, step.handle, step.edge_id])),
        ...(stays ? [JSON.stringify([run.current_node_id, null, null])] : []),
      ];
      return { ...run, counted: { at: run.created_at.getTime(), status: run.status, ways } satisfies Counted };
    });
  }

  async readAll({ from, to }: { from: string; to: string }): Promise<Counted[]> {
    const there = (await this.#runs()).filter((run) => !run.is_test).map(({ counted }) => counted);
    return [...there, ...this.#removed].filter(({ at }) => at >= Date.parse(from) && at < Date.parse(to));
  }

  readStats = (of: { from: string; to: string }, isWithWays = true): Promise<Stats> =>
    readStats(
      this.opened.db,
      { workspaceId: this.place.workspace_id, automationId: this.place.automation_id },
      of,
      isWithWays,
    );
}

const count = (keys: string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
};

const essence = ({ runs, byStatus, ways }: Stats) => ({
  runs,
  byStatus: Object.fromEntries(byStatus.map(({ status, runs: of }) => [status, of])),
  ways: Object.fromEntries(
    ways.map(({ nodeId, handle, edgeId, runs: of }) => [JSON.stringify([nodeId, handle, edgeId]), of]),
  ),
});

const counted = (all: Counted[]) => ({
  runs: all.length,
  byStatus: count(all.map(({ status }) => status)),
  ways: count(all.flatMap(({ ways }) => ways)),
});

describe.each(STORE_KINDS)("statistics of runs in %s", (kind) => {
  let opened: TestStore;
  beforeAll(async () => {
    opened = await openTestStore(kind);
  });
  afterAll(() => opened.close());

  const begin = async (): Promise<History> => new History(opened, await insertEmptyAutomation(opened.db));

  it("are those of all runs read one by one, whatever was folded, retried and removed when", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { minLength: 1, maxLength: 30 }),
        fc.array(period, { minLength: 1, maxLength: 4 }),
        async (happenings, periods) => {
          const history = await begin();
          for (const what of happenings) await history.happen(what);
          for (const of of periods) {
            const expected = counted(await history.readAll(of));
            expect(essence(await history.readStats(of))).toEqual(expected);
            expect(essence(await history.readStats(of, false))).toEqual({ ...expected, ways: {} });
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  const ALL = { from: new Date(BASE).toISOString(), to: new Date(BASE + 30 * DAY).toISOString() };
  const manyEnded = async (history: History, runs: number): Promise<void> => {
    const { workspace_id, automation_id } = history.place;
    await opened.db.transaction().execute(async (trx) => {
      await sql`
        insert into runs (workspace_id, id, automation_id, automation_version, status, trigger_type, created_at)
        select ${workspace_id}, gen_random_uuid(), ${automation_id}, 1, 'queued', 'deal_created',
          ${new Date(BASE)}::timestamptz + n * interval '10 minutes'
        from generate_series(1, ${runs}::integer) as n`.execute(trx);
      await sql`update runs set status = 'completed', completed_at = created_at where automation_id = ${automation_id}`.execute(
        trx,
      );
    });
  };

  it("count each run once where several processes fold at once", async () => {
    const history = await begin();
    await manyEnded(history, 2000);
    await Promise.all(Array.from({ length: 5 }, () => foldRuns(opened.db, 70)));
    // Who came last may have left what another one held.
    await foldRuns(opened.db);
    const { rows } = await sql<{ counted: number; left: number }>`
      select (select sum(runs)::integer from run_counts where automation_id = ${history.place.automation_id}) as counted,
        (select count(*)::integer from runs where not is_folded and automation_id = ${history.place.automation_id}) as left
    `.execute(opened.db);
    expect(rows).toEqual([{ counted: 2000, left: 0 }]);
    expect(await history.readStats(ALL)).toMatchObject({ runs: 2000, byStatus: [{ status: "completed", runs: 2000 }] });
  });

  it("are as before where a process ended in the middle of folding", async () => {
    const history = await begin();
    await manyEnded(history, 30);
    const cut = opened.db.transaction().execute(async (trx) => {
      await foldRuns(trx, 10);
      throw new Error("The power went.");
    });
    await expect(cut).rejects.toThrow("The power went.");
    expect(await history.readStats(ALL)).toMatchObject({ runs: 30 });
    await foldRuns(opened.db);
    expect(await history.readStats(ALL)).toMatchObject({ runs: 30 });
  });

  it("go with their automation, whose last runs are folded without them", async () => {
    const history = await begin();
    await manyEnded(history, 10);
    await foldRuns(opened.db);
    const { automation_id } = history.place;
    await opened.db.deleteFrom("automations").where("id", "=", automation_id).execute();
    await manyEnded(history, 10);
    await foldRuns(opened.db);
    const counts = await opened.db
      .selectFrom("run_counts")
      .select("runs")
      .where("automation_id", "=", automation_id)
      .execute();
    const folded = await opened.db
      .selectFrom("runs")
      .select("is_folded")
      .where("automation_id", "=", automation_id)
      .execute();
    expect(counts).toEqual([]);
    expect(folded.every((run) => run.is_folded)).toBe(true);
  });

  it("never have a run that goes on: the database refuses it", async () => {
    const { workspace_id, automation_id } = await insertEmptyAutomation(opened.db);
    const id = await storeRun(opened.db, { workspace_id, automation_id, status: "failed", is_folded: true }).catch(
      String,
    );
    expect(id).toContain("runs_folded_ended");
  });
});
