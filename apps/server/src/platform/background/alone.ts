import { setImmediate as nextTurn } from "node:timers/promises";

/** Does work that holds the processor for a while in a turn of the event loop of its own: others wait for it alone. */
export async function alone<T>(work: () => T): Promise<T> {
  await nextTurn();
  const value = work();
  await nextTurn();
  return value;
}
