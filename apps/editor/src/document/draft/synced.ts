import type { Draft } from "./draft.ts";

/** The service's draft as this page knows it: what this page's and the service's are merged from. */
export interface Synced {
  /** Null where the service has none. */
  revision: string | null;
  content: Draft;
}
