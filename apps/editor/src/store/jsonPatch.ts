import type { JsonValue, PatchOperation } from "@trilho/engine";

/** Applies an RFC 6902 patch (add, replace, remove, test) and shares what it leaves alone. Null when it does not fit. */
export function applyPatch(document: JsonValue, patch: readonly PatchOperation[]): JsonValue | null {
  let current: JsonValue = document;
  for (const operation of patch) {
    const next = change(current, tokens(operation.path), operation);
    if (next === MISFIT) return null;
    current = next;
  }
  return current;
}

const MISFIT = Symbol("misfit");
type Result = JsonValue | typeof MISFIT;

function tokens(path: string): string[] {
  return path
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function change(value: JsonValue, [token, ...rest]: string[], operation: PatchOperation): Result {
  if (token === undefined) return atRoot(value, operation);
  if (Array.isArray(value)) return inList(value, token, rest, operation);
  if (typeof value !== "object" || value === null) return MISFIT;
  const here = Object.hasOwn(value, token) ? value[token] : undefined;
  if (rest.length === 0) {
    if (operation.op === "remove") {
      return here === undefined ? MISFIT : Object.fromEntries(Object.entries(value).filter(([key]) => key !== token));
    }
    if (operation.op === "test") return same(here, operation.value) ? value : MISFIT;
    if (operation.op === "replace" && here === undefined) return MISFIT;
    return Object.fromEntries([...Object.entries(value).filter(([key]) => key !== token), [token, operation.value]]);
  }
  if (here === undefined) return MISFIT;
  const inner = change(here, rest, operation);
  if (inner === MISFIT || inner === here) return inner === here ? value : MISFIT;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, key === token ? inner : each]));
}

function inList(list: JsonValue[], token: string, rest: string[], operation: PatchOperation): Result {
  const end = token === "-" ? list.length : Number(token);
  if (!Number.isInteger(end) || end < 0 || end > list.length) return MISFIT;
  if (rest.length === 0 && operation.op === "add") return list.toSpliced(end, 0, operation.value);
  const here = list[end];
  if (here === undefined) return MISFIT;
  if (rest.length === 0 && operation.op === "remove") return list.toSpliced(end, 1);
  const inner = change(here, rest, operation);
  if (inner === MISFIT) return MISFIT;
  return inner === here ? list : list.with(end, inner);
}

function atRoot(value: JsonValue, operation: PatchOperation): Result {
  if (operation.op === "remove") return MISFIT;
  if (operation.op === "test") return same(value, operation.value) ? value : MISFIT;
  return operation.value;
}

function same(a: JsonValue | undefined, b: JsonValue): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
