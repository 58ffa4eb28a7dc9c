import { startProblems, type JsonObject } from "@trilho/engine";
import { isSoundSpan, spansOf } from "./window.ts";

/** Whether a window has opening times: in rows, or in another shape that the engine can read. */
export function isSoundWindow(window: JsonObject | null | undefined): boolean {
  const spans = spansOf(window?.["days"]);
  const isReadable = spans === null || (spans.length > 0 && spans.every(isSoundSpan));
  return isReadable && startProblems({ triggerWindow: window }).length === 0;
}
