import type { ExtraRule, Trigger } from "@trilho/engine";
import type { Diagnostic, GraphDefinition } from "@trilho/engine";
import { createStore } from "zustand/vanilla";

/** What is around the graph that is being edited, and what its problems depend on. */
export interface Surroundings {
  /** What starts it; null where that is not known. */
  readonly trigger: Trigger | null;
  /** Looks for what the workspace does not have: null until it is known what it has. */
  readonly references: readonly ExtraRule[] | null;
  /** What is wrong with the settings that are kept outside of the graph, in words. */
  readonly settings: readonly string[];
  /** Warns of how often it may start with a graph; null until what reads settings is here. */
  readonly entry: ((definition: GraphDefinition) => Diagnostic[]) | null;
}

/** Nothing is known. */
export const NOWHERE: Surroundings = { trigger: null, references: null, settings: [], entry: null };

export const surroundings = createStore<Surroundings>()(() => NOWHERE);
