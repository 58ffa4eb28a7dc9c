import { isObject } from "../../contract/json.ts";
import type { PatchOperation } from "../../contract/diagnostic.ts";
import type { JsonValue } from "../../contract/json.ts";
import { canonical } from "../../json/canonical.ts";
import { segmentsOf } from "../../json/pointer.ts";

/**
 * Applies an RFC 6902 patch without changing `document`; what the patch does not touch is shared with the result. Keys
 * such as `__proto__` and `constructor` are keys as any other. Throws when the patch does not fit the document.
 *
 * @example
 * ```ts
 * import { applyPatch } from "@trilho/engine";
 *
 * applyPatch({ nodes: ["a", "b"] }, [{ op: "remove", path: "/nodes/0" }]); // { nodes: ["b"] }
 * ```
 */
export function applyPatch<T>(document: T, patch: readonly PatchOperation[]): T {
  return patch.reduce(applyOperation, document as JsonValue) as T;
}

/** What becomes of the value at an operation's place; undefined where there is none, or none is left. */
type Change = (value: JsonValue | undefined) => JsonValue | undefined;

function applyOperation(document: JsonValue, operation: PatchOperation): JsonValue {
  const { path } = operation;
  if (path !== "" && !path.startsWith("/")) throw new Error(`No JSON Pointer: ${path}`);
  const edit = { path, change: changeOf(operation), inserts: operation.op === "add" };
  return changeAt(document, segmentsOf(path), edit) ?? null;
}

function changeOf(operation: PatchOperation): Change {
  const { op, path } = operation;
  if (op === "add") return () => operation.value;
  if (op !== "remove" && op !== "replace" && op !== "test") throw new Error(`No such operation: ${String(op)}`);
  return (value) => {
    if (value === undefined) throw misfit(path);
    if (op === "remove") return undefined;
    if (op === "replace") return operation.value;
    if (canonical(value) !== canonical(operation.value)) throw misfit(path);
    return value;
  };
}

interface Edit {
  path: string;
  change: Change;
  /** Whether list items make room for the value instead of giving way to it. */
  inserts: boolean;
}

function changeAt(value: JsonValue, [key, ...rest]: readonly string[], edit: Edit): JsonValue | undefined {
  if (key === undefined) return edit.change(value);
  if (Array.isArray(value)) return changeItem(value, key, rest, edit);
  if (!isObject(value)) throw misfit(edit.path);
  const old = Object.hasOwn(value, key) ? value[key] : undefined;
  const changed = rest.length === 0 ? edit.change(old) : changeAt(old ?? missing(edit), rest, edit);
  const { [key]: _, ...others } = value;
  if (changed === undefined) return others;
  // Defined rather than assigned: assigning to `__proto__` would set the prototype.
  return Object.defineProperty(old === undefined ? others : { ...value }, key, {
    value: changed,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function changeItem(list: readonly JsonValue[], key: string, rest: readonly string[], edit: Edit): JsonValue {
  const isLast = rest.length === 0;
  const position = key === "-" ? list.length : /^(?:0|[1-9]\d*)$/.test(key) ? Number(key) : Number.NaN;
  const room = isLast && edit.inserts ? list.length : list.length - 1;
  if (!(position <= room)) throw misfit(edit.path);
  const old = list[position];
  const changed = isLast ? edit.change(old) : changeAt(old ?? missing(edit), rest, edit);
  return list.toSpliced(position, isLast && edit.inserts ? 0 : 1, ...(changed === undefined ? [] : [changed]));
}

function missing({ path }: Edit): never {
  throw misfit(path);
}

function misfit(path: string): Error {
  return new Error(`The patch does not fit at ${path === "" ? "the root" : path}.`);
}
