import type { JsonValue } from "../../contract/json.ts";

export type MergeConflictKind =
  /** Both sides changed one field, each otherwise. Mine stays. */
  | "changed-by-both"
  /** One side removed what the other changed. It stays, as changed. */
  | "removed-and-changed"
  /** Both sides ordered a list, or added to the same place of it. `base`, `mine` and `theirs` are ids. */
  | "ordered-by-both"
  /** One side led an edge to or from a node that the other removed. The edge is left out. */
  | "edge-without-node"
  /** Each side led the same handle elsewhere. My edge stays. */
  | "handle-taken-twice"
  /** The merged graph runs in a circle, though neither side does. */
  | "cycle"
  /** The merged graph has several triggers, though neither side does. */
  | "several-triggers";

/** Something that a person must decide. `base`, `mine` and `theirs` are what stands at `path`; a side that lacks it has no key. */
export interface MergeConflict {
  kind: MergeConflictKind;
  nodeId?: string;
  edgeId?: string;
  /** JSON Pointer into the node or edge, or into the definition where neither is named. Items of lists go by their id. */
  path: string;
  base?: JsonValue;
  mine?: JsonValue;
  theirs?: JsonValue;
}

/** The versions that there are. */
export function present(versions: {
  base?: unknown;
  mine?: unknown;
  theirs?: unknown;
}): Pick<MergeConflict, "base" | "mine" | "theirs"> {
  return Object.fromEntries(Object.entries(versions).filter(([, value]) => value !== undefined));
}
