import type { FieldError } from "@trilho/contract";
import type { GraphDefinition, GraphNode, JsonObject } from "@trilho/engine";
import { isObject } from "../json.ts";
import type { SealedHeader } from "../model.ts";

/** What a sealed header reads as. Written back like this, it keeps its value. */
export const HIDDEN = "[hidden]";
/** Headers that let somebody in. */
const CREDENTIALS = /auth|cookie|key|pass|secret|session|signature|token/i;
/** A value that is filled in for each run is no secret itself. */
const LIQUID = /\{\{|\{%/;

export const isCredential = (name: string): boolean => CREDENTIALS.test(name);

/** Values of headers that let somebody in. */
export const credentialsIn = (headers: JsonObject): string[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    isCredential(name) && typeof value === "string" && value !== "" ? [value] : [],
  );

/** A header of a webhook action in a body. */
export interface GivenHeader extends SealedHeader {
  /** As errors name it. */
  field: string;
}

/** The headers of a graph that are to be sealed, or that say that they are. */
export const sealableIn = ({ nodes }: GraphDefinition): GivenHeader[] =>
  nodes.flatMap((node, index) =>
    headersOf(node).flatMap(([name, value]) => {
      const field = `graphDefinition.nodes[${index}].config.headers.${name}`;
      return isSealable(name, value) ? [{ nodeId: node.id, name: name.toLowerCase(), value, field }] : [];
    }),
  );

const isSealable = (name: string, value: unknown): value is string =>
  typeof value === "string" && value !== "" && isCredential(name) && !LIQUID.test(value);

/** What is sealed from now on. What was stays, for runs of older versions; `missing` has hidden ones that never were. */
export function mergeHeaders(
  stored: readonly SealedHeader[],
  given: readonly GivenHeader[],
): { headers: SealedHeader[]; missing: FieldError[] } {
  const merged = [...stored];
  const missing: FieldError[] = [];
  for (const { nodeId, name, value, field } of given) {
    const known = value === HIDDEN ? sealedValue(stored, nodeId, name) : value;
    if (known === null) missing.push({ field, message: "is hidden where it is read: write its value" });
    else put(merged, { nodeId, name, value: known });
  }
  return { headers: merged, missing };
}

function put(headers: SealedHeader[], header: SealedHeader): void {
  const at = headers.findIndex(({ nodeId, name }) => nodeId === header.nodeId && name === header.name);
  headers.splice(at < 0 ? headers.length : at, at < 0 ? 0 : 1, header);
}

/** A node's own; a copy of a node has that of the others where these agree. */
function sealedValue(stored: readonly SealedHeader[], nodeId: string, name: string): string | null {
  const named = stored.filter((header) => header.name === name);
  const own = named.find((header) => header.nodeId === nodeId);
  const [value, ...others] = new Set(named.map((header) => header.value));
  return own?.value ?? (others.length === 0 ? (value ?? null) : null);
}

/** A webhook action with its credentials hidden. */
export const withHiddenHeaders = (node: GraphNode): GraphNode =>
  headersOf(node).some(([name, value]) => isSealable(name, value))
    ? { ...node, config: { ...node.config, headers: Object.fromEntries(headersOf(node).map(hidden)) as JsonObject } }
    : node;

const hidden = ([name, value]: [string, unknown]): [string, unknown] => [
  name,
  isSealable(name, value) ? HIDDEN : value,
];

/** Headers as they are sent; null where one that is hidden has no value. */
export function openHeaders(headers: unknown, nodeId: string, stored: readonly SealedHeader[]): JsonObject | null {
  const opened = Object.entries(isObject(headers) ? headers : {}).map(([name, value]) => [
    name,
    value === HIDDEN && isCredential(name) ? sealedValue(stored, nodeId, name.toLowerCase()) : value,
  ]);
  return opened.some(([, value]) => value === null) ? null : (Object.fromEntries(opened) as JsonObject);
}

const headersOf = ({ actionType, config }: GraphNode): [string, unknown][] =>
  actionType === "webhook" && isObject(config?.["headers"]) ? Object.entries(config["headers"]) : [];
