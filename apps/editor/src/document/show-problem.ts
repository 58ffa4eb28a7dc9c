import type { Diagnostic } from "@trilho/engine";
import type { EditorServices } from "./context.ts";
import { placeOf, problemsOf } from "./problems.ts";

/** What is said of an exit that is folded away as long as nothing follows it. */
const OF_FOLDED_EXIT = "reply-without-timeout";

/** Leads to the step that has a problem: selects it, brings it into sight, with the exit it is about, and opens its settings. */
export function showProblem(services: EditorServices, problem: Diagnostic): void {
  const { store, view, canvas } = services;
  const id = placeOf(store.getState().definition, problem) ?? problem.related?.nodeIds?.[0] ?? null;
  if (id !== null && problem.code === OF_FOLDED_EXIT)
    view.getState().set({ unfolded: new Set([...view.getState().unfolded, id]) });
  if (id === null) canvas.current?.fit();
  else openStep(services, id);
}

/** Selects a step, brings it into sight and opens its settings. */
export function openStep({ store, view, canvas }: EditorServices, id: string): void {
  // Turning away and back: a step that was just added counts as looked at from now on.
  store.getState().select({});
  store.getState().select({ nodeIds: [id] });
  canvas.current?.show([id]);
  view.getState().set({ sheet: "inspector" });
  view.getState().wantFocus("inspector", id);
}

/** Leads to the next problem after the selected step, round and round: to warnings once no error is left. */
export function showNextProblem(services: EditorServices): void {
  const { definition, selection } = services.store.getState();
  const { all } = problemsOf(definition);
  const errors = all.filter(({ severity }) => severity === "error");
  const open = errors.length > 0 ? errors : all;
  const at = open.findLastIndex((problem) => placeOf(definition, problem) === selection.nodeIds[0]);
  const next = open[(at + 1) % Math.max(1, open.length)];
  if (next) showProblem(services, next);
}
