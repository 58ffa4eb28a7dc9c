import { isObject } from "../../contract/json.ts";
import { CUSTOM_FIELD_PREFIX } from "../../contract/fields.ts";
import type { JsonObject, JsonValue } from "../../contract/json.ts";
import type { Facts } from "../../contract/run.ts";

/** Facts with one more field set; `name` is a path as `readField` reads it. */
export function withField(facts: Facts, name: string, value: JsonValue): Facts {
  return setAt(facts as JsonObject, keysOf(name), value);
}

function keysOf(name: string): string[] {
  if (!name.startsWith(CUSTOM_FIELD_PREFIX)) return name.split(".");
  return ["deal", "customFields", name.slice(CUSTOM_FIELD_PREFIX.length)];
}

/** Keys such as `__proto__` become keys like any other. */
function setAt(holder: JsonObject, [key = "", ...rest]: readonly string[], value: JsonValue): JsonObject {
  const inner = Object.hasOwn(holder, key) ? holder[key] : undefined;
  const changed = rest.length === 0 ? value : setAt(isObject(inner) ? inner : {}, rest, value);
  return Object.fromEntries([...Object.entries(holder).filter(([name]) => name !== key), [key, changed]]);
}
