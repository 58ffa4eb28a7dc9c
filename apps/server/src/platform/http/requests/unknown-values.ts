import type { Route, Schema } from "@trilho/contract";
import { named } from "../../service/unknown-values.ts";

type Query = Record<string, unknown>;

interface Choices {
  enum?: readonly unknown[];
  items?: Schema;
}

/**
 * Takes out of a query, in place, the values that the route table has passed over: those outside the parameter's enum.
 * A list of nothing else is left out as a whole, and filters nothing. Null for a route that passes none over.
 */
export function createPassOver(route: Route): ((query: Query) => void) | null {
  const known = choicesIn(route);
  if (known.length === 0) return null;
  return (given) => {
    for (const [name, choices] of known) {
      const left = [given[name]].flat().filter((value) => choices.has(value));
      if (left.length === 0) delete given[name];
      else if (Array.isArray(given[name])) given[name] = left;
    }
  };
}

/** What it takes out. Looks at a query before that, and leaves it as it is. */
export function createUnknownValues(route: Route): (query: Query) => string[] {
  const known = choicesIn(route);
  return (given) =>
    known.flatMap(([name, choices]) => {
      const unknown = [given[name] ?? []].flat().filter((value) => !choices.has(value));
      return [...new Set(unknown)].map((value) => named(name, value));
    });
}

function choicesIn({ query, unknownValues = {} }: Route): (readonly [name: string, choices: Set<unknown>])[] {
  const { properties = {} } = (query ?? {}) as { properties?: Record<string, Schema> };
  return Object.entries(properties).flatMap(([name, schema]) => {
    const choices = choicesOf(schema as Choices);
    return unknownValues[name] === "ignore" && choices !== undefined ? [[name, new Set(choices)] as const] : [];
  });
}

const choicesOf = ({ enum: values, items }: Choices): readonly unknown[] | undefined =>
  values ?? (items as Choices | undefined)?.enum;
