import type { Diagnostic } from "../contract/diagnostic.ts";
import type { JsonValue } from "../contract/json.ts";
import { applyPatch } from "./patch.ts";

/** Checking a fix costs a validation: only so many are checked, the others are not offered. */
const MOST_FIXES = 50;

/** Fixes of larger definitions are not offered. */
export const MOST_ITEMS = 1000;

/**
 * Keeps the fixes that do what they promise: applied to `definition`, they remove a problem of that code and add none.
 * `codes` are those of all problems; `recheck` finds those of a changed definition.
 */
export function keepGoodFixes<T extends Pick<Diagnostic, "code" | "fixes">>(
  definition: JsonValue,
  problems: readonly T[],
  codes: readonly string[],
  recheck: (definition: JsonValue) => readonly string[],
): T[] {
  const counts = count(codes);
  let left = sizeOf(definition) > MOST_ITEMS ? 0 : MOST_FIXES;
  return problems.map((problem) => {
    const { fixes, ...bare } = problem;
    const good = fixes?.filter(({ patch }) => {
      left -= 1;
      return left >= 0 && improves(counts, problem.code, count(recheck(applyPatch(definition, patch))));
    });
    return (good && good.length > 0 ? { ...bare, fixes: good } : bare) as T;
  });
}

/** How often each code occurs. */
export type Counts = ReadonlyMap<string, number>;

/** Whether there are fewer problems of a code afterwards, and of no code more. */
export function improves(before: Counts, code: string, after: Counts): boolean {
  if ((after.get(code) ?? 0) >= (before.get(code) ?? 0)) return false;
  return [...after].every(([each, times]) => times <= (before.get(each) ?? 0));
}

/** Counts codes. */
export function count(codes: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

/** How many nodes and edges a definition has. */
export function sizeOf(definition: JsonValue): number {
  if (typeof definition !== "object" || definition === null || Array.isArray(definition)) return 0;
  const { nodes, edges } = definition;
  return (Array.isArray(nodes) ? nodes.length : 0) + (Array.isArray(edges) ? edges.length : 0);
}
