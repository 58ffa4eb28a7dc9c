import { CUSTOM_FIELD_PREFIX, isObject } from "@trilho/engine";
import type { Facts, JsonObject, JsonValue } from "@trilho/engine";

/** The keys of a field's path. The slug of a custom field is one key, whatever it holds. */
const keysOf = (name: string): string[] =>
  name.startsWith(CUSTOM_FIELD_PREFIX)
    ? ["deal", "customFields", name.slice(CUSTOM_FIELD_PREFIX.length)]
    : name.split(".");

/** The facts with a field set, or taken away where the value is `undefined`. Groups on the way are made. */
export function withFact(facts: Facts, name: string, value: JsonValue | undefined): Facts {
  return setIn(facts as JsonObject, keysOf(name), value);
}

function setIn(object: JsonObject, [key = "", ...rest]: string[], value: JsonValue | undefined): JsonObject {
  const entries = Object.entries(object).filter(([name]) => name !== key);
  if (rest.length === 0) return Object.fromEntries(value === undefined ? entries : [...entries, [key, value]]);
  const inner = Object.hasOwn(object, key) ? object[key] : undefined;
  const group = isObject(inner) ? inner : {};
  // Unlike assignment this makes own keys of every name, `__proto__` included.
  return Object.fromEntries([...entries, [key, setIn(group, rest, value)]]);
}
