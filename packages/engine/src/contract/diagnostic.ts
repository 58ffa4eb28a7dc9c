import type { JsonValue } from "./json.ts";

/** `error`: the contract forbids it. `warning`: legal, most likely a mistake. */
export type Severity = "error" | "warning";

/** One operation of an RFC 6902 JSON Patch. */
export type PatchOperation =
  | { op: "add" | "replace" | "test"; path: string; value: JsonValue }
  | { op: "remove"; path: string };

/** The values that a message puts into its words: plain JSON, and small. */
export type MessageParams = { readonly [name: string]: JsonValue };

/**
 * A machine-applicable edit which removes the problem and adds none. `safe` ones lose nothing a person drew. `code` and
 * `params` are what `title` was made from, for other languages; a host's own rules may leave them out.
 */
export interface Fix {
  code?: string;
  params?: MessageParams;
  title: string;
  safe: boolean;
  patch: PatchOperation[];
}

/**
 * One problem of a graph. `path` is an RFC 6901 JSON Pointer into the definition. `params` are the values in `message`,
 * from which `describeProblem` writes it in another language; a host's own rules may leave them out.
 */
export interface Diagnostic {
  code: string;
  severity: Severity;
  message: string;
  params?: MessageParams;
  path: string;
  nodeId?: string;
  edgeId?: string;
  /** Other nodes and edges that take part: a cycle names its whole path, in order. */
  related?: { nodeIds?: string[]; edgeIds?: string[] };
  fixes?: Fix[];
}
