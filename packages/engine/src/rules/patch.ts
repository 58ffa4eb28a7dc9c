import { immutableJSONPatch } from "immutable-json-patch";
import type { PatchOperation } from "../contract/diagnostic.ts";

/**
 * Applies an RFC 6902 patch without changing `document`; what the patch does not touch is shared with the result.
 * Throws when the patch does not fit the document.
 *
 * @example
 * ```ts
 * import { applyPatch } from "@trilho/engine";
 *
 * applyPatch({ nodes: ["a", "b"] }, [{ op: "remove", path: "/nodes/0" }]); // { nodes: ["b"] }
 * ```
 */
export function applyPatch<T>(document: T, patch: readonly PatchOperation[]): T {
  return immutableJSONPatch(document, [...patch]) as T;
}
