import type { GraphEdge, GraphNode, JsonObject } from "@trilho/engine";

/** What one pass over the nodes and one over the edges leave behind, in arrays by position. */
export interface Sheet {
  readonly codes: string[];
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly index: Map<string, number>;
  /** Plain handles that a node offers and that are used, as bits; -1 where what it offers cannot be told. */
  readonly offers: Int32Array;
  readonly used: Int32Array;
  /** Branches, exits or buttons; and which are used. */
  readonly parts: (readonly JsonObject[])[];
  readonly partsUsed: (Uint8Array | null)[];
  readonly source: Int32Array;
  readonly target: Int32Array;
  /** Edges out of a node as a chain: the first of the node, then the next of each edge; -1 ends it. */
  readonly head: Int32Array;
  readonly next: Int32Array;
  readonly incoming: Int32Array;
  waits: number;
  seconds: number;
  triggers: number;
  trigger: number;
  dangling: number;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
