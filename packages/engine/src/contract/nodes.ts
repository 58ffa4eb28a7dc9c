import { WAIT_SCHEMA } from "./action-schemas.ts";
import { configSchema, partId } from "./config-schema.ts";
import type { ConfigSchema } from "./config-schema.ts";
import type { NodeKind } from "./definition.ts";
import { NODE_LABELS } from "./labels.ts";

export interface NodeInfo {
  label: string;
  description: string;
  /** Schema of `config`; of `condition` for a condition node. An action's depends on its type: see `ACTIONS`. */
  configSchema: ConfigSchema | null;
}

/** Every node type: what to call it and what its config holds. */
export const NODES: Readonly<Record<NodeKind, NodeInfo>> = {
  trigger: {
    label: NODE_LABELS.trigger,
    description: "Where a run starts.",
    configSchema: configSchema("Trigger", [], {}),
  },
  action: { label: NODE_LABELS.action, description: "Does something.", configSchema: null },
  condition: {
    label: NODE_LABELS.condition,
    description: "Takes the first branch whose rules hold.",
    configSchema: configSchema("Condition", [], {
      branches: {
        title: "Branches",
        description: "Tried from top to bottom; the first that holds is taken.",
        type: "array",
        items: {
          type: "object",
          properties: { id: partId, label: { type: "string" }, query: { type: "object" } },
          required: ["id", "query"],
        },
        "x-widget": "branches",
      },
    }),
  },
  wait: { label: NODE_LABELS.wait, description: "Goes on after a set time.", configSchema: WAIT_SCHEMA },
  round_robin: {
    label: NODE_LABELS.round_robin,
    description: "Shares runs out over its exits in turn.",
    configSchema: configSchema("Round robin", [], {
      exits: {
        title: "Exits",
        description: "An exit of weight 2 gets twice the runs of an exit of weight 1.",
        type: "array",
        items: {
          type: "object",
          properties: { id: partId, label: { type: "string" }, weight: { type: "number", minimum: 0 } },
          required: ["id"],
        },
        "x-widget": "exits",
      },
    }),
  },
  end: { label: NODE_LABELS.end, description: "The run is complete.", configSchema: configSchema("End", [], {}) },
};
