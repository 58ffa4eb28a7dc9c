/** One request that the benchmarks repeat. */
export interface Job {
  /** What is done, as the tables call it. */
  readonly name: string;
  readonly method: "GET" | "POST";
  /** Below the API's prefix. */
  readonly path: string;
  readonly body?: string;
  /** There is a handler beside ours, written by hand, that answers the same from the database. */
  readonly isHandwritten?: boolean;
}

/** In the demo workspace. */
export const JOBS = {
  read: { name: "read one deal", method: "GET", path: "/deals/1", isHandwritten: true },
  list: { name: "a page of 50 deals", method: "GET", path: "/deals?limit=50", isHandwritten: true },
  write: {
    name: "write a note",
    method: "POST",
    path: "/deals/1/notes",
    body: JSON.stringify({ content: "Asked for a proposal with delivery before the end of the month." }),
  },
} as const satisfies Record<string, Job>;
