import { setTimeout as pass } from "node:timers/promises";
import type { Kysely } from "kysely";
import { expect } from "vitest";
import type { Database } from "../../platform/database/schema/database.ts";
import { chain } from "../../runs/testing/graphs.ts";

/* What happens around a failover: other systems that send leads and ask for health, and what came of all of it. */

/** What was acknowledged of what was sent. */
interface Acknowledged {
  /** Names of those that call the automation's address, under keys of their own, until they are acknowledged. */
  called: Set<string>;
  /** Names of deals that were sent once. */
  created: Set<string>;
  /** What was answered beside that, by status; 0 for no answer at all. */
  refused: Map<number, number>;
  /** Of each 503, what it asks to wait, s. */
  waits: Set<string | null>;
}

interface Senders {
  acknowledged: Acknowledged;
  /** Once all was sent. */
  done: Promise<void>;
}

interface Order {
  api: string;
  hook: string;
  key: string;
  calls: number;
  deals: number;
  atOnce: number;
}

/** Sends calls and deals in turn, some at once. */
export function startSenders({ api, hook, key, calls, deals, atOnce }: Order): Senders {
  const acknowledged: Acknowledged = { called: new Set(), created: new Set(), refused: new Map(), waits: new Set() };
  const json = { "content-type": "application/json" };

  async function send(url: string, headers: Record<string, string>, body: object): Promise<boolean> {
    const request = { method: "POST", headers: { ...json, ...headers }, body: JSON.stringify(body) };
    const answer = await fetch(url, request).catch(() => null);
    await answer?.arrayBuffer().catch(() => undefined);
    if (answer?.ok === true) return true;
    const status = answer?.status ?? 0;
    acknowledged.refused.set(status, (acknowledged.refused.get(status) ?? 0) + 1);
    if (status === 503) acknowledged.waits.add(answer?.headers.get("retry-after") ?? null);
    return false;
  }

  async function call(index: number): Promise<void> {
    const name = `called-${index}`;
    const body = { name, phone: `+55119${70_000_000 + index}` };
    // Sooner than it is asked to, so that it is there at every moment of the outage.
    while (!(await send(hook, { "idempotency-key": name }, body))) await pass(300);
    acknowledged.called.add(name);
  }

  async function create(index: number): Promise<void> {
    const name = `sent-${index}`;
    const isDone = await send(`${api}/deals`, { authorization: `Bearer ${key}` }, { name });
    if (isDone) acknowledged.created.add(name);
  }

  const left = [
    ...Array.from({ length: calls }, (_, index) => ({ at: index / calls, work: () => call(index) })),
    ...Array.from({ length: deals }, (_, index) => ({ at: index / deals, work: () => create(index) })),
  ].toSorted((a, b) => a.at - b.at);
  async function sendAll(): Promise<void> {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await next.work();
  }
  return { acknowledged, done: Promise.all(Array.from({ length: atOnce }, sendAll)).then(() => undefined) };
}

/** Asks for readiness again and again. */
interface Health {
  /** Waits until that is the answer. */
  says(answer: string): Promise<void>;
  stop(): Promise<void>;
}

export function watchHealth(url: string): Health {
  const stopping = new AbortController();
  let last = "";
  async function look(): Promise<void> {
    while (!stopping.signal.aborted) {
      const answer = await fetch(`${url}health/ready`).catch(() => null);
      const { error } = ((await answer?.json().catch(() => null)) ?? {}) as { error?: string };
      last = `${answer?.status ?? 0} ${error ?? "ready"}`;
      await pass(200, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
  const looking = look();
  return {
    says: (answer) => expect.poll(() => last, { timeout: 60_000 }).toBe(answer),
    stop() {
      stopping.abort();
      return looking;
    },
  };
}

/** A task, a call of another system, an e-mail. */
export const graphFor = (url: string) =>
  chain(
    { type: "action", actionType: "create_task", config: { title: "Call back" } },
    { type: "action", actionType: "webhook", config: { url } },
    {
      type: "action",
      actionType: "send_email",
      config: { to: "sales@acme.example", subject: "{{ deal.name }}", body: "New" },
    },
    { type: "end" },
  );

/** A run of the automation: which deal it is about, how it stands, and what it did. */
interface RunOutcome {
  id: string;
  deal: string;
  status: string;
  steps: string[];
  tasks: number;
}

export async function readRuns(db: Kysely<Database>, automationId: string): Promise<RunOutcome[]> {
  const runs = await db
    .selectFrom("runs")
    .innerJoin("deals", (join) =>
      join.onRef("deals.workspace_id", "=", "runs.workspace_id").onRef("deals.id", "=", "runs.deal_id"),
    )
    .where("runs.automation_id", "=", automationId)
    .select(["runs.id", "runs.deal_id", "runs.status", "deals.name"])
    .execute();
  const tasks = await db.selectFrom("tasks").select("deal_id").execute();
  const steps = await db.selectFrom("run_steps").select(["run_id", "node_id", "why"]).orderBy("seq").execute();
  return runs.map(({ id, deal_id, status, name }) => ({
    id,
    status,
    deal: name,
    tasks: tasks.filter((task) => task.deal_id === deal_id).length,
    steps: steps.filter(({ run_id }) => run_id === id).map(({ node_id, why }) => `${node_id} ${why.code}`),
  }));
}
