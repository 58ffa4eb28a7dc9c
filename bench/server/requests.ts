import type { GoalResult, Measured, Row } from "../harness/benchmark.ts";
import { median } from "../harness/measure.ts";
import { startChild, type Child, type Turn } from "./child.ts";
import type { Job } from "./jobs.ts";
import type { Order } from "./protocol.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 16;

const BARE = "bare Fastify";
const QUICK = "ours, but for the database";
const WHOLE = "ours, with the database";
const RAW = "node:http";

type Name = typeof BARE | typeof QUICK | typeof WHOLE | typeof RAW;

const NOTES: Readonly<Record<Name, string>> = {
  [BARE]: "answers the same, made before",
  [QUICK]: "key, limits, gates, validation, rules, serialising, log line, metrics; the store answers from memory",
  [WHOLE]: "the same on the embedded PostgreSQL",
  [RAW]: "answers the same, made before",
};

/** Requests of one kind to servers in processes of their own, in turns. Times are the servers' processor time. */
export const requests = (job: Job): Measured => ({
  async measure(key) {
    const workspace = await openWorkspace();
    const children = new Map<Name, Child>();
    try {
      for (const [name, order] of await ordersOf(workspace, job)) {
        children.set(name, await startChild(order, { authorization: `Bearer ${workspace.key}` }));
      }
      const turns = await measureAlternately(children, job);
      const alone = await oneByOne(children, job);
      return {
        key,
        title: job.name,
        about:
          `${job.method} ${job.path.split("?")[0]} over ${CONNECTIONS} connections, from another process. Times are ` +
          `the server's processor time for a request; requests per second and how busy one processor was with them beside: ` +
          `where it is far from 100 %, the client or the machine was the slower side.`,
        unit: "request",
        baseline: BARE,
        rows: [...turns].map(([name, list]) => toRow(name, list, turns.get(BARE) ?? [], alone)),
        goals: [
          halfOfBare(turns, "requests per second", requestRate),
          halfOfBare(turns, "processor time", processorRate),
        ],
      };
    } finally {
      for (const child of children.values()) await child.close();
      await workspace.close();
    }
  },
});

/** The others answer what ours answers. */
async function ordersOf({ databaseUrl, serverSecret, key }: Workspace, job: Job): Promise<Map<Name, Order>> {
  const ours = { kind: "ours", databaseUrl, serverSecret } as const;
  const { status, answer } = await firstAnswer({ ...ours, remembered: false }, key, job);
  return new Map<Name, Order>([
    [BARE, { kind: "bare", status, answer }],
    [QUICK, { ...ours, remembered: true }],
    [WHOLE, { ...ours, remembered: false }],
    [RAW, { kind: "raw", status, answer }],
  ]);
}

async function firstAnswer(order: Order, key: string, { method, path, body }: Job) {
  const child = await startChild(order, {});
  try {
    const response = await fetch(`${child.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body !== undefined && { body }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return { status: response.status, answer: await response.text() };
  } finally {
    await child.close();
  }
}

async function measureAlternately(children: ReadonlyMap<Name, Child>, job: Job): Promise<Map<Name, Turn[]>> {
  const turns = new Map<Name, Turn[]>([...children.keys()].map((name) => [name, []]));
  const names = [...children.keys()];
  // The first round warms up and is not counted.
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const turn = await children.get(name)?.turn(job, CONNECTIONS, SECONDS);
      if (round >= 0 && turn !== undefined) turns.get(name)?.push(turn);
    }
  }
  return turns;
}

/** Milliseconds of one request after the other. */
async function oneByOne(children: ReadonlyMap<Name, Child>, job: Job): Promise<Map<Name, number>> {
  const times = new Map<Name, number>();
  for (const name of [QUICK, WHOLE] as const) {
    const turn = await children.get(name)?.turn(job, 1, SECONDS);
    if (turn !== undefined) times.set(name, 1000 / turn.requestsPerSecond);
  }
  return times;
}

function toRow(name: Name, turns: readonly Turn[], base: readonly Turn[], alone: ReadonlyMap<Name, number>): Row {
  const perSecond = Math.round(median(turns.map(({ requestsPerSecond }) => requestsPerSecond)));
  const busy = Math.round(median(turns.map((turn) => turn.requestsPerSecond * turn.cpuNs)) / 1e7);
  const share = name === WHOLE ? `; ${databaseShare(alone)}` : "";
  return {
    name,
    role: name === RAW ? "limit" : name === BARE ? "peer" : "ours",
    note: `${perSecond.toLocaleString("en")} requests/s, ${busy} % busy; ${NOTES[name]}${share}`,
    ns: median(turns.map(({ cpuNs }) => cpuNs)),
    ratio: ratioTo(turns, base),
  };
}

function databaseShare(alone: ReadonlyMap<Name, number>): string {
  const [quick = Number.NaN, whole = Number.NaN] = [alone.get(QUICK), alone.get(WHOLE)];
  const share = Math.round((1 - quick / whole) * 100);
  return `one after the other ${whole.toFixed(2)} ms each, ${share} % of it the database's`;
}

const requestRate = ({ requestsPerSecond }: Turn): number => requestsPerSecond;
const processorRate = ({ cpuNs }: Turn): number => 1 / cpuNs;

/** Where the client is the slower side, requests per second flatter the slower server: so the processor's time, too. */
function halfOfBare(turns: ReadonlyMap<Name, readonly Turn[]>, by: string, rate: (turn: Turn) => number): GoalResult {
  const base = turns.get(BARE)?.map(rate) ?? [];
  const kept = median((turns.get(QUICK) ?? []).map((turn, round) => rate(turn) / (base[round] ?? Number.NaN)));
  const say = `everything but the database keeps at least 0.5 of bare Fastify, by ${by}`;
  return { say, measured: `${kept.toFixed(2)} ×`, met: kept >= 0.5 };
}

const ratioTo = (turns: readonly Turn[], base: readonly Turn[]): number =>
  median(turns.map(({ cpuNs }, round) => cpuNs / (base[round]?.cpuNs ?? Number.NaN)));
