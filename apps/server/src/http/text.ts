import type { FieldError } from "@trilho/contract";

const MAX_DEPTH = 64;
/** Enough to see the pattern; a body of nothing else would make an answer larger than itself. */
const MAX_PROBLEMS = 100;
// NUL, and halves of surrogate pairs.
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/**
 * Values that JSON can write but no database keeps as they are: NUL and lone surrogates in texts and keys, numbers
 * out of range, endless nesting. Refused, so that nothing is stored other than it was sent.
 */
export function unstorableValues(value: unknown): FieldError[] {
  const problems: FieldError[] = [];
  const open: { value: unknown; path: string; depth: number }[] = [{ value, path: "", depth: 0 }];
  for (let next = open.pop(); next !== undefined && problems.length < MAX_PROBLEMS; next = open.pop()) {
    const problem = problemOf(next.value, next.depth);
    if (problem !== null) problems.push({ field: printable(next.path), message: problem });
    else open.push(...partsOf(next));
  }
  return problems;
}

function problemOf(value: unknown, depth: number): string | null {
  if (typeof value === "string" && UNSTORABLE.test(value))
    return "holds NUL or half a character, which cannot be stored";
  if (typeof value === "number" && !Number.isFinite(value)) return "is a number out of range";
  if (typeof value !== "object" || value === null) return null;
  if (depth >= MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH} levels`;
  const badKey = !Array.isArray(value) && Object.keys(value).some((key) => UNSTORABLE.test(key));
  return badKey ? "has a key with NUL or half a character, which cannot be stored" : null;
}

function* partsOf({ value, path, depth }: { value: unknown; path: string; depth: number }) {
  if (typeof value !== "object" || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    yield { value: part as unknown, path: join(path, key, Array.isArray(value)), depth: depth + 1 };
  }
}

/** `graphDefinition.nodes[2].config`; keys that are no names are quoted: `customFields["a b"]`. */
export function join(path: string, key: string, isIndex: boolean): string {
  if (isIndex) return `${path}[${key}]`;
  if (!/^[A-Za-z_$][\w$-]*$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === "" ? key : `${path}.${key}`;
}

const printable = (path: string): string => (path === "" ? "body" : path);
