/** What a process at runs is told when it starts, as JSON in its first argument. */
export interface Order {
  /** `ours` takes runs further; `empty` has the queue's own workers do jobs in which nothing happens. */
  readonly kind: "ours" | "empty";
  readonly databaseUrl: string;
  readonly serverSecret: string;
  /** Jobs at the same time. */
  readonly concurrency: number;
}

/** It says when it is ready and begins when it is told; its processor time (µs) whenever it is asked. */
export type Message = "ready" | { readonly cpuUs: number };

export const EMPTY_QUEUE = "empty";
