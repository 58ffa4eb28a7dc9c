import type { Diagnostic } from "@trilho/engine";
import { useStore } from "zustand";
import { surroundings } from "../document/surroundings.ts";
import { problemsOf, warningsOf } from "../document/problems.ts";
import type { Problems } from "../document/surroundings.ts";
import { useEditor } from "../document/context.ts";

/** Something of the document's problems; of the same document they may become others with its surroundings. */
export function useProblems<T>(select: (problems: Problems) => T): T {
  useStore(surroundings);
  return useEditor(({ definition }) => select(problemsOf(definition)));
}

/** The warnings of a definition outside of the editor. */
export function useWarnings(definition: unknown): readonly Diagnostic[] {
  useStore(surroundings);
  return warningsOf(definition);
}
