import { addNode, type Spot } from "./commands/add.ts";
import type { EditorServices } from "./context.ts";
import type { StepType } from "./steps.ts";

/**
 * Adds a step and selects it. Under a finger its settings come up, where they do not stand beside the drawing; an end has
 * none to speak of. False where it has no place.
 */
export function addStepAt(
  { store, view }: Pick<EditorServices, "store" | "view">,
  step: StepType,
  spot: Spot,
): boolean {
  if (!store.getState().run(addNode(step, spot))) return false;
  const isTouched = window.matchMedia("(pointer: coarse)").matches;
  view.getState().set({ sheet: isTouched && step.type !== "end" ? "inspector" : null });
  return true;
}
