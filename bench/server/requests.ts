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
const PEER = "hand-written Fastify and pg";
const RAW = "node:http";

type Name = typeof BARE | typeof QUICK | typeof WHOLE | typeof PEER | typeof RAW;

const NOTES: Readonly<Record<Name, string>> = {
  [BARE]: "answers the same, made before",
  [QUICK]: "key, limits, gates, validation, rules, serialising, log line, metrics; the store answers from memory",
  [WHOLE]: "the same on the embedded PostgreSQL",
  [PEER]: "the same bytes from the same PostgreSQL by one prepared statement, and nothing else",
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
        goals: goalsOf(turns),
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
  const peer: Order = { kind: "handwritten", databaseUrl, serverSecret };
  const { status, answer } = await firstAnswer({ ...ours, remembered: false }, key, job);
  if (job.isHandwritten && (await firstAnswer(peer, key, job)).answer !== answer) {
    throw new Error(`${PEER} answers otherwise than ours`);
  }
  return new Map<Name, Order>([
    [BARE, { kind: "bare", status, answer }],
    [QUICK, { ...ours, remembered: true }],
    [WHOLE, { ...ours, remembered: false }],
    ...(job.isHandwritten ? [[PEER, peer] as const] : []),
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
  for (const name of [QUICK, WHOLE, PEER] as const) {
    const turn = await children.get(name)?.turn(job, 1, SECONDS);
    if (turn !== undefined) times.set(name, 1000 / turn.requestsPerSecond);
  }
  return times;
}

function toRow(name: Name, turns: readonly Turn[], base: readonly Turn[], alone: ReadonlyMap<Name, number>): Row {
  const perSecond = Math.round(median(turns.map(({ requestsPerSecond }) => requestsPerSecond)));
  const busy = Math.round(median(turns.map((turn) => turn.requestsPerSecond * turn.cpuNs)) / 1e7);
  const share = name === WHOLE ? `; ${databaseShare(alone)}` : name === PEER ? `; ${oneByOneText(alone, PEER)}` : "";
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
  return `${oneByOneText(alone, WHOLE)}, ${share} % of it the database's`;
}

const oneByOneText = (alone: ReadonlyMap<Name, number>, name: Name): string =>
  `one after the other ${alone.get(name)?.toFixed(2)} ms each`;

const requestRate = ({ requestsPerSecond }: Turn): number => requestsPerSecond;
const processorRate = ({ cpuNs }: Turn): number => 1 / cpuNs;

/** Where the client is the slower side, requests per second flatter the slower server: so the processor's time, too. */
const RATES: Readonly<Record<string, (turn: Turn) => number>> = {
  "requests per second": requestRate,
  "processor time": processorRate,
};

function goalsOf(turns: ReadonlyMap<Name, readonly Turn[]>): GoalResult[] {
  const pairs: readonly (readonly [ours: Name, peer: Name, say: string])[] = [
    [QUICK, BARE, "everything but the database keeps at least 0.5 of bare Fastify"],
    ...(turns.has(PEER) ? [[WHOLE, PEER, `with the database, ours keeps at least 0.5 of ${PEER}`] as const] : []),
  ];
  return pairs.flatMap(([ours, peer, say]) =>
    Object.entries(RATES).map(([by, rate]) => {
      const base = turns.get(peer)?.map(rate) ?? [];
      const kept = median((turns.get(ours) ?? []).map((turn, round) => rate(turn) / (base[round] ?? Number.NaN)));
      return { say: `${say}, by ${by}`, measured: `${kept.toFixed(2)} ×`, met: kept >= 0.5 };
    }),
  );
}

const ratioTo = (turns: readonly Turn[], base: readonly Turn[]): number =>
  median(turns.map(({ cpuNs }, round) => cpuNs / (base[round]?.cpuNs ?? Number.NaN)));
