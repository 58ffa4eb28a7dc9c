import type { AutomationRunDetail } from "@trilho/api-client";

export type RunChange = AutomationRunDetail["changes"][number];

/** The index of the step that a change came before; the number of steps where it came last. What is of one moment comes after it. */
export function placeOf({ at }: RunChange, steps: AutomationRunDetail["steps"]): number {
  const next = steps.findIndex((step) => Date.parse(step.at) > Date.parse(at));
  return next < 0 ? steps.length : next;
}
