import type { GraphDefinition } from "@trilho/engine";
import { useEffect, useMemo, useRef, useState } from "react";
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

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Compares many imagined deals, a slice at a time, so that the page answers meanwhile. */
export function useShift(before: GraphDefinition, after: GraphDefinition) {
  const [state, setState] = useState<ShiftState>({ kind: "running", deals: DEALS, done: 0 });
  const [round, setRound] = useState(0);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    stop.current = controller;
    const { signal } = controller;
    setState({ kind: "running", deals: DEALS, done: 0 });
    const onProgress = (done: number): void => {
      if (!signal.aborted) setState({ kind: "running", deals: DEALS, done });
    };
    void shiftBetween(before, after, { deals: DEALS, onProgress, signal, pause: nextTask }).then((shift) => {
      if (signal.aborted) return;
      setState(shift === null ? { kind: "impossible", deals: DEALS } : { kind: "done", deals: DEALS, shift });
    });
    return () => controller.abort();
  }, [before, after, round]);
  return {
    state,
    cancel: () => {
      stop.current?.abort();
      setState({ kind: "cancelled", deals: DEALS });
    },
    again: () => setRound((count) => count + 1),
  };
}
