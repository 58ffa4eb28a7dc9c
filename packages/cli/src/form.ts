import { ACTIONS, isObject } from "@trilho/engine";
import type { JsonValue } from "@trilho/engine";
import type { Source } from "./source.ts";
import { withDefinition } from "./source.ts";

/** Keys in their standard order; others follow by name, and `LAST` come at the end. */
const KEYS = {
  definition: ["version", "nodes", "edges"],
  node: ["id", "type", "actionType", "config", "condition"],
  edge: ["id", "source", "sourceHandle", "target"],
  part: ["id", "label", "query", "weight"],
  query: ["combinator", "not", "rules", "field", "operator", "value"],
  automation: ["id", "name", "description"],
} as const;
const LAST = new Set(["ui", "graphDefinition"]);

/**
 * A file in the standard form: two spaces, a line feed at the end, keys in a stable order. Nothing else changes: lists
 * keep their order, and what the contract does not know keeps its place beside what it knows.
 */
export function standardForm(source: Source): string {
  const document = withDefinition(source, orderedGraph(source.definition));
  const outer = source.base === "" ? document : orderedAutomation(document, source.base);
  return `${JSON.stringify(outer, null, 2)}\n`;
}

function orderedAutomation(document: JsonValue, base: Source["base"]): JsonValue {
  if (!isObject(document)) return document;
  if (base === "/data/graphDefinition") {
    return mapValues(document, (value, key) => (key === "data" ? inOrder(value, KEYS.automation) : value));
  }
  return inOrder(document, KEYS.automation);
}

/** A graph definition with its keys in their standard order. */
export function orderedGraph(definition: JsonValue): JsonValue {
  return mapValues(inOrder(definition, KEYS.definition), (value, key) => {
    if (key === "nodes") return mapItems(value, orderedNode);
    return key === "edges" ? mapItems(value, (edge) => inOrder(edge, KEYS.edge)) : value;
  });
}

function orderedNode(node: JsonValue): JsonValue {
  const actionType = isObject(node) ? node["actionType"] : undefined;
  return mapValues(inOrder(node, KEYS.node), (value, key) => {
    if (key === "config") return orderedConfig(value, actionType);
    return key === "condition" ? mapValues(inOrder(value, []), (list) => mapItems(list, orderedPart)) : value;
  });
}

function orderedConfig(config: JsonValue, actionType: JsonValue | undefined): JsonValue {
  const known =
    typeof actionType === "string" && Object.hasOwn(ACTIONS, actionType)
      ? Object.keys(ACTIONS[actionType as keyof typeof ACTIONS].configSchema.properties)
      : [];
  return mapValues(inOrder(config, known), (value, key) =>
    key === "exits" || key === "buttons" ? mapItems(value, orderedPart) : value,
  );
}

function orderedPart(part: JsonValue): JsonValue {
  return mapValues(inOrder(part, KEYS.part), (value, key) => (key === "query" ? orderedQuery(value, 0) : value));
}

/** Deeper groups than the engine reads keep their order. */
const MOST_LEVELS = 64;

function orderedQuery(query: JsonValue, depth: number): JsonValue {
  if (depth > MOST_LEVELS) return query;
  return mapValues(inOrder(query, KEYS.query), (value, key) =>
    key === "rules" ? mapItems(value, (rule) => orderedQuery(rule, depth + 1)) : value,
  );
}

function inOrder(value: JsonValue, first: readonly string[]): JsonValue {
  if (!isObject(value)) return value;
  const rank = (key: string) => {
    if (LAST.has(key)) return first.length + 1;
    const index = first.indexOf(key);
    return index < 0 ? first.length : index;
  };
  const keys = Object.keys(value).toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return Object.fromEntries(keys.map((key) => [key, value[key] ?? null]));
}

function mapValues(value: JsonValue, change: (value: JsonValue, key: string) => JsonValue): JsonValue {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, change(item, key)]));
}

function mapItems(value: JsonValue, change: (item: JsonValue) => JsonValue): JsonValue {
  return Array.isArray(value) ? value.map(change) : value;
}
