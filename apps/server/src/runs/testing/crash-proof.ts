import { setTimeout as pass } from "node:timers/promises";
import { simulateRun, type JsonObject, type Outcome, type TraceEntry } from "@trilho/engine";
import * as fc from "fast-check";
import { sql } from "kysely";
import { expect } from "vitest";
import type { Store } from "../model/stores.ts";
import { isPassing } from "../model/failures.ts";
import { createStore } from "../../app/store.ts";
import { textsIn } from "../actions/context.ts";
import { fail, type TestStore } from "../../testing/open-test-store.ts";
import { REAL } from "./real-actions.ts";
import { insertCase, runCases, type CaseRows, type RunCase } from "./run-cases.ts";
import { startRun } from "./start-run.ts";
import { startReceiver, startWorker, type Received, type WorkerProcess } from "./run-world.ts";
import { openFastClock } from "./virtual-clock.ts";

/** Leases, retries and waits pass so many times as fast. */
const SPEED = 60;
const WORKER = "worker";
const LONGEST_MS = 120_000;
const ENDED = ["completed", "failed", "dead_letter", "skipped", "cancelled"];

/** Time goes faster here, and does not jump: nobody waits for a date or a weekday. */
const soonOver = runCases.filter(({ graph }) => graph.nodes.every(({ config }) => config?.["until"] === undefined));

/** Workers at runs of generated graphs, and something that makes their life hard. */
export interface Proof {
  databaseUrl: string;
  workers(): readonly WorkerProcess[];
  /** Kills one of the workers at some moment, and puts another in its place. */
  killOne(): Promise<void>;
  /** Ends every connection of the workers to the database, at some moment. */
  cutConnections(): Promise<void>;
  /** Sets the database's clock forward by so many seconds, or back. */
  jumpClock(seconds: number): Promise<void>;
  /** From now on the database refuses what is to be written, as one whose disk is full; or takes it again. */
  fillDisk(isFull: boolean): Promise<void>;
  /** Waits until so many ticks were refused, by any worker. */
  refused(ticks: number): Promise<void>;
  /** Waits until so many runs were started. */
  reach(runs: number): Promise<void>;
  /** Starts no more runs, waits until all are over, and holds each to its simulation. */
  finish(): Promise<{ runs: number; repeated: number; byWorker: Map<number, number> }>;
  close(): Promise<void>;
}

export interface ProofSize {
  workers: number;
  /** Runs that a worker takes further at the same time. */
  concurrency: number;
  /** Runs that are kept going until the end. */
  live: number;
  /** What calls take at most, so that something is under way at any moment. */
  slowMs?: number;
}

interface Started extends CaseRows {
  which: RunCase;
  runId: string;
  /** Whether its transaction is known to be committed: one that the database dies under may be stored or not. */
  isStored: boolean;
}

/** What a database that is away says to those who go on without. */
export function unlessPassing(error: unknown): void {
  if (!isPassing(error)) fail(error);
}

/** Closes what was opened for it. */
export async function startProof(opened: TestStore, size: ProofSize): Promise<Proof> {
  const clock = await openFastClock(opened, SPEED, unlessPassing);
  const { db } = clock;
  for (const statement of DISK) await sql.raw(statement).execute(db);
  const store = createStore(db, opened.serverSecret, unlessPassing);
  const started = new Map<string, Started>();
  const receiver = await startReceiver((runId) => started.get(runId)?.which.scenario, size.slowMs);
  const order = {
    databaseUrl: `${clock.url}?application_name=${WORKER}`,
    serverSecret: opened.serverSecret,
    receiverUrl: receiver.url,
    concurrency: size.concurrency,
  };
  const workers = await Promise.all(Array.from({ length: size.workers }, () => startWorker(order)));
  const stopping = new AbortController();
  let wanted = true;
  const complaints = () => workers.reduce((sum, worker) => sum + worker.complaints(NO_SPACE), 0);
  const readRuns = () =>
    db
      .selectFrom("runs")
      .select(["id", "status", "workspace_id", "current_node_id", "state", "contact_id", "awaits_message_id"])
      .execute();

  let failure: unknown = null;
  const world = live().catch((error: unknown) => {
    failure = error;
  });

  /** Keeps runs going and answers those that await it. */
  async function live(): Promise<void> {
    while (!stopping.signal.aborted) {
      await goOn().catch(unlessPassing);
      await pass(50, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  async function goOn(): Promise<void> {
    const rows = await readRuns();
    const open = rows.filter(({ status }) => !ENDED.includes(status));
    for (const row of open) {
      const outcome = started.get(row.id)?.which.scenario.outcomes?.[row.current_node_id ?? ""];
      if (row.status !== "waiting" || row.awaits_message_id === null || outcome?.type !== "reply") continue;
      await answer(store, row.workspace_id, row.contact_id ?? "", row.awaits_message_id, outcome.reply);
    }
    if (wanted && open.length < size.live) await startRuns(size.live - open.length);
  }

  async function startRuns(count: number): Promise<void> {
    for (const drawn of fc.sample(soonOver, count)) {
      const which = quick(drawn);
      const rows = await insertCase(db, which);
      const run = await store.transaction(async (inside) => {
        const job = await startRun(inside, rows);
        const begun: Started = { ...rows, which, runId: job.runId, isStored: false };
        started.set(job.runId, begun);
        return begun;
      });
      run.isStored = true;
    }
  }

  async function check({ runId, workspaceId, dealId, which, isStored }: Started): Promise<void> {
    const { trace, status, facts } = simulateRun(which.graph, which.scenario);
    const run = await db
      .selectFrom("runs")
      .selectAll()
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", runId)
      .executeTakeFirst();
    if (run === undefined && !isStored) return expect(keysOf(receiver.received, runId)).toEqual([]);
    const steps = await db
      .selectFrom("run_steps")
      .select(["seq", "node_id", "handle", "edge_id"])
      .where("workspace_id", "=", workspaceId)
      .where("run_id", "=", runId)
      .orderBy("seq")
      .execute();
    const changes = await db
      .selectFrom("run_changes")
      .select(["tick", "from_status", "to_status", "why"])
      .where("run_id", "=", runId)
      .orderBy("tick")
      .execute();
    const caseOf = { runId, case: JSON.stringify(which), changes: JSON.stringify(changes) };
    const expected = trace.map(({ seq, nodeId, handle, edgeId }) => ({
      seq,
      node_id: nodeId,
      handle,
      edge_id: edgeId,
    }));
    expect({ ...caseOf, status: run?.status, steps }).toEqual({ ...caseOf, status, steps: expected });
    const done = succeededNodes(trace, which);
    const keys = done.outside.map((nodeId) => `${runId}:${nodeId}`);
    expect({ ...caseOf, keys: keysOf(receiver.received, runId) }).toEqual({ ...caseOf, keys: keys.toSorted() });
    const tasks = await db
      .selectFrom("tasks")
      .select("id")
      .where("workspace_id", "=", workspaceId)
      .where("deal_id", "=", dealId)
      .execute();
    expect({ ...caseOf, tasks: tasks.length }).toEqual({ ...caseOf, tasks: done.tasks });
    const tags = await db
      .selectFrom("deal_tags")
      .select("tag_id")
      .where("deal_id", "=", dealId)
      .orderBy("tag_id")
      .execute();
    expect({ ...caseOf, tags: tags.map(({ tag_id }) => tag_id) }).toEqual({
      ...caseOf,
      tags: textsIn(facts.deal?.["tagIds"]).toSorted(),
    });
  }

  return {
    databaseUrl: clock.url,
    workers: () => workers,
    async killOne() {
      // Long enough that no run is met five times in a row: it would rightly be given up.
      await pass(Math.random() * 1500);
      const index = Math.floor(Math.random() * workers.length);
      await workers[index]?.kill();
      workers[index] = await startWorker(order);
    },
    async cutConnections() {
      await pass(Math.random() * 600);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${WORKER}
        and datname = current_database()`.execute(db);
    },
    jumpClock: clock.jump,
    async fillDisk(isFull) {
      await sql`update disk set is_full = ${isFull}`.execute(db);
    },
    async refused(ticks) {
      const before = complaints();
      while (complaints() < before + ticks) await pass(20);
    },
    async reach(runs) {
      while (started.size < runs) {
        if (failure !== null) throw failure;
        await pass(50);
      }
    },
    async finish() {
      wanted = false;
      const from = Date.now();
      for (;;) {
        const open = (await readRuns()).filter(({ status }) => !ENDED.includes(status));
        if (failure !== null) throw failure;
        if (open.length === 0) break;
        if (Date.now() - from > LONGEST_MS) throw new Error(`Runs that do not end: ${JSON.stringify(open)}`);
        await pass(100);
      }
      stopping.abort();
      await world;
      for (const each of started.values()) await check(each);
      const byWorker = new Map<number, number>();
      for (const { workers: pids } of receiver.received.values()) {
        for (const pid of pids) byWorker.set(pid, (byWorker.get(pid) ?? 0) + 1);
      }
      const repeated = [...receiver.received.values()].filter(({ successes }) => successes > 1).length;
      return { runs: started.size, repeated, byWorker };
    },
    async close() {
      stopping.abort();
      await world;
      await Promise.all(workers.map((worker) => worker.kill()));
      await receiver.close();
      await clock.close();
      await opened.close();
    },
  };
}

const NO_SPACE = "No space left on device";
/** PostgreSQL itself refuses with the code of a full disk, so that all is undone as it would be. */
const DISK = [
  "create table disk as select false as is_full",
  `create function find_space() returns trigger language plpgsql as $$ begin
    if (select is_full from disk) then
      raise exception 'could not extend file: ${NO_SPACE}' using errcode = 'disk_full';
    end if;
    return null;
  end $$`,
  ...["runs", "run_steps"].map(
    (table) =>
      `create trigger find_space before insert or update on ${table} for each statement execute function find_space()`,
  ),
];

/** As the inbound message of a contact does it. */
async function answer(store: Store, workspaceId: string, contactId: string, messageId: string, reply: object) {
  await store.runs.answer(workspaceId, { contactId, messageId, isTest: false }, reply);
}

/** A case that is soon over: who answers does so in time, who does not is not waited for long. */
function quick({ graph, scenario, where }: RunCase): RunCase {
  const { businessHours: _, respectBusinessHours: __, ...rest } = scenario;
  const outcomes = Object.fromEntries(
    Object.entries(scenario.outcomes ?? {}).flatMap(([nodeId, outcome]): [string, Outcome][] => {
      const { type, actionType } = graph.nodes.find(({ id }) => id === nodeId) ?? {};
      if (type === "action" && actionType && (REAL[actionType] ?? actionType === "create_task")) return [];
      // Attempts that are lost are those of the workers that end here; the receiver knows no attempt from another.
      if (outcome.type === "uncertain" || outcome.type === "attempts") return [];
      if (outcome.type === "reply") return [[nodeId, { ...outcome, afterSeconds: 1 }]];
      return [[nodeId, outcome.type === "fail" ? { type: "fail", times: Math.min(outcome.times, 2) } : outcome]];
    }),
  );
  const nodes = graph.nodes.map((node) => {
    const answered = Object.hasOwn(outcomes, node.id) && outcomes[node.id]?.type === "reply";
    const config: JsonObject = { ...node.config, onUncertain: "retry", replyTimeoutSeconds: answered ? 90_000 : 10 };
    if (typeof config["delaySeconds"] === "number") config["delaySeconds"] = Math.min(config["delaySeconds"], 60);
    return { ...node, config };
  });
  return { graph: { ...graph, nodes }, where, scenario: { ...rest, outcomes } };
}

/** Nodes whose action was carried out, as the simulator tells it. */
function succeededNodes(trace: readonly TraceEntry[], { graph }: RunCase): { outside: string[]; tasks: number } {
  const nodes = trace.flatMap(({ nodeId, why }) => {
    const node = graph.nodes.find(({ id }) => id === nodeId);
    return node?.actionType && ["succeeded", "awaiting-reply"].includes(why.code) ? [node] : [];
  });
  const outside = nodes.filter(({ actionType }) => actionType && !REAL[actionType] && actionType !== "create_task");
  return {
    outside: outside.map(({ id }) => id),
    tasks: nodes.filter(({ actionType }) => actionType === "create_task").length,
  };
}

const keysOf = (received: ReadonlyMap<string, Received>, runId: string): string[] =>
  [...received.keys()].filter((key) => key.startsWith(`${runId}:`)).toSorted();
