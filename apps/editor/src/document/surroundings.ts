import type { ExtraRule, Field, Trigger } from "@trilho/engine";
import type { Diagnostic, GraphDefinition } from "@trilho/engine";
import { createStore } from "zustand/vanilla";
import type { EditorServices } from "./context.ts";

/** The problems of a definition, as the engine finds them. */
export interface Problems {
  all: readonly Diagnostic[];
  errors: number;
  warnings: number;
  byNode: ReadonlyMap<string, readonly Diagnostic[]>;
}

/** Looks for problems, words them, and shows what would mend them. */
export interface Checker {
  findProblems(definition: GraphDefinition, around: Surroundings): Problems;
  /** What is wrong, in the current language. */
  problemText(problem: Diagnostic): string;
  /** What keeps a graph from being published. */
  graphErrors(definition: unknown): Diagnostic[];
  previewSafeFixes(services: EditorServices): void;
}

/** What is around the graph that is being edited, and what its problems depend on. */
export interface Surroundings {
  /** What starts it; null where that is not known. */
  readonly trigger: Trigger | null;
  /** Looks for what the workspace does not have: null until it is known what it has. */
  readonly references: readonly ExtraRule[] | null;
  /** What is wrong with the settings that are kept outside of the graph, in words. */
  readonly settings: readonly string[];
  /** Warns of how it starts with a graph; null until what reads settings is here. */
  readonly start: ((definition: GraphDefinition) => Diagnostic[]) | null;
  /** Null until it is here: it comes after the first picture. */
  readonly checker: Checker | null;
  /** The engine's rules for texts: null until they are here, as what reads Liquid comes with the forms. */
  readonly texts: readonly ExtraRule[] | null;
  /** Makes them for other fields than every workspace has. */
  readonly textsFor: ((fields?: readonly Field[]) => readonly ExtraRule[]) | null;
}

/** Nothing is known of what stands around. */
export const NOWHERE: Omit<Surroundings, "checker" | "texts" | "textsFor"> = {
  trigger: null,
  references: null,
  settings: [],
  start: null,
};

export const surroundings = createStore<Surroundings>()(() => ({
  ...NOWHERE,
  checker: null,
  texts: null,
  textsFor: null,
}));
