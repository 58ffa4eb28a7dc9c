import type { Diagnostic } from "../../contract/diagnostic.ts";
import { isObject } from "../../contract/json.ts";
import type { JsonValue } from "../../contract/json.ts";
import type { Trial } from "./trial.ts";

/** Only so many fixes are tried; the others are not offered. */
const MOST_FIXES = 50;

/** Fixes of larger definitions are not offered. */
export const MOST_ITEMS = 1000;

/**
 * Tries the fixes of a problem, by its position, and keeps those that do what they promise: they remove a problem of that
 * code and add none. What was tried is remembered.
 */
export function fixTrials(
  definition: JsonValue,
  problems: readonly Diagnostic[],
  trial: Trial,
): (index: number) => Diagnostic {
  const tried: Diagnostic[] = [];
  const most = sizeOf(definition) > MOST_ITEMS ? 0 : MOST_FIXES;
  const placeOf = placesOfFixes(problems);
  return (index) => {
    const known = tried[index] ?? problems[index];
    if (known === undefined) throw new RangeError(`No problem at ${index}`);
    if (tried[index] || !known.fixes) return known;
    const good = known.fixes
      .slice(0, Math.max(0, most - placeOf(index)))
      .filter(({ patch }) => trial(known.code, patch));
    if (good.length === known.fixes.length) return (tried[index] = known);
    const told: Diagnostic = { ...known, fixes: good };
    if (good.length === 0) delete told.fixes;
    return (tried[index] = told);
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

/** How many nodes and edges a definition has. */
export function sizeOf(definition: JsonValue): number {
  if (!isObject(definition)) return 0;
  const { nodes, edges } = definition;
  return (Array.isArray(nodes) ? nodes.length : 0) + (Array.isArray(edges) ? edges.length : 0);
}
