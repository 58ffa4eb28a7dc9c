import type { ReactNode } from "react";

/** What is shown of a run, or of all runs. */
export interface Parts {
  /** How it goes, and where one stands in it. */
  head: ReactNode;
  /** What happens, one thing after the other. */
  list: ReactNode;
  /** The steps that were come to. */
  visited: ReadonlySet<string>;
}
