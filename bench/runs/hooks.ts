import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pass } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import { openPool } from "@trilho/server/platform/database/open/postgres";
import type { Database } from "@trilho/server/platform/database/schema/database";
import type { Kysely } from "kysely";
import type { Measured, Row } from "../harness/benchmark.ts";
import { median } from "../harness/measure.ts";
import { openWorkspace, type Workspace } from "../server/workspace.ts";
import { closed } from "./children.ts";
import { databaseCpuUs } from "./database-cpu.ts";
import { hasOpenRuns } from "./fill.ts";
import { beginProfile, readProfile, STATEMENTS } from "./hook-profile.ts";
import { fail } from "./parts.ts";

const SERVER = fileURLToPath(new URL("./hook-server.js", import.meta.url));
const CALLS = Number(process.env["TRILHO_BENCH_CALLS"] ?? 2000);
const ROUNDS = Number(process.env["TRILHO_BENCH_ROUNDS"] ?? 3);
const CONNECTIONS = 8;
const DEALS = 100;
const GOAL = 200;
const CALLED = "from the first call to the last run's end";

interface Turn {
  readonly ns: number;
  readonly serverUs: number;
  readonly databaseUs: number;
}

/** A server with an automation that is called. */
interface Server {
  readonly db: Kysely<Database>;
  call(amount: number): Promise<void>;
  usage(): Promise<[server: number, database: number]>;
  close(): Promise<void>;
}

async function startServer(databaseUrl: string, { serverSecret, key }: Workspace): Promise<Server> {
  const db = openPool(databaseUrl, fail);
  const child = fork(SERVER, [JSON.stringify({ databaseUrl, serverSecret })]);
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  const url = `http://127.0.0.1:${port}`;
  const hook = await addHook(`${url}/api/v1`, key);
  return {
    db,
    call: (amount) => callAll(db, url + hook.path, hook.deals, amount),
    async usage() {
      const answer = once(child, "message") as Promise<[{ cpuUs: number }]>;
      child.send("usage");
      return [(await answer)[0].cpuUs, await databaseCpuUs(db)];
    },
    async close() {
      await closed(child);
      await db.destroy();
    },
  };
}

/** Calls from outside whose runs take a condition and change a deal twice; client, server and database together. */
export const hooks: Measured = {
  async measure(key) {
    const workspace = await openWorkspace();
    try {
      const turns = await takeTurns(workspace);
      const of = (figure: (turn: Turn) => number): number => median(turns.map(figure));
      const ns = of((turn) => turn.ns);
      const perSecond = 1e9 / ns;
      const row: Row = {
        name: CALLED,
        role: "ours",
        note: `${perSecond.toFixed(0)} a second; ${of((turn) => turn.serverUs).toFixed(0)} + ${of((turn) => turn.databaseUs).toFixed(0)} µs of a processor`,
        ns,
        ratio: 1,
      };
      return {
        key,
        title: "one run",
        about: `${CALLS} calls to an incoming webhook over ${CONNECTIONS} connections. Each starts a run that takes a condition on its deal and moves that to another stage and back; ${DEALS} deals in turn, so that calls of the same moment are about the same deal. Beside how many runs a second: the processor time that one takes of the server and of the database. What the database does for one run was counted apart, while it counted its statements.`,
        unit: "run",
        baseline: CALLED,
        rows: [row],
        goals: [{ say: `at least ${GOAL} runs a second`, measured: perSecond.toFixed(0), met: perSecond >= GOAL }],
        profile: await profileOf(workspace),
      };
    } finally {
      await workspace.close();
    }
  },
};

async function takeTurns(workspace: Workspace): Promise<Turn[]> {
  const { call, usage, close } = await startServer(workspace.databaseUrl, workspace);
  const turns: Turn[] = [];
  await call(CALLS / 4);
  for (let round = 0; round < ROUNDS; round += 1) {
    const [server, database] = await usage();
    const from = performance.now();
    await call(CALLS);
    const ns = ((performance.now() - from) * 1e6) / CALLS;
    const [serverNow, databaseNow] = await usage();
    turns.push({ ns, serverUs: (serverNow - server) / CALLS, databaseUs: (databaseNow - database) / CALLS });
  }
  await close();
  return turns;
}

async function profileOf(workspace: Workspace): Promise<string[][]> {
  const { db, call, close } = await startServer(await workspace.restart(STATEMENTS), workspace);
  await call(CALLS / 4);
  await beginProfile(db);
  await call(CALLS);
  const profile = await readProfile(db, CALLS);
  await close();
  return profile;
}

interface Called {
  path: string;
  deals: number[];
}

async function addHook(url: string, key: string): Promise<Called> {
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return (await response.json()).data;
  };
  const [{ stages }] = await ask("GET", "/pipelines");
  const [first, second] = stages as { id: string; isWon: boolean; isLost: boolean }[];
  const query = { combinator: "and", rules: [{ field: "deal.value", operator: ">=", value: 0 }] };
  const { triggerConfig } = await ask("POST", "/automations", {
    name: "Called",
    enabled: true,
    triggerType: "incoming_webhook",
    triggerConfig: { auth: "none", dealSeqPath: "deal" },
    graphDefinition: {
      version: 2,
      nodes: [
        { id: "start", type: "trigger" },
        { id: "has", type: "condition", condition: { branches: [{ id: "value", query }] } },
        move("there", second?.id),
        move("back", first?.id),
        { id: "end", type: "end" },
      ],
      edges: [
        { id: "a", source: "start", target: "has" },
        { id: "b", source: "has", target: "there", sourceHandle: "branch_value" },
        { id: "c", source: "there", target: "back" },
        { id: "d", source: "back", target: "end" },
      ],
    },
  });
  const deals: number[] = [];
  for (let each = 0; each < DEALS; each += 1) {
    const { seq } = await ask("POST", "/deals", { name: `Called ${each}`, stageId: first?.id, value: 10 });
    deals.push(seq);
  }
  return { path: `/hooks/automations/${triggerConfig.hookToken}`, deals };
}

const move = (id: string, targetStageId: string | undefined) => ({
  id,
  type: "action",
  actionType: "move_stage",
  config: { targetStageId },
});

/** Calls, and waits until all that follows is done. */
async function callAll(db: Kysely<Database>, url: string, deals: readonly number[], amount: number): Promise<void> {
  const headers = { "content-type": "application/json" };
  const requests = deals.map((deal) => ({ method: "POST" as const, body: JSON.stringify({ deal }) }));
  const { non2xx, errors } = await autocannon({ url, connections: CONNECTIONS, amount, headers, requests });
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} calls failed`);
  while ((await hasEvents(db)) || (await hasOpenRuns(db))) await pass(20);
}

async function hasEvents(db: Kysely<Database>): Promise<boolean> {
  const waiting = db.selectFrom("events").select("id").where("dispatched_at", "is", null);
  return (await waiting.limit(1).executeTakeFirst()) !== undefined;
}
