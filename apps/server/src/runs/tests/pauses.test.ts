import { ACTION_TYPES, type ActionType } from "@trilho/engine/contract";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import { succeeded, type ActionCall, type Actions } from "../action.ts";
import { createDispatcher } from "../dispatcher.ts";
import { createExecutor } from "../executor.ts";
import { createPlans } from "../plans.ts";
import { pauseRuns, takeUpRuns } from "../pauses.ts";
import type { Store } from "../model/stores.ts";
import { startTestApi, type TestApi } from "../../app/testing/api.ts";
import { createStore } from "../../app/store.ts";
import { fail } from "../../testing/open-test-store.ts";
import { createRunner, type Runner } from "../runner.ts";
import { chain } from "../testing/graphs.ts";

const hook = { type: "action" as const, actionType: "webhook" as const, config: { url: "https://example.com" } };
const stored = { type: "action" as const, actionType: "add_tag" as const, config: { tagIds: ["t1"] } };
const end = { type: "end" as const };
const CONCURRENCY = 2;

/** As two processes on one database. */
interface Process {
  store: Store;
  runner: Runner;
}

let api: TestApi;
let processes: Process[];
/** Runs whose action began, in that order; each ends when it is let go. */
let begun: string[] = [];
let held: (() => void)[] = [];
let isHolding = false;

const perform = async ({ run }: ActionCall) => {
  begun.push(run.id);
  if (isHolding) await new Promise<void>((resolve) => held.push(resolve));
  return succeeded();
};

function letGo(): void {
  isHolding = false;
  for (const go of held.splice(0)) go();
}

async function startProcess(): Promise<Process> {
  const { db, serverSecret } = api.app.opened;
  const store = createStore(db, serverSecret, fail);
  const actions = Object.fromEntries(
    ACTION_TYPES.map((type: ActionType) => [
      type,
      type === "webhook"
        ? { where: "outside", perform }
        : { where: "inside", perform: (_: Store, call: ActionCall) => perform(call) },
    ]),
  ) as unknown as Actions;
  const executor = createExecutor({ store, actions, planOf: createPlans(), render: (_, config) => config });
  const dispatcher = createDispatcher(store);
  const runner = createRunner({ store, executor, dispatcher, concurrency: CONCURRENCY, onError: fail });
  runner.start();
  return { store, runner };
}

beforeAll(async () => {
  api = await startTestApi();
  processes = [await startProcess(), await startProcess()];
});
afterAll(async () => {
  letGo();
  await Promise.all(processes.map(({ runner }) => runner.stop()));
  await api.app.close();
});
beforeEach(() => {
  begun = [];
  held = [];
  isHolding = false;
});
afterEach(async () => {
  letGo();
  for (const kind of ["server", "workspace"] as const) await one().store.pauses.set(scopeOf(kind, ""), false);
  for (const id of made.splice(0)) await api.call("DELETE", `/automations/${id}`);
});

const one = (): Process => {
  const [first] = processes;
  if (first === undefined) throw new Error("No process");
  return first;
};

const made: string[] = [];

async function automation(...nodes: Parameters<typeof chain>): Promise<{ id: string }> {
  const { id } = await api.create({ enabled: true, triggerType: "deal_created", graphDefinition: chain(...nodes) });
  made.push(id);
  return { id };
}

async function addDeals(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const { status } = await api.call("POST", "/deals", { json: { name: `Solar kit ${at}` } });
    expect(status).toBe(201);
  }
  for (const { runner } of processes) runner.wake();
}

interface Row {
  id: string;
  status: string;
  isKept: boolean;
}

const runsOf = async (automationId: string): Promise<Row[]> =>
  (
    await sql<Row>`select id, status, is_paused as "isKept" from runs where automation_id = ${automationId}
      order by next_attempt_at, created_at`.execute(api.app.opened.db)
  ).rows;

const statusesOf = async (automationId: string): Promise<string[]> =>
  (await runsOf(automationId)).map(({ status }) => status).toSorted();

const become = (automationId: string, statuses: string[]) =>
  vi.waitFor(async () => expect(await statusesOf(automationId)).toEqual(statuses), 20_000);

/** Every run that was due was taken, and is in nobody's hands. */
const settle = () =>
  vi.waitFor(async () => {
    const { rows } = await sql`
      select from runs where status in ('queued', 'running', 'waiting') and not is_paused
        and (next_attempt_at <= now() or lease_until > now())`.execute(api.app.opened.db);
    expect(rows).toHaveLength(0);
  }, 20_000);

type Kind = "automation" | "workspace" | "server";

const scopeOf = (kind: Kind, automationId: string) =>
  kind === "server"
    ? ({ kind } as const)
    : kind === "workspace"
      ? ({ kind, workspaceId: api.workspace.id } as const)
      : ({ kind, workspaceId: api.workspace.id, automationId, by: null } as const);

const pause = (kind: Kind, id = "") => pauseRuns(one().store, scopeOf(kind, id));

async function resume(kind: Kind, id = ""): Promise<void> {
  await one().store.pauses.set(scopeOf(kind, id), false);
  await takeUpRuns(one().store);
  for (const { runner } of processes) runner.wake();
}

const off = (id: string) => api.call("PATCH", `/automations/${id}/enabled`, { json: { enabled: false } });

describe("runs that are paused", () => {
  it.each(["automation", "workspace", "server"] as const)(
    "by their %s queue, and are done after it is resumed",
    async (kind) => {
      const { id } = await automation(stored, end);
      await pause(kind, id);
      await addDeals(3);
      await become(id, ["queued", "queued", "queued"]);
      await settle();
      expect(begun).toEqual([]);
      expect((await runsOf(id)).map(({ isKept }) => isKept)).toEqual([true, true, true]);
      await resume(kind, id);
      await become(id, ["completed", "completed", "completed"]);
    },
  );

  it("go on in the order in which they were due, no more at once than there are workers", async () => {
    const { id } = await automation(hook, end);
    await pause("automation", id);
    await addDeals(9);
    await vi.waitFor(async () => expect(await runsOf(id)).toHaveLength(9), 20_000);
    await settle();
    // Those that were started together are due at the same moment.
    await sql`update runs set next_attempt_at = now() - (random() * 1000 || ' seconds')::interval
      where automation_id = ${id}`.execute(api.app.opened.db);
    const due = (await runsOf(id)).map((run) => run.id);
    isHolding = true;
    await resume("automation", id);
    const places = CONCURRENCY * processes.length;
    await vi.waitFor(() => expect(begun).toHaveLength(places), 20_000);
    expect(begun.toSorted()).toEqual(due.slice(0, places).toSorted());
    letGo();
    await become(
      id,
      Array.from({ length: 9 }, () => "completed"),
    );
  });

  it("do not keep events of other automations of their workspace from starting runs", async () => {
    const [paused, other] = [await automation(stored, end), await automation(stored, end)];
    await pause("automation", paused.id);
    // More than may wait for a worker of one workspace.
    await sql`insert into runs (workspace_id, id, automation_id, automation_version, status, trigger_type, event_id,
        next_attempt_at, is_paused)
      select ${api.workspace.id}, gen_random_uuid()::text, ${paused.id}, 1, 'queued', 'deal_created',
        gen_random_uuid()::text, now(), true from generate_series(1, 201)`.execute(api.app.opened.db);
    await addDeals(1);
    await become(other.id, ["completed"]);
  });

  it("stay where they are while something else pauses them", async () => {
    const { id } = await automation(stored, end);
    await pause("automation", id);
    await pause("workspace");
    await addDeals(1);
    await become(id, ["queued"]);
    await settle();
    await resume("automation", id);
    await settle();
    expect(await runsOf(id)).toMatchObject([{ status: "queued", isKept: true }]);
    await resume("workspace");
    await become(id, ["completed"]);
  });

  it("are skipped when they are resumed after their automation was switched off, and not before", async () => {
    const { id } = await automation(stored, end);
    await pause("automation", id);
    await addDeals(1);
    await become(id, ["queued"]);
    await settle();
    await off(id);
    expect(await statusesOf(id)).toEqual(["queued"]);
    await resume("automation", id);
    await become(id, ["skipped"]);
  });

  it("go on by themselves where who resumed them let none go", async () => {
    const { id } = await automation(stored, end);
    await pause("automation", id);
    await addDeals(2);
    await become(id, ["queued", "queued"]);
    await settle();
    await one().store.pauses.set(scopeOf("automation", id), false);
    await become(id, ["completed", "completed"]);
  });

  it("are none of tests", async () => {
    const { id } = await automation(stored, end);
    await pause("automation", id);
    await pause("server");
    const { seq } = (await api.call("POST", "/deals", { json: { name: "Roof" } })).body.data;
    await become(id, ["queued"]);
    expect((await api.call("POST", `/automations/${id}/try`, { json: { dealSeq: seq } })).status).toBe(201);
    for (const { runner } of processes) runner.wake();
    await become(id, ["completed", "queued"]);
  });

  it("do not count a tick that they did not get", async () => {
    const { id } = await automation(stored, end);
    await pause("automation", id);
    await addDeals(1);
    await become(id, ["queued"]);
    await settle();
    const { db } = api.app.opened;
    const [run] = await runsOf(id);
    // As two processes leave it that ended with its ticks.
    await sql`update runs set is_paused = false, tick_failures = 1, lease_until = now() where id = ${run?.id}`.execute(
      db,
    );
    const state = async () =>
      (await sql`select tick_failures, lease_until, is_paused from runs where id = ${run?.id}`.execute(db)).rows;
    await vi.waitFor(
      async () => expect(await state()).toEqual([{ tick_failures: 1, lease_until: null, is_paused: true }]),
      20_000,
    );
  });

  it("end the action that is under way, and begin no other", async () => {
    const { id } = await automation(hook, stored, hook, end);
    isHolding = true;
    await addDeals(1);
    await vi.waitFor(() => expect(begun).toHaveLength(1), 20_000);
    await pause("automation", id);
    letGo();
    await vi.waitFor(async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::integer as count from run_effects
        where run_id = ${begun[0]}`.execute(api.app.opened.db);
      expect(rows).toEqual([{ count: 1 }]);
    }, 20_000);
    await settle();
    expect(begun).toHaveLength(1);
    await resume("automation", id);
    await become(id, ["completed"]);
    expect(begun).toHaveLength(3);
  });
});

test("once a pause has answered, no action begins in any process that was not under way", async () => {
  const { id } = await automation(hook, stored, hook, stored, hook, stored, hook, stored, hook, end);
  await addDeals(12);
  await vi.waitFor(() => expect(begun.length).toBeGreaterThan(10), 20_000);
  await pause("automation", id);
  const before = begun.length;
  const underWay = new Set((await runsOf(id)).flatMap((run) => (run.status === "running" ? [run.id] : [])));
  await settle();
  const later = begun.slice(before);
  expect(later.filter((run) => !underWay.has(run))).toEqual([]);
  expect(new Set(later).size).toBe(later.length);
  await resume("automation", id);
  await become(
    id,
    Array.from({ length: 12 }, () => "completed"),
  );
  expect(begun).toHaveLength(12 * 9);
});

/** An automation that is paused before its only run begins. */
async function pausedRun() {
  const { id } = await automation(stored, end);
  await pause("automation", id);
  await addDeals(1);
  await become(id, ["queued"]);
  await settle();
  const [run] = await runsOf(id);
  return { id, run };
}

/** Until somebody's statement with these words waits for a lock. */
const waitingFor = (words: string) =>
  vi.waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where wait_event_type = 'Lock' and query like ${`%${words}%`}`.execute(api.app.opened.db);
    expect(rows).toHaveLength(1);
  }, 20_000);

test("a pause waits for who has a run in hand", async () => {
  const { id, run } = await pausedRun();
  const { db } = api.app.opened;
  const { store } = one();
  // As it was before the pause.
  await sql`update runs set is_paused = false where id = ${run?.id}`.execute(db);
  let isAnswered = false;
  let pausing: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (trx) => {
    await sql`select from runs where id = ${run?.id} for update`.execute(trx);
    pausing = store.pauses.hold(scopeOf("automation", id)).then(() => (isAnswered = true));
    await waitingFor("due as materialized");
    expect(isAnswered).toBe(false);
  });
  await pausing;
  expect(await runsOf(id)).toMatchObject([{ isKept: true }]);
});

test("who read a run before it was paused, and got it after, finds it paused", async () => {
  const { id, run } = await pausedRun();
  const { db } = api.app.opened;
  const { store } = one();
  // As it was before the pause.
  await sql`update automations set runs_paused_at = null where id = ${id}`.execute(db);
  let reading: Promise<boolean | undefined> = Promise.resolve(undefined);
  await db.transaction().execute(async (trx) => {
    await sql`update runs set is_paused = false where id = ${run?.id}`.execute(trx);
    await sql`update runs set is_paused = true where id = ${run?.id}`.execute(trx);
    reading = store.runs.hold(api.workspace.id, run?.id ?? "").then((read) => read?.isPaused);
    await waitingFor("hold_run");
  });
  expect(await reading).toBe(true);
});
