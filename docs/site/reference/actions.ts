import {
  ACTION_GROUPS,
  ACTIONS,
  type ActionGroup,
  type ActionType,
  type GraphNode,
  type JsonObject,
} from "../../../packages/engine/src/contract/index.ts";
import { needsText } from "./brought.ts";
import { configTable } from "./config.ts";
import { exitsOf, exitsText } from "./handles.ts";
import type { InBoth, Language } from "./language.ts";
import { code, page } from "./markdown.ts";

const GROUPS: Readonly<Record<ActionGroup, InBoth>> = {
  message: ["Messages", "Mensagens"],
  crm: ["CRM", "CRM"],
  flow: ["Flow", "Fluxo"],
  integration: ["Integrations", "Integrações"],
};

const types = Object.keys(ACTIONS) as ActionType[];

/** Every action: what it does, holds, needs, and how a run leaves it. */
export const actionsPage = (language: Language): string =>
  page(language.say("Actions", "Ações"), [
    language.say(
      "What a step of type `action` does: its type stands in `actionType`, what it needs in `config`. Keys that are not " +
        "listed are kept and ignored. [Exits](steps.md#exits) are where a run leaves the step; how actions are repeated, " +
        "and what they do when something fails: [Automations at work](../automations.md#actions).",
      "O que faz um passo do tipo `action`: o tipo fica em `actionType`, e o que ele precisa, em `config`. Chaves fora da " +
        "lista são guardadas e ignoradas. As [saídas](steps.md#saídas) são por onde a execução deixa o passo; como as " +
        "ações são repetidas, e o que fazem quando algo falha: [Automações no dia a dia](../automations.md#ações).",
    ),
    ...ACTION_GROUPS.flatMap((group) => [
      `## ${language.say(...GROUPS[group])}`,
      ...types.filter((type) => ACTIONS[type].group === group).flatMap((type) => entry(type, language)),
    ]),
  ]);

function entry(type: ActionType, language: Language): string[] {
  const { description, configSchema, awaitsReplyPossible } = ACTIONS[type];
  const { say, text, engine } = language;
  const needs = needsText(type, configSchema, language);
  const asking = exitsOf(stepOf(type, ASKING));
  const waiting = say(` While it waits for a reply: ${asking}.`, ` Enquanto espera uma resposta: ${asking}.`);
  return [
    `### ${engine.kinds[type]}`,
    `${code(type)}. ${text(description)}`,
    ...(needs === null ? [] : [needs]),
    `${exitsText(stepOf(type, {}), language)}${awaitsReplyPossible ? waiting : ""}`,
    configTable(configSchema, language),
  ];
}

const ASKING: JsonObject = { buttons: [{ id: "yes" }] };

const stepOf = (actionType: ActionType, config: JsonObject): GraphNode => ({
  id: "step",
  type: "action",
  actionType,
  config,
});
