import type { FieldError } from "@trilho/contract";

const MAX_DEPTH = 64;
/** Enough to see the pattern; a body of nothing else would make an answer larger than itself. */
const MAX_PROBLEMS = 100;
// NUL, and halves of surrogate pairs.
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** One value of a body, by the way that leads to it: paths are only spelled out where something is wrong. */
interface Place {
  value: unknown;
  parent: Place | null;
  key: string;
  depth: number;
}

/**
 * Values that JSON can write but that are not kept as they are: NUL and lone surrogates in texts and keys, numbers out
 * of range, endless nesting, and `__proto__`, which is lost or does harm wherever objects are copied carelessly.
 * Refused, so that nothing is stored other than it was sent.
 */
export function unstorableValues(value: unknown, joinPath: JoinPath = join): FieldError[] {
  const problems: FieldError[] = [];
  if (!hasProblem(value, 0)) return problems;
  const open: Place[] = [{ value, parent: null, key: "", depth: 0 }];
  for (let place = open.pop(); place !== undefined && problems.length < MAX_PROBLEMS; place = open.pop()) {
    const problem = problemOf(place.value, place.depth);
    if (problem === null) openParts(place, open);
    else problems.push({ field: pathOf(place, joinPath), message: problem });
  }
  return problems;
}

/** Whether there is any, without keeping where: nearly always there is none. */
function hasProblem(value: unknown, depth: number): boolean {
  if (problemOf(value, depth) !== null) return true;
  if (typeof value !== "object") return false;
  if (Array.isArray(value)) return value.some((part) => hasProblem(part, depth + 1));
  // Of null there are none.
  const parts = value as Record<string, unknown>;
  for (const key in parts) if (hasProblem(parts[key], depth + 1)) return true;
  return false;
}

function openParts(parent: Place, open: Place[]): void {
  const { value, depth } = parent;
  if (typeof value !== "object" || value === null) return;
  for (const [key, part] of Object.entries(value)) open.push({ value: part, parent, key, depth: depth + 1 });
}

function pathOf(place: Place, joinPath: JoinPath): string {
  const keys: [string, boolean][] = [];
  for (let at = place; at.parent !== null; at = at.parent) keys.push([at.key, Array.isArray(at.parent.value)]);
  return keys.reduceRight((path, [key, isIndex]) => joinPath(path, key, isIndex), "") || "body";
}

function problemOf(value: unknown, depth: number): string | null {
  if (typeof value === "string" && UNSTORABLE.test(value))
    return "holds NUL or half a character, which cannot be stored";
  if (typeof value === "number" && !Number.isFinite(value)) return "is a number out of range";
  if (typeof value !== "object" || value === null) return null;
  if (depth >= MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH} levels`;
  if (Object.hasOwn(value, "__proto__")) return "has the key __proto__, which is not accepted";
  return hasBadKey(value) ? "has a key with NUL or half a character, which cannot be stored" : null;
}

function hasBadKey(value: object): boolean {
  if (Array.isArray(value)) return false;
  for (const key in value) if (UNSTORABLE.test(key)) return true;
  return false;
}

/** Writes the place of a part, given the place of the whole. */
export type JoinPath = (path: string, key: string, isIndex: boolean) => string;

/** `graphDefinition.nodes[2].config`; keys that are no names are quoted: `customFields["a b"]`. */
export function join(path: string, key: string, isIndex: boolean): string {
  if (isIndex) return `${path}[${key}]`;
  if (!/^[A-Za-z_$][\w$-]*$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === "" ? key : `${path}.${key}`;
}

/** `customFieldRanges[closes][from]`, as queries are written; entries of a list have the list's name. */
export const joinInBrackets: JoinPath = (path, key, isIndex) => {
  if (isIndex && path !== "") return path;
  return path === "" ? key : `${path}[${key}]`;
};
