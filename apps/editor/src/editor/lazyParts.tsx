import { lazy } from "react";
import { loadQueryEditor } from "../forms/query/LazyQueryEditor.tsx";

const loadSimulatePane = () => import("./SimulatePane.tsx");

export const LazySimulatePane = lazy(async () => ({ default: (await loadSimulatePane()).SimulatePane }));

/** What cannot be had now is asked for again when it is shown, and its failure is told there. */
function loadNow(): void {
  void Promise.allSettled([loadQueryEditor(), loadSimulatePane()]);
}

/** Parts that the first picture does without, loaded while nothing else goes on: then they are there offline as well. */
export function loadLazyParts(): () => void {
  // Safari has no idle callback.
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(loadNow, 1000);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(loadNow, { timeout: 3000 });
  return () => cancelIdleCallback(idle);
}
