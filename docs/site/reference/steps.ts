import {
  LIMITS,
  NODE_KINDS,
  NODES,
  type GraphNode,
  type NodeKind,
} from "../../../packages/engine/src/contract/index.ts";
import { ptBR } from "../../../packages/engine/src/messages/pt-br.ts";
import { configTable } from "./config.ts";
import { exitsTable, exitsText } from "./handles.ts";
import { code, page } from "./markdown.ts";

/** Steps with parts, so that the exits of these show. */
const EXAMPLES: Readonly<Record<NodeKind, GraphNode>> = {
  trigger: { id: "a", type: "trigger" },
  action: { id: "a", type: "action", actionType: "webhook" },
  condition: {
    id: "a",
    type: "condition",
    condition: { branches: [{ id: "x", query: { combinator: "and", rules: [] } }] },
  },
  wait: { id: "a", type: "wait" },
  round_robin: { id: "a", type: "round_robin", config: { exits: [{ id: "x" }] } },
  end: { id: "a", type: "end" },
};

function entry(kind: NodeKind): string[] {
  const { label, description, configSchema } = NODES[kind];
  const place = kind === "condition" ? "Its settings stand in `condition` instead of `config`." : "";
  return [
    `## ${label}`,
    `${code(kind)}, in Portuguese “${ptBR.kinds[kind]}”. ${description} ${exitsText(EXAMPLES[kind])} ${place}`.trim(),
    configSchema === null
      ? "What it holds depends on its `actionType`: [Actions](actions.md)."
      : configTable(configSchema),
  ];
}

/** Every kind of step, and every exit. */
export const stepsPage = (): string =>
  page("Steps and exits", [
    "An automation's `graphDefinition` is `{ version: 2, nodes, edges }`. A node has an `id`, a `type` and mostly a " +
      "`config`; an edge leads from its `source`, by an exit (`sourceHandle`), to its `target`. There is one trigger, and " +
      `a run never goes back. At most ${LIMITS.nodes} nodes, of which ${LIMITS.waits} waits; a wait lasts ` +
      `${LIMITS.minDelaySeconds} seconds at least.`,
    ...NODE_KINDS.flatMap(entry),
    "## Exits",
    exitsTable(),
  ]);
