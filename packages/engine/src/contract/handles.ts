/** Handles that carry no id of their own (contract, "Edge", `sourceHandle`). */
export const PLAIN_HANDLES = ["next", "fallback", "replied", "timeout", "text_reply"] as const;
export type PlainHandle = (typeof PLAIN_HANDLES)[number];

/** Handles that name a branch, a round-robin exit or a button: `branch_<id>`, `rr_<id>`, `btn_<id>`. */
export const PART_HANDLES = ["branch", "rr", "btn"] as const;
export type PartHandle = (typeof PART_HANDLES)[number];

export type HandleKind = PlainHandle | PartHandle;

/** The handle of an edge that names none. */
export const DEFAULT_HANDLE = "next";

/** Every form that `sourceHandle` may take, as a regular expression source. */
export const HANDLE_PATTERN = "^(?:next|fallback|replied|timeout|text_reply|(?:branch|rr|btn)_[A-Za-z0-9_-]{1,64})$";

const form = new RegExp(HANDLE_PATTERN);

/** What a handle id says: its kind and, for branches, exits and buttons, their id. */
export interface ParsedHandle {
  kind: HandleKind;
  partId: string | null;
}

/**
 * Reads a handle id; null when it has none of the contract's forms.
 *
 * @example
 * ```ts
 * import { parseHandle } from "@trilho/engine";
 *
 * parseHandle("branch_vip"); // { kind: "branch", partId: "vip" }
 * parseHandle("timeout"); // { kind: "timeout", partId: null }
 * parseHandle("sideways"); // null
 * ```
 */
export function parseHandle(handle: string): ParsedHandle | null {
  if (!form.test(handle)) return null;
  const part = PART_HANDLES.find((kind) => handle.startsWith(`${kind}_`));
  if (part) return { kind: part, partId: handle.slice(part.length + 1) };
  const plain = PLAIN_HANDLES.find((kind) => kind === handle);
  return plain ? { kind: plain, partId: null } : null;
}

/**
 * The handle id of a branch, exit or button: `partHandle("branch", "vip")` is `branch_vip`.
 *
 * @example
 * ```ts
 * import { partHandle } from "@trilho/engine";
 *
 * partHandle("branch", "vip"); // "branch_vip"
 * ```
 */
export function partHandle(kind: PartHandle, id: string): string {
  return `${kind}_${id}`;
}
