import {
  LIMITS,
  NODE_KINDS,
  NODES,
  type GraphNode,
  type NodeKind,
} from "../../../packages/engine/src/contract/index.ts";
import { configTable } from "./config.ts";
import { exitsTable, exitsText } from "./handles.ts";
import type { Language } from "./language.ts";
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

function entry(kind: NodeKind, language: Language): string[] {
  const { description, configSchema } = NODES[kind];
  const { say, text, engine } = language;
  const place = say(
    "Its settings stand in `condition` instead of `config`.",
    "As configurações ficam em `condition`, e não em `config`.",
  );
  const told = `${code(kind)}. ${text(description)} ${exitsText(EXAMPLES[kind], language)}`;
  return [
    `## ${engine.kinds[kind]}`,
    kind === "condition" ? `${told} ${place}` : told,
    configSchema === null
      ? say(
          "What it holds depends on its `actionType`: [Actions](actions.md).",
          "O que ele contém depende do `actionType`: [Ações](actions.md).",
        )
      : configTable(configSchema, language),
  ];
}

/** Every kind of step, and every exit. */
export const stepsPage = (language: Language): string =>
  page(language.say("Steps and exits", "Passos e saídas"), [
    language.say(
      "An automation's `graphDefinition` is `{ version: 2, nodes, edges }`. A node has an `id`, a `type` and mostly a " +
        "`config`; an edge leads from its `source`, by an exit (`sourceHandle`), to its `target`. There is one trigger, " +
        `and a run never goes back. At most ${LIMITS.nodes} nodes, of which ${LIMITS.waits} waits; a wait lasts ` +
        `${LIMITS.minDelaySeconds} seconds at least.`,
      "O `graphDefinition` de uma automação é `{ version: 2, nodes, edges }`. Um passo (`nodes`) tem `id`, `type` e quase " +
        "sempre `config`; uma conexão (`edges`) leva do `source`, por uma saída (`sourceHandle`), ao `target`. O gatilho é " +
        `um só, e uma execução nunca volta atrás. No máximo ${LIMITS.nodes} passos, dos quais ${LIMITS.waits} esperas; ` +
        `uma espera dura pelo menos ${LIMITS.minDelaySeconds} segundos.`,
    ),
    ...NODE_KINDS.flatMap((kind) => entry(kind, language)),
    language.say("## Exits", "## Saídas"),
    exitsTable(language),
  ]);
