import type { Measured, Result, Row } from "../harness/benchmark.ts";
import { median } from "../harness/measure.ts";
import { openWorkspace, type Workspace } from "../server/workspace.ts";
import { type Child, startChild } from "./children.ts";
import { openFar } from "./far.ts";
import { openParts } from "./parts.ts";
import { EMPTY, openLoads, STEPS, type Load, type Loads } from "./loads.ts";
import type { Order } from "./protocol.ts";
import { takeTurn, type Turn } from "./turn.ts";

const MANY = [1, 2, 4] as const;
/** Steps of runs beside as many empty jobs. */
const GOAL = 1.5;
/** After some 2,000 steps Node.js compiles nothing more of what they run through. */
const COMPILING_RUNS = 400;

/** Where the database is, and how the processes use it. */
interface Place {
  readonly about: string;
  /** By `TRILHO_BENCH_DATABASE_URL`, not the embedded one. */
  readonly isGiven: boolean;
  /** What everything takes to the database, and back. */
  readonly delayMs: number;
  readonly concurrency: number;
  /** How many processes there are in a turn. */
  readonly processes: readonly number[];
  readonly rounds: number;
  /** Of each turn. */
  readonly runs: number;
  goalsOf(turns: Samples, processes: readonly number[]): Result["goals"];
}

/** Of each case, by its name, round after round. */
type Samples = ReadonlyMap<string, Turn[]>;

const caseOf = (name: string, processes: number): string =>
  `${name}, ${processes === 1 ? "1 process" : `${processes} processes`}`;

/**
 * Workers and database share the processors, which are what there is too little of. Turns are short, and the host's
 * moment counts for much in each of them.
 */
const NEAR = { delayMs: 0, concurrency: 8, rounds: 9, runs: Number(process.env["TRILHO_BENCH_RUNS"] ?? 200) };

const PLACES = {
  /** A data folder is one process's. */
  embedded: { ...NEAR, processes: [1], isGiven: false, about: "On the embedded PostgreSQL", goalsOf: goalsOfCost },
  given: { ...NEAR, processes: MANY, isGiven: true, about: "On a PostgreSQL 15 that is given", goalsOf: goalsOfCost },
  /** Workers wait for the database, and there are processors enough: what one process can do is what is short. */
  far: {
    delayMs: 2,
    concurrency: 2,
    processes: MANY,
    rounds: 3,
    runs: Number(process.env["TRILHO_BENCH_RUNS"] ?? 150),
    isGiven: false,
    about: "On the embedded PostgreSQL behind a proxy that holds back what passes it, for 2 ms each way",
    goalsOf: goalsOfGrowth,
  },
} as const satisfies Record<string, Place>;

/** Steps of runs beside empty jobs of a queue library, on the same database, in turns, by any number of processes. */
export const throughput = (where: keyof typeof PLACES): Measured => ({
  async measure(key) {
    const place: Place = PLACES[where];
    const given = place.isGiven ? process.env["TRILHO_BENCH_DATABASE_URL"] : undefined;
    if (place.isGiven && given === undefined) return notGiven(key);
    const workspace = await openWorkspace(given);
    try {
      return resultOf(key, place, await measureAlternately(workspace, place));
    } finally {
      await workspace.close();
    }
  },
});

async function measureAlternately({ databaseUrl, serverSecret }: Workspace, place: Place): Promise<Samples> {
  const parts = openParts(databaseUrl, serverSecret);
  const loads = await openLoads(databaseUrl, parts);
  const far = await openFar(databaseUrl, place.delayMs);
  const order = {
    databaseUrl: place.delayMs === 0 ? databaseUrl : far.url,
    serverSecret,
    concurrency: place.concurrency,
  };
  const most = Math.max(...place.processes);
  const [ours, empty] = await Promise.all([
    startCrew({ ...order, kind: "ours" }, most),
    startCrew({ ...order, kind: "empty" }, most),
  ]);
  const turns = new Map<string, Turn[]>();
  try {
    // Every process has all its code compiled before anything is counted.
    for (const load of loadsAt(loads, place)) {
      await takeTurn(parts.db, load.kind === "ours" ? ours : empty, load, most * COMPILING_RUNS);
    }
    for (let round = 0; round < place.rounds; round += 1) {
      for (const processes of place.processes) {
        for (const load of loadsAt(loads, place)) {
          const crew = (load.kind === "ours" ? ours : empty).slice(0, processes);
          const turn = await takeTurn(parts.db, crew, load, place.runs);
          const name = caseOf(load.name, processes);
          turns.set(name, [...(turns.get(name) ?? []), turn]);
        }
      }
    }
    return turns;
  } finally {
    await Promise.all([...ours, ...empty].map((child) => child.close()));
    await far.close();
    await loads.close();
    await parts.db.destroy();
  }
}

const startCrew = (order: Order, processes: number): Promise<Child[]> =>
  Promise.all(Array.from({ length: processes }, () => startChild(order)));

/** What a read of the deal adds is seen where the database is near. */
const loadsAt = ({ steps, reading, empty }: Loads, { delayMs }: Place): Load[] =>
  delayMs === 0 ? [steps, reading, empty] : [steps, empty];

function resultOf(key: string, place: Place, turns: Samples): Result {
  const baseline = caseOf(EMPTY, 1);
  return {
    key,
    title: "one step",
    about:
      `${place.about}: ${place.runs} runs of 5 actions on other systems (which do nothing) against ${place.runs * 5} empty jobs of pg-boss, a queue on PostgreSQL; ` +
      `${place.concurrency} at the same time in each process. A step is the way from one action to the next: in one transaction the run is locked, what became of the ` +
      "action and the step is written, and that the next one is under way. One claim takes a run through all its steps; an empty job is fetched and completed. " +
      "Processes had been at it before each turn. Beside how many a second: the processor time that one takes of the workers and of the database, all processes of each.",
    unit: "step or job",
    baseline,
    rows: [...turns].map(([name, list]) => rowOf(name, list, turns.get(baseline) ?? [])),
    goals: place.goalsOf(turns, place.processes),
  };
}

function notGiven(key: string): Result {
  const note = "TRILHO_BENCH_DATABASE_URL names no empty database";
  const rows: Row[] = [{ name: STEPS, role: "ours", note, ns: null, ratio: null }];
  const about = "The same on a PostgreSQL that is given.";
  return { key, title: "one step", about, unit: "step or job", baseline: EMPTY, rows, goals: [] };
}

function rowOf(name: string, list: readonly Turn[], base: readonly Turn[]): Row {
  const ns = median(list.map((turn) => turn.ns));
  const perSecond = Math.round(1e9 / ns).toLocaleString("en");
  const [workers, database] = [median(list.map((turn) => turn.workersUs)), median(list.map((turn) => turn.databaseUs))];
  return {
    name,
    role: name.startsWith(EMPTY) ? "peer" : "ours",
    note: `${perSecond} a second; ${Math.round(workers)} + ${Math.round(database)} µs of a processor`,
    ns,
    ratio: ratioOf(list, base, (turn) => turn.ns),
  };
}

/** Where processors are short, more processes can only be no dearer; the library's empty jobs say what a job costs. */
function goalsOfCost(turns: Samples, some: readonly number[]): Result["goals"] {
  const of = (name: string, processes: number): Turn[] => turns.get(caseOf(name, processes)) ?? [];
  const beside = some.map((processes) => {
    const ratio = ratioOf(of(EMPTY, processes), of(STEPS, processes), (turn) => turn.ns);
    return atLeast(
      `${caseOf("steps", processes)}: at least ${GOAL} times as many a second as the library's empty jobs`,
      ratio,
      GOAL,
    );
  });
  const dearer = some.slice(1).map((processes) => {
    const ratio = ratioOf(of(STEPS, processes), of(STEPS, 1), (turn) => turn.workersUs + turn.databaseUs);
    const say = `${caseOf("steps", processes)}: at most 1.1 times the processor time that a step takes with one`;
    return { say, measured: `${ratio.toFixed(2)} ×`, met: ratio <= 1.1 };
  });
  return [...beside, ...dearer];
}

/** Where workers are what is short, twice as many do nearly twice as much. */
function goalsOfGrowth(turns: Samples, some: readonly number[]): Result["goals"] {
  const of = (processes: number): Turn[] => turns.get(caseOf(STEPS, processes)) ?? [];
  return some.slice(1).map((processes) => {
    const growth = ratioOf(of(1), of(processes), (turn) => turn.ns);
    const wanted = processes * 0.8;
    return atLeast(`${caseOf("steps", processes)}: at least ${wanted} times as many a second as one`, growth, wanted);
  });
}

const atLeast = (say: string, ratio: number, wanted: number) => ({
  say,
  measured: `${ratio.toFixed(2)} ×`,
  met: ratio >= wanted,
});

/** The median of the rounds' ratios. */
const ratioOf = (list: readonly Turn[], base: readonly Turn[], figure: (turn: Turn) => number): number =>
  median(list.map((turn, round) => figure(turn) / (base[round] === undefined ? Number.NaN : figure(base[round]))));
