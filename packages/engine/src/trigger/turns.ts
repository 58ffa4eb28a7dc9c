/**
 * Among whom turns go for a pipeline's deals, in the order of turns: the active members who have access to it, or all active
 * ones where none of them has.
 *
 * @example
 * ```ts
 * import { takingTurns } from "@trilho/engine/trigger";
 *
 * takingTurns(["us_2", "us_9"], ["us_3", "us_2", "us_1"]); // ["us_2"]
 * takingTurns([], ["us_3", "us_2", "us_1"]); // ["us_1", "us_2", "us_3"]
 * ```
 */
export function takingTurns(access: readonly string[], active: readonly string[]): string[] {
  const listed = active.filter((id) => access.includes(id));
  return (listed.length > 0 ? listed : active).toSorted();
}

/**
 * Whose turn it is after somebody's, who may be gone by now; null where nobody takes turns.
 *
 * @example
 * ```ts
 * import { nextTurn } from "@trilho/engine/trigger";
 *
 * nextTurn(["us_1", "us_3"], "us_2"); // "us_3"
 * nextTurn(["us_1", "us_3"], "us_3"); // "us_1"
 * ```
 */
export const nextTurn = (inOrder: readonly string[], last: string | null): string | null =>
  inOrder.find((id) => last === null || id > last) ?? inOrder[0] ?? null;
