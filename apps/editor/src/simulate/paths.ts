import type { Facts, JsonObject, JsonValue } from "@trilho/engine";
import { isObject } from "../store/document.ts";

/** The value at a path such as `deal.customFields.budget`; undefined where there is none. */
export function factAt(facts: Facts, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = facts as JsonObject;
  for (const key of path.split(".")) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** The facts with the value at a path set, or taken away where it is `undefined`. Groups on the way are made. */
export function withFact(facts: Facts, path: string, value: JsonValue | undefined): Facts {
  return setIn(facts as JsonObject, path.split("."), value);
}

function setIn(object: JsonObject, [key = "", ...rest]: string[], value: JsonValue | undefined): JsonObject {
  const entries = Object.entries(object).filter(([name]) => name !== key);
  if (rest.length === 0) return fromEntries(value === undefined ? entries : [...entries, [key, value]]);
  const inner = Object.hasOwn(object, key) ? object[key] : undefined;
  return fromEntries([...entries, [key, setIn(isObject(inner) ? inner : {}, rest, value)]]);
}

/** Unlike assignment this makes own keys of every name, `__proto__` included. */
const fromEntries = (entries: [string, JsonValue][]): JsonObject => Object.fromEntries(entries);
