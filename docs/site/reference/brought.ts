import {
  broughtBy,
  lackAmong,
  lackOf,
  TRIGGER_TYPES,
  type ActionType,
  type Brought,
  type ConfigSchema,
  type KnownTriggerType,
  type Trigger,
} from "../../../packages/engine/src/contract/index.ts";
import type { InBoth, Language } from "./language.ts";
import { code, either } from "./markdown.ts";

const BROUGHT: Readonly<Record<Brought, InBoth>> = {
  deal: ["a deal", "um negócio"],
  contact: ["a contact", "um contato"],
  conversation: ["a conversation", "uma conversa"],
  comment: ["a comment", "um comentário"],
};
const ALL = Object.keys(BROUGHT) as Brought[];

/** Triggers whose settings decide what their runs have, with settings that bring more than none do. */
const MORE: { readonly [Type in KnownTriggerType]?: { config: Trigger["config"]; words: InBoth } } = {
  schedule: { config: { forEachDeal: true }, words: ["with `forEachDeal`", "com `forEachDeal`"] },
  incoming_webhook: {
    config: { phonePath: "phone" },
    words: ["with a path to a deal, phone or e-mail", "com um caminho até um negócio, telefone ou e-mail"],
  },
};

/** What the runs of a trigger have, as sentences. */
export function bringsText(type: KnownTriggerType, language: Language): string {
  const more = MORE[type];
  const plain = listOf({ type }, language);
  if (more === undefined) return plain;
  const withMore = listOf({ type, config: more.config ?? null }, language);
  return `${plain} ${capital(language.say(...more.words))}: ${lower(withMore)}`;
}

function listOf(trigger: Trigger, { say }: Language): string {
  const brings = broughtBy(trigger);
  const having = (often: string): string[] =>
    ALL.filter((each) => brings?.[each] === often).map((each) => say(...BROUGHT[each]));
  const always = having("always");
  const perhaps = having("perhaps");
  if (always.length + perhaps.length === 0)
    return say("Its runs are about nobody.", "As execuções não são sobre ninguém.");
  const parts = [
    ...(always.length > 0 ? [`${say("always have", "sempre têm")} ${always.join(say(" and ", " e "))}`] : []),
    ...(perhaps.length > 0 ? [`${say("may have", "podem ter")} ${perhaps.join(say(" and ", " e "))}`] : []),
  ];
  return `${say("Its runs", "As execuções")} ${parts.join(say(", and ", " e "))}.`;
}

/** What an action asks of the trigger, and which triggers' runs never have it; null for one that can always be tried. */
export function needsText(type: ActionType, schema: ConfigSchema, language: Language): string | null {
  const { say } = language;
  if (lackAmong(type, {}, () => false) === null) return null;
  const enough = ALL.filter((one) => lackAmong(type, {}, (each) => each === one) === null);
  const instead = Object.keys(schema.properties).filter((key) => lackAmong(type, { [key]: "x" }, () => false) === null);
  const asked = [
    ...enough.map((one) => say(...BROUGHT[one])),
    ...instead.map((key) => say(`its own ${code(key)}`, `um ${code(key)} próprio`)),
  ];
  return `${say("Needs", "Precisa de")} ${either(asked, language)}. ${whereText(type, language)}`.trim();
}

/** Under which triggers an action never has what it needs, or, where these are most of them, under which it may. */
function whereText(type: ActionType, language: Language): string {
  const { say, text, docs } = language;
  const warned = `[${say("a warning", "um aviso")}](${docs}problems/impossible-action.md)`;
  const triggers = Object.keys(TRIGGER_TYPES) as KnownTriggerType[];
  const never = triggers.flatMap((trigger) => neverUnder(trigger, type, language));
  if (never.length === 0) return "";
  if (never.length < triggers.length / 2)
    return say(
      `Under these triggers it never has that, which is ${warned}: ${never.join("; ")}.`,
      `Com estes gatilhos ela nunca tem isso, o que é ${warned}: ${never.join("; ")}.`,
    );
  const fit = triggers.filter((trigger) => lackOf({ type: trigger }, type) === null);
  const names = either(
    fit.map((trigger) => text(TRIGGER_TYPES[trigger].label)),
    language,
  );
  return say(
    `Only under ${names} it may have that; elsewhere it is ${warned}.`,
    `Só com ${names} ela pode ter isso; com os outros gatilhos é ${warned}.`,
  );
}

function neverUnder(trigger: KnownTriggerType, action: ActionType, { say, text }: Language): string[] {
  if (lackOf({ type: trigger }, action) === null) return [];
  const more = MORE[trigger];
  const label = text(TRIGGER_TYPES[trigger].label);
  if (more === undefined || lackOf({ type: trigger, config: more.config ?? null }, action) !== null) return [label];
  return [`${label}, ${say("unless", "a não ser")} ${say(...more.words)}`];
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
