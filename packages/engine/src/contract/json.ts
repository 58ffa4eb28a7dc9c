export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}

/**
 * Whether a value is an object as JSON has them: neither null nor a list. What is in it is not looked at.
 *
 * @example
 * ```ts
 * import { isObject } from "@trilho/engine";
 *
 * isObject({ version: 2 }); // true
 * isObject([]); // false
 * ```
 */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
