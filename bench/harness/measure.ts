import { measure } from "mitata";
import type { Absent, Benchmark, Case, Goal, GoalResult, Result, Row } from "./benchmark.ts";

const MS = 1_000_000;

/**
 * Measures a benchmark's cases in turns: each round gives every case a short turn, in an order that changes from round
 * to round. A ratio is the median of the rounds' ratios, so that what disturbs the machine disturbs both sides.
 */
export async function measureBenchmark(key: string, benchmark: Benchmark): Promise<Result> {
  const listed = await benchmark.prepare();
  const cases = listed.filter((each): each is Case => "run" in each);
  const times = new Map<string, number[]>(cases.map(({ name }) => [name, []]));
  // The first rounds warm every case up and are not counted.
  for (let round = -(benchmark.warmUpRounds ?? 1); round < (benchmark.rounds ?? 15); round += 1) {
    for (const each of turned(cases, round)) {
      const ns = await turn(each, benchmark.turnMs ?? 40);
      if (round >= 0) times.get(each.name)?.push(ns);
    }
  }
  const rows = listed.map((each) => toRow(each, times, benchmark.baseline));
  const goals = benchmark.goals.map((goal) => toGoal(goal, times));
  const { title, about, unit, baseline } = benchmark;
  return { key, title, about, unit, baseline, rows, goals };
}

async function turn({ run, units = 1 }: Case, ms: number): Promise<number> {
  const { p50 } = await measure(() => run(), {
    gc: false,
    min_cpu_time: ms * MS,
    min_samples: 3,
    batch_threshold: 20_000,
    batch_samples: 512,
  });
  return p50 / units;
}

/** The cases in another order each round. */
function turned(cases: readonly Case[], round: number): Case[] {
  const from = cases.length === 0 ? 0 : ((round % cases.length) + cases.length) % cases.length;
  return [...cases.slice(from), ...cases.slice(0, from)];
}

function toRow(each: Case | Absent, times: ReadonlyMap<string, readonly number[]>, baseline: string): Row {
  const { name } = each;
  if ("absent" in each) return { name, role: "peer", note: each.absent, ns: null, ratio: null };
  const { role, note = "" } = each;
  return { name, role, note, ns: median(times.get(name) ?? []), ratio: ratioOf(name, baseline, times) };
}

function toGoal(goal: Goal, times: ReadonlyMap<string, readonly number[]>): GoalResult {
  const { say } = goal;
  if ("atMostNs" in goal) {
    const ns = median(times.get(goal.case) ?? []);
    return { say, measured: timeText(ns), met: ns <= goal.atMostNs };
  }
  const ratio =
    ratioOf(goal.case, goal.against, times) / ("beside" in goal ? ratioOf(goal.beside[0], goal.beside[1], times) : 1);
  const met = "atMost" in goal ? ratio <= goal.atMost : ratio >= goal.atLeast;
  return { say, measured: `${ratio.toFixed(2)} ×`, met };
}

/** How many times `against`'s time a case takes. */
function ratioOf(name: string, against: string, times: ReadonlyMap<string, readonly number[]>): number {
  const others = times.get(against) ?? [];
  return median((times.get(name) ?? []).map((ns, round) => ns / (others[round] ?? Number.NaN)));
}

/** The value in the middle, or between the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? Number.NaN) + high) / 2;
}

const UNITS = [
  ["s", 1_000_000_000],
  ["ms", MS],
  ["µs", 1000],
  ["ns", 1],
] as const;

/** A time with three digits: "12.3 µs". */
export function timeText(ns: number): string {
  const [unit, size] = UNITS.find(([, each]) => ns >= each) ?? ["ns", 1];
  return `${(ns / size).toPrecision(3)} ${unit}`;
}
