import type { JsonValue } from "./json.ts";

/** `error`: the contract forbids it. `warning`: legal, most likely a mistake. */
export type Severity = "error" | "warning";

/** One operation of an RFC 6902 JSON Patch. */
export type PatchOperation =
  { op: "add" | "replace" | "test"; path: string; value: JsonValue } | { op: "remove"; path: string };

/** A machine-applicable edit which removes the problem and adds none. `safe` ones lose nothing a person drew. */
export interface Fix {
  title: string;
  safe: boolean;
  patch: PatchOperation[];
}

/** One problem of a graph. `path` is an RFC 6901 JSON Pointer into the definition. */
export interface Diagnostic {
  code: string;
  severity: Severity;
  message: string;
  path: string;
  nodeId?: string;
  edgeId?: string;
  /** Other nodes and edges that take part: a cycle names its whole path, in order. */
  related?: { nodeIds?: string[]; edgeIds?: string[] };
  fixes?: Fix[];
}
