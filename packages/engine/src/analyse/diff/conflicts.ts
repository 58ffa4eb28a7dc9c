import type { Diagnostic } from "../../contract/diagnostic.ts";
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
  /** One side led an edge out of a handle that its node no longer offers after what the other did. The edge is left out. */
  | "edge-without-handle"
  /** Each side led the same handle elsewhere. My edge stays. */
  | "handle-taken-twice"
  /** The merged graph runs in a circle, though neither side does. */
  | "cycle"
  /** The merged graph has several triggers, though neither side does. */
  | "several-triggers"
  /**
   * The merged graph has another error that neither side has: it is the `problem`, and `path` is its path. `base`, `mine`
   * and `theirs` are the node or edge in question; for nodes out of reach the edges that led to them; for too many
   * nodes the ids of those counted.
   */
  | "new-error";

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
  /** What `validateGraph` says of the merged graph, without fixes: of a `new-error` only. */
  problem?: Diagnostic;
}

/** The versions that there are. */
export function present(versions: {
  base?: unknown;
  mine?: unknown;
  theirs?: unknown;
}): Pick<MergeConflict, "base" | "mine" | "theirs"> {
  return Object.fromEntries(Object.entries(versions).filter(([, value]) => value !== undefined));
}
