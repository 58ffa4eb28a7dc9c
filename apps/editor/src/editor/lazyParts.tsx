import { lazy } from "react";
import { loadQueryEditor } from "../forms/query/LazyQueryEditor.tsx";

const loadSimulatePane = () => import("./SimulatePane.tsx");

export const LazySimulatePane = lazy(async () => ({ default: (await loadSimulatePane()).SimulatePane }));

/** Parts that the first picture does without, loaded while nothing else goes on: then they are there offline as well. */
export function loadLazyParts(): () => void {
  const load = (): void => {
    // What cannot be had now is asked for again when it is shown, and its failure is told there.
    void Promise.allSettled([loadQueryEditor(), loadSimulatePane()]);
  };
  // Safari has no idle callback.
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(load, 1000);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(load, { timeout: 3000 });
  return () => cancelIdleCallback(idle);
}
