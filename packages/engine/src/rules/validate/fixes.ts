import type { Diagnostic, Fix } from "../../contract/diagnostic.ts";
import type { JsonValue } from "../../contract/json.ts";
import { applyPatch } from "./patch.ts";

/** Checking a fix costs a validation: only so many are checked, the others are not offered. */
const MOST_FIXES = 50;

/** Fixes of larger definitions are not offered. */
export const MOST_ITEMS = 1000;

/**
 * Tries the fixes of a problem, by its position, and keeps those that do what they promise: applied to `definition`,
 * they remove a problem of that code and add none. `codes` are those of all problems; `recheck` finds those of a
 * changed definition. What was tried is remembered.
 */
export function fixTrials(
  definition: JsonValue,
  problems: readonly Diagnostic[],
  codes: readonly string[],
  recheck: (definition: JsonValue) => readonly string[],
): (index: number) => Diagnostic {
  const tried: Diagnostic[] = [];
  let before: Counts | null = null;
  const isGood = (code: string, { patch }: Fix) => {
    before ??= count(codes);
    return improves(before, code, count(recheck(applyPatch(definition, patch))));
  };
  const most = sizeOf(definition) > MOST_ITEMS ? 0 : MOST_FIXES;
  const placeOf = placesOfFixes(problems);
  return (index) => {
    const known = tried[index] ?? problems[index];
    if (known === undefined) throw new RangeError(`No problem at ${index}`);
    if (tried[index] || !known.fixes) return known;
    const { fixes, ...bare } = known;
    const good = fixes.slice(0, Math.max(0, most - placeOf(index))).filter((fix) => isGood(known.code, fix));
    return (tried[index] = good.length > 0 ? { ...bare, fixes: good } : bare);
  };
}

/** How many fixes the problems before a position have. */
function placesOfFixes(problems: readonly Diagnostic[]): (index: number) => number {
  const places: number[] = [0];
  return (index) => {
    for (let next = places.length; next <= index; next += 1) {
      places.push((places[next - 1] ?? 0) + (problems[next - 1]?.fixes?.length ?? 0));
    }
    return places[index] ?? 0;
  };
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
