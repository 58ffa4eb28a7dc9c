import { partId } from "./config-schema.ts";
import { NODE_KINDS } from "./definition.ts";
import { HANDLE_PATTERN } from "./handles.ts";

/**
 * JSON Schema 2020-12 of a graph definition's shape (contract, "Automation", graph rules). Graph rules that no schema
 * can tell (cycles, reachability, limits, …) are `validateGraph`'s. Unknown keys are accepted everywhere.
 */
export const GRAPH_SCHEMA = {
  $id: "graph",
  type: "object",
  required: ["version", "nodes"],
  properties: {
    version: { const: 2 },
    nodes: {
      type: "array",
      items: {
        type: "object",
        required: ["id", "type"],
        properties: {
          id: { type: "string", minLength: 1 },
          type: { enum: NODE_KINDS },
          actionType: { type: ["string", "null"] },
          config: { type: "object" },
          condition: { type: ["object", "null"] },
        },
      },
    },
    edges: {
      type: "array",
      items: {
        type: "object",
        required: ["source", "target"],
        properties: {
          id: { type: "string" },
          source: { type: "string" },
          target: { type: "string" },
          sourceHandle: { type: "string", pattern: HANDLE_PATTERN },
        },
      },
    },
  },
} as const;

/** Of `condition.branches`. */
export const BRANCHES_SCHEMA = {
  $id: "branches",
  type: "array",
  items: {
    type: "object",
    required: ["id", "query"],
    properties: { id: partId, query: { type: "object" } },
  },
} as const;

/** Of a `round_robin` node's `config.exits`. */
export const EXITS_SCHEMA = {
  $id: "exits",
  type: "array",
  items: {
    type: "object",
    required: ["id"],
    properties: { id: partId, weight: { type: "number", minimum: 0 } },
  },
} as const;

/** Of a `send_whatsapp` action's `config.buttons`. */
export const BUTTONS_SCHEMA = {
  $id: "buttons",
  type: "array",
  items: { type: "object", required: ["id"], properties: { id: partId } },
} as const;
