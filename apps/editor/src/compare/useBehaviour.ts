import type { GraphDefinition } from "@trilho/engine";
import { useEffect, useMemo, useState } from "react";
import { compareScenario, scenariosFor, shiftBetween, type ScenarioComparison, type Shift } from "./behaviour.ts";

/** Every scenario of two versions, run through both. */
export const useScenarios = (before: GraphDefinition, after: GraphDefinition): ScenarioComparison[] =>
  useMemo(
    () => scenariosFor(before, after).map((scenario) => compareScenario(before, after, scenario)),
    [before, after],
  );

export type ShiftState = { deals: number } & (
  { kind: "running"; done: number } | { kind: "done"; shift: Shift } | { kind: "cancelled" } | { kind: "impossible" }
);

const DEALS = 2_000;

const RUNNING: ShiftState = { kind: "running", deals: DEALS, done: 0 };

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Compares many imagined deals, a slice at a time, so that the page answers meanwhile. */
export function useShift(before: GraphDefinition, after: GraphDefinition) {
  const [state, setState] = useState<ShiftState>(RUNNING);
  // A person may stop it; going on is another controller.
  const [controller, setController] = useState(() => new AbortController());
  useEffect(() => {
    const { signal } = controller;
    const left = new AbortController();
    const stop = AbortSignal.any([signal, left.signal]);
    const tell = (next: ShiftState): void => {
      if (!stop.aborted) setState(next);
    };
    const onProgress = (done: number): void => tell({ kind: "running", deals: DEALS, done });
    void (async () => {
      const shift = await shiftBetween(before, after, { deals: DEALS, onProgress, signal: stop, pause: nextTask });
      tell(shift === null ? { kind: "impossible", deals: DEALS } : { kind: "done", deals: DEALS, shift });
    })();
    return () => left.abort();
  }, [before, after, controller]);
  return {
    state,
    cancel: () => {
      controller.abort();
      setState({ kind: "cancelled", deals: DEALS });
    },
    again: () => {
      setState(RUNNING);
      setController(new AbortController());
    },
  };
}
