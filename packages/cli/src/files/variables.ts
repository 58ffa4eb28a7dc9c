import { isObject } from "@trilho/engine";
import type { JsonObject, JsonValue } from "@trilho/engine";

export type Env = Readonly<Record<string, string | undefined>>;

/** `${env.ERP_TOKEN}` in a file is that variable of whoever applies it. */
const VARIABLE = /\$\{env\.([A-Za-z_]\w*)\}/g;
/** What the API answers in place of a secret that it has. */
const HIDDEN = "[hidden]";

/** The variables that a value names, each with a JSON Pointer. */
export function variablesIn(value: JsonValue, path = ""): { name: string; path: string }[] {
  if (typeof value === "string") return Array.from(value.matchAll(VARIABLE), ([, name = ""]) => ({ name, path }));
  if (Array.isArray(value)) return value.flatMap((item, index) => variablesIn(item, `${path}/${index}`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    variablesIn(item, `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
}

/** A copy with the variables' values. Those that are not set stay as they are written. */
export function filledIn<T extends JsonValue>(value: T, env: Env): T {
  const filled = (text: string) => text.replace(VARIABLE, (written, name: string) => env[name] ?? written);
  return changed(value, undefined, filled) as T;
}

/** What a file says, but as the workspace has it wherever a variable comes out as that, or is hidden there. */
export const asStored = (file: JsonObject, stored: JsonObject, env: Env): JsonObject =>
  changed(file, stored, (text, other) => (comesOutAs(text, other, env) ? other : filledIn(text, env))) as JsonObject;

/** What a workspace has, but with the variables of a file that come out as that. */
export const asWritten = (stored: JsonObject, file: JsonObject, env: Env): JsonObject =>
  changed(stored, file, (text, other) =>
    other !== undefined && comesOutAs(other, text, env) ? other : text,
  ) as JsonObject;

const comesOutAs = (written: string, stored: string | undefined, env: Env): stored is string =>
  written.includes("${env.") && (filledIn(written, env) === stored || written.replaceAll(VARIABLE, HIDDEN) === stored);

/** Changes every text, given the one at the same place of another value. */
function changed(
  value: JsonValue,
  other: JsonValue | undefined,
  change: (text: string, other: string | undefined) => string,
): JsonValue {
  if (typeof value === "string") return change(value, typeof other === "string" ? other : undefined);
  if (Array.isArray(value)) {
    const others = Array.isArray(other) ? other : [];
    return value.map((item, index) => changed(item, counterpart(item, index, others), change));
  }
  if (!isObject(value)) return value;
  const beside = isObject(other) ? other : {};
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, changed(item, beside[key], change)]));
}

/** Of a step, the one with its id; else what is at the same place. */
function counterpart(item: JsonValue, index: number, others: readonly JsonValue[]): JsonValue | undefined {
  const id = isObject(item) ? item["id"] : undefined;
  return id === undefined ? others[index] : others.find((other) => isObject(other) && other["id"] === id);
}
