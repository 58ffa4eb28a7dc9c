import { isObject } from "../contract/json.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import type { Facts } from "../contract/run.ts";
import { fieldPath } from "../query/fields.ts";

/** Whether a field lies within another: `deal.tracking.utmSource` within `deal.tracking`. */
export function isWithin(inner: string, outer: string): boolean {
  return inner.startsWith(`${outer}.`);
}

/** Whether one field is the other, or one lies within the other. */
export function overlaps(one: string, other: string): boolean {
  return one === other || isWithin(one, other) || isWithin(other, one);
}

/** Makes facts of values in the order of the fields given; each call makes others. */
export type MakeFacts = (values: readonly JsonValue[]) => Facts;

/** Reads once where fields go in facts that have the rest in common. No field may lie within another. */
export function factsMaker(common: Facts, fields: readonly string[]): MakeFacts {
  if (fields.length === 0) return () => common;
  return holderMaker(
    common as JsonObject,
    fields.map((field, index) => ({ path: fieldPath(field), index })),
  );
}

interface Place {
  path: readonly string[];
  index: number;
}

function holderMaker(common: JsonObject, places: readonly Place[]): (values: readonly JsonValue[]) => JsonObject {
  const here = places.filter(({ path }) => path.length === 1).map(({ path: [key = ""], index }) => ({ key, index }));
  const inner = [...groupsOf(places)].map(([key, below]) => {
    const before = Object.hasOwn(common, key) ? common[key] : undefined;
    return { key, make: holderMaker(isObject(before) ? before : {}, below) };
  });
  // With every key in place from the start, copies share one shape.
  const pattern = { ...common };
  for (const { key } of [...here, ...inner]) put(pattern, key, null);
  return (values) => {
    const made = { ...pattern };
    for (const { key, index } of here) put(made, key, values[index] ?? null);
    for (const { key, make } of inner) put(made, key, make(values));
    return made;
  };
}

function groupsOf(places: readonly Place[]): Map<string, Place[]> {
  const groups = new Map<string, Place[]>();
  for (const { path, index } of places) {
    const [key = "", ...rest] = path;
    if (rest.length > 0) groups.set(key, [...(groups.get(key) ?? []), { path: rest, index }]);
  }
  return groups;
}

/** Sets a property of the object's own, whatever it is called. */
function put(holder: JsonObject, key: string, value: JsonValue): void {
  if (key !== "__proto__") holder[key] = value;
  else Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}
