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
import { code, either } from "./markdown.ts";

export const BROUGHT: Readonly<Record<Brought, string>> = {
  deal: "a deal",
  contact: "a contact",
  conversation: "a conversation",
  comment: "a comment",
};
const ALL = Object.keys(BROUGHT) as Brought[];

/** Triggers whose settings decide what their runs have, with settings that bring more than none do. */
const MORE: { readonly [Type in KnownTriggerType]?: { config: Trigger["config"]; words: string } } = {
  schedule: { config: { forEachDeal: true }, words: "with `forEachDeal`" },
  incoming_webhook: { config: { phonePath: "phone" }, words: "with a path to a deal, phone or e-mail" },
};

/** What the runs of a trigger have, as sentences. */
export function bringsText(type: KnownTriggerType): string {
  const more = MORE[type];
  const plain = listOf({ type });
  return more === undefined
    ? plain
    : `${plain} ${capital(more.words)}: ${lower(listOf({ type, config: more.config ?? null }))}`;
}

function listOf(trigger: Trigger): string {
  const brings = broughtBy(trigger);
  const having = (often: string): string[] =>
    ALL.filter((each) => brings?.[each] === often).map((each) => BROUGHT[each]);
  const always = having("always");
  const perhaps = having("perhaps");
  if (always.length + perhaps.length === 0) return "Its runs are about nobody.";
  const parts = [
    ...(always.length > 0 ? [`always have ${always.join(" and ")}`] : []),
    ...(perhaps.length > 0 ? [`may have ${perhaps.join(" and ")}`] : []),
  ];
  return `Its runs ${parts.join(", and ")}.`;
}

/** What an action asks of the trigger, and which triggers' runs never have it; null for one that can always be tried. */
export function needsText(type: ActionType, schema: ConfigSchema): string | null {
  if (lackAmong(type, {}, () => false) === null) return null;
  const enough = ALL.filter((one) => lackAmong(type, {}, (each) => each === one) === null).map((one) => BROUGHT[one]);
  const instead = Object.keys(schema.properties).filter((key) => lackAmong(type, { [key]: "x" }, () => false) === null);
  const asked = [...enough, ...instead.map((key) => `its own ${code(key)}`)];
  return `Needs ${either(asked)}. ${whereText(type)}`.trim();
}

const WARNED = "[a warning](../problems/impossible-action.md)";

/** Under which triggers an action never has what it needs, or, where these are most of them, under which it may. */
function whereText(type: ActionType): string {
  const triggers = Object.keys(TRIGGER_TYPES) as KnownTriggerType[];
  const never = triggers.flatMap((trigger) => neverUnder(trigger, type));
  if (never.length === 0) return "";
  if (never.length < triggers.length / 2)
    return `Under these triggers it never has that, which is ${WARNED}: ${never.join("; ")}.`;
  const fit = triggers.filter((trigger) => lackOf({ type: trigger }, type) === null);
  return `Only under ${either(fit.map((trigger) => TRIGGER_TYPES[trigger].label))} it may have that; elsewhere it is ${WARNED}.`;
}

function neverUnder(trigger: KnownTriggerType, action: ActionType): string[] {
  if (lackOf({ type: trigger }, action) === null) return [];
  const more = MORE[trigger];
  const { label } = TRIGGER_TYPES[trigger];
  if (more === undefined || lackOf({ type: trigger, config: more.config ?? null }, action) !== null) return [label];
  return [`${label}, unless ${more.words}`];
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
