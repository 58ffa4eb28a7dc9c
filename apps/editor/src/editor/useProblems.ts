import { useStore } from "zustand";
import { textRules } from "../store/liquidProblems.ts";
import { surroundings } from "../store/surroundings.ts";
import { problemsOf } from "../store/problems.ts";
import type { Problems } from "../store/problems.ts";
import { useEditor } from "./context.ts";

/** Something of the document's problems; of the same document they may become others with its surroundings, and once what reads Liquid is here. */
export function useProblems<T>(select: (problems: Problems) => T): T {
  useStore(textRules);
  useStore(surroundings);
  return useEditor(({ definition }) => select(problemsOf(definition)));
}
