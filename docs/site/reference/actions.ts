import {
  ACTION_GROUPS,
  ACTIONS,
  type ActionGroup,
  type ActionType,
  type GraphNode,
  type JsonObject,
} from "../../../packages/engine/src/contract/index.ts";
import { ptBR } from "../../../packages/engine/src/messages/pt-br.ts";
import { needsText } from "./brought.ts";
import { configTable } from "./config.ts";
import { exitsText } from "./handles.ts";
import { code, page } from "./markdown.ts";

const GROUPS: Readonly<Record<ActionGroup, string>> = {
  message: "Messages",
  crm: "CRM",
  flow: "Flow",
  integration: "Integrations",
};

const types = Object.keys(ACTIONS) as ActionType[];

/** Every action: what it does, holds, needs, and how a run leaves it. */
export const actionsPage = (): string =>
  page("Actions", [
    "What a step of type `action` does: its type stands in `actionType`, what it needs in `config`. Keys that are not " +
      "listed are kept and ignored. [Exits](steps.md#exits) are where a run leaves the step; how actions are repeated, and " +
      "what they do when something fails: [Automations at work](../automations.md#actions).",
    ...ACTION_GROUPS.flatMap((group) => [
      `## ${GROUPS[group]}`,
      ...types.filter((type) => ACTIONS[type].group === group).flatMap(entry),
    ]),
  ]);

function entry(type: ActionType): string[] {
  const { label, description, configSchema, awaitsReplyPossible } = ACTIONS[type];
  const needs = needsText(type, configSchema);
  const waiting = awaitsReplyPossible ? ` While it waits for a reply: ${exitsOf(type, ASKING)}` : "";
  return [
    `### ${label}`,
    `${code(type)}, in Portuguese “${ptBR.kinds[type]}”. ${description}`,
    ...(needs === null ? [] : [needs]),
    `${exitsText(stepOf(type, {}))}${waiting}`,
    configTable(configSchema),
  ];
}

const ASKING: JsonObject = { buttons: [{ id: "yes" }] };

const stepOf = (actionType: ActionType, config: JsonObject): GraphNode => ({
  id: "step",
  type: "action",
  actionType,
  config,
});
const exitsOf = (type: ActionType, config: JsonObject): string =>
  exitsText(stepOf(type, config)).replace("Exits: ", "");
