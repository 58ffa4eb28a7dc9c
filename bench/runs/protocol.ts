/** What a process at runs is told when it starts, as JSON in its first argument. */
export interface Order {
  /** `ours` takes runs further; `empty` has pg-boss's workers do jobs in which nothing happens. */
  readonly kind: "ours" | "empty";
  readonly databaseUrl: string;
  readonly serverSecret: string;
  /** Runs, or jobs, at the same time. */
  readonly concurrency: number;
}

/** What it is asked: to work, to look at once whether there is something to do, to work no more, what it has used. */
export type Question = "begin" | "look" | "end" | "usage";

/** It says when it is ready, and answers each question once that is done; its processor time so far in µs. */
export type Message = "ready" | { readonly cpuUs: number };

export const EMPTY_QUEUE = "empty";
