/** One way of doing a benchmark's job. */
export interface Case {
  readonly name: string;
  /** `limit`: hand-written with plain arrays, as fast as the job can honestly be done. */
  readonly role: "ours" | "limit" | "peer";
  /** Does the job once; the harness awaits promises and measures until they settle. */
  run(): unknown;
  /** How many of the benchmark's units one call does. Default 1. */
  readonly units?: number;
  /** Takes too long for the quick test that every case runs. */
  readonly slow?: boolean;
  /** What this one does less or more than the others. */
  readonly note?: string;
}

/** A peer that cannot be measured here, and why: the table says so instead of leaving it out. */
export interface Absent {
  readonly name: string;
  readonly absent: string;
}

/** A figure that the project wants: a ratio of two cases' times, or a time of one. */
export type Goal = { readonly say: string; readonly case: string } & (
  | { readonly against: string; readonly atMost: number }
  | { readonly against: string; readonly atLeast: number }
  /** The ratio itself beside that of two other cases. */
  | { readonly against: string; readonly beside: readonly [name: string, against: string]; readonly atMost: number }
  | { readonly atMostNs: number }
);

/** A benchmark: one job done by several cases, measured in turns in one process. */
export interface Benchmark {
  readonly title: string;
  /** What the job is, and of what size. */
  readonly about: string;
  /** What one unit is: "graph", "node", "run". */
  readonly unit: string;
  /** All ratios are to this case. */
  readonly baseline: string;
  readonly goals: readonly Goal[];
  /** Rounds of turns, and milliseconds that each case gets in a round. Default 15 and 40. */
  readonly rounds?: number;
  readonly turnMs?: number;
  /** Rounds before them that are not counted. Default 1. */
  readonly warmUpRounds?: number;
  /** Makes the inputs and checks once that every case does its job; throws when one does not. */
  prepare(): Promise<readonly (Case | Absent)[]>;
}

/** A benchmark that is measured elsewhere than in this process, such as in a browser, and in its own way. */
export interface Measured {
  measure(key: string): Promise<Result>;
}

/** A case's figures: nanoseconds for one unit, and how many times the baseline's that is. */
export interface Row {
  readonly name: string;
  readonly role: Case["role"];
  readonly note: string;
  /** Medians over the rounds; null where the case could not be measured. */
  readonly ns: number | null;
  readonly ratio: number | null;
}

export interface GoalResult {
  readonly say: string;
  readonly measured: string;
  readonly met: boolean;
}

export interface Result {
  readonly key: string;
  readonly title: string;
  readonly about: string;
  readonly unit: string;
  readonly baseline: string;
  readonly rows: readonly Row[];
  readonly goals: readonly GoalResult[];
  /** Where the time goes: a table of its own, header first. */
  readonly profile?: readonly (readonly string[])[];
}
