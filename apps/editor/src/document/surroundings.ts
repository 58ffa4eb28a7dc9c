import type { ExtraRule, Trigger } from "@trilho/engine";
import { createStore } from "zustand/vanilla";

/** What is around the graph that is being edited, and what its problems depend on. */
export interface Surroundings {
  /** What starts it; null where that is not known. */
  readonly trigger: Trigger | null;
  /** Looks for what the workspace does not have: null until it is known what it has. */
  readonly references: readonly ExtraRule[] | null;
  /** What is wrong with the settings that are kept outside of the graph, in words. */
  readonly settings: readonly string[];
}

/** Nothing is known. */
export const NOWHERE: Surroundings = { trigger: null, references: null, settings: [] };

export const surroundings = createStore<Surroundings>()(() => NOWHERE);
