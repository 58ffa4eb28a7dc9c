import { performance } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Awaitable } from "../security/awaitable.ts";

/** After so long others get a turn of the event loop. What is begun then is ended first: 21 ms for 1 MB of JSON. */
const TURN_MS = 10;

/** Does the same with each of many; where that takes long, in several turns of the event loop, else at once. */
export function inTurns<T, R>(items: readonly T[], work: (item: T) => R): Awaitable<R[]> {
  const results: R[] = [];
  const left = items.values();
  /** True once nothing is left. */
  const workOneTurn = (): boolean => {
    const end = performance.now() + TURN_MS;
    for (let next = left.next(); next.done !== true; next = left.next()) {
      results.push(work(next.value));
      if (performance.now() >= end) return results.length === items.length;
    }
    return true;
  };
  return workOneTurn() ? results : workOn(workOneTurn, results);
}

async function workOn<R>(workOneTurn: () => boolean, results: R[]): Promise<R[]> {
  do await nextTurn();
  while (!workOneTurn());
  return results;
}
