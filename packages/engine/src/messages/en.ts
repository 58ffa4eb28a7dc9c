import { ACTION_TYPES } from "../contract/definition.ts";
import type { MessageParams } from "../contract/diagnostic.ts";
import type { JsonValue } from "../contract/json.ts";
import type { Brought } from "../contract/needs.ts";
import { REFUSALS } from "../graph/connect.ts";
import { showDuration } from "../interpreter/duration.ts";
import { comparisonText, COMPARISONS, QUERY_PROBLEMS, showValue } from "../query/text.ts";
import type { Naming } from "../query/text.ts";
import { enSimulation } from "./en-simulation.ts";
import { enNames, kinds, name, names } from "./en-names.ts";
import { UNTIL_FAULTS, untilLack } from "./en-until.ts";
import { exitRefIn } from "./exit-ref.ts";
import type { Locale } from "./locale.ts";
import type { Place, UnreadableReason, ExitRef } from "./params.ts";
import { exitOf, isNumber, localTime, ruleTexts, text } from "./text.ts";

/** Everything the engine says, in English. */
export const en: Locale = {
  tag: "en",
  ...enNames,
  problems: {
    "unreadable-value": (p) => (p.reason === "not-json" ? notJson(p.type) : UNREADABLE[p.reason]),
    "too-big": (p) =>
      p.reason === "values"
        ? `It holds more than ${p.limit} values.`
        : `This is nested more than ${p.limit} levels deep.`,
    "wrong-type": (p) => `${placeName(p.place)} must be ${p.types.map((type) => TYPES[type] ?? type).join(" or ")}.`,
    "missing-field": (p) => `${placeName(p.place)} is missing.`,
    "wrong-version": () => "The automation must be of graph version 2.",
    "empty-node-id": (p) => `${placeName(p.place)} must not be empty.`,
    "unknown-node-type": (p) => `${placeName(p.place)} is of an unknown kind.`,
    "unknown-handle": (p) => `${placeName(p.place)} is no exit that a step can have.`,
    "invalid-part-id": (p) => `${placeName(p.place)} must be 1 to 64 letters, digits, “_” or “-”.`,
    "negative-weight": (p) => `${placeName(p.place)} must not be less than 0.`,
    "missing-action-type": (p) => `Step ${p.number}, ${name(p.node)}, does not say what to do.`,
    "unknown-action-type": (p) => `Step ${p.number}: there is no action of this type.`,
    "duplicate-node-id": (p) => `Two steps have the id “${p.id}”, one of them ${name(p.node)}: each needs its own.`,
    "duplicate-edge-id": (p) => `Two connections have the id “${p.id}”: each needs its own.`,
    "duplicate-branch-id": (p) => `${name(p.node)} has two branches with the id “${p.id}”: each needs its own.`,
    "duplicate-exit-id": (p) => `${name(p.node)} has two exits with the id “${p.id}”: each needs its own.`,
    "duplicate-button-id": (p) => `${name(p.node)} has two buttons with the id “${p.id}”: each needs its own.`,
    "dangling-edge": (p) => {
      if (p.missing === "target") return `The connection from ${name(p.node)} leads to a step that does not exist.`;
      if (p.missing === "source") return `The connection to ${name(p.node)} comes from a step that does not exist.`;
      return "A connection joins two steps that do not exist.";
    },
    "no-trigger": () => "The automation has no trigger: nothing starts it.",
    "several-triggers": (p) => `The automation has ${p.count} triggers: keep one.`,
    "too-many-nodes": (p) => `The automation has ${p.count} steps; ${p.limit} are allowed.`,
    "too-many-waits": (p) => `The automation has ${p.count} waits; ${p.limit} are allowed.`,
    "too-many-edges": (p) => `The automation has ${p.count} connections; ${p.limit} are allowed.`,
    cycle: (p) =>
      p.nodes.shown.length === 1
        ? `${names(p.nodes)} leads to itself. A run never goes back.`
        : `${names(p.nodes)} form a loop. A run never goes back.`,
    "unreachable-node": (p) => `No path from the trigger leads to ${names(p.nodes)}.`,
    "branch-without-edge": (p) => `${name(p.node)}: the branch “${p.part}” leads nowhere.`,
    "exit-without-edge": (p) => `${name(p.node)}: the exit “${p.part}” leads nowhere.`,
    "edge-for-missing-branch": (p) => missingPart(name(p.node), "branch", p.part),
    "edge-for-missing-exit": (p) => missingPart(name(p.node), "exit", p.part),
    "edge-for-missing-button": (p) => missingPart(name(p.node), "button", p.part),
    "handle-not-offered": (p) =>
      `A connection leaves ${name(p.node)} by ${exitName({ name: p.handle, named: false })}, which it does not offer.`,
    "several-edges-from-handle": (p) =>
      `Two connections leave ${name(p.node)} by ${exitName(p.way)}: a run can take only one.`,
    "edge-out-of-end": (p) => `A connection leaves ${name(p.node)}: nothing can follow an end.`,
    "webhook-needs-url": (p) => `${name(p.node)} needs the address to call.`,
    "move-stage-needs-stage": (p) => `${name(p.node)} needs the stage to move the deal to.`,
    "tags-needed": (p) =>
      p.lack === "none" ? `${name(p.node)} needs at least one tag.` : `${name(p.node)} holds a tag that is empty.`,
    "field-needed": (p) =>
      p.lack === "none"
        ? `${name(p.node)} needs the field to write.`
        : `${name(p.node)} names the field twice: keep its id or its slug, not both.`,
    "field-value-needed": (p) => `${name(p.node)} needs the value to write. An empty value clears the field.`,
    "responsible-needed": (p) => `${name(p.node)} needs the user to make responsible.`,
    "delay-needed": (p) => `${name(p.node)} needs a time to wait, at least ${p.seconds} seconds.`,
    "nothing-after-trigger": (p) => `${name(p.node)} leads nowhere: a run ends as soon as it starts.`,
    "condition-without-fallback": (p) => `${name(p.node)}: “${EXITS.fallback}” leads nowhere: the run ends there.`,
    "condition-without-branches": (p) => `${name(p.node)} has no branches to choose from.`,
    "round-robin-without-exits": (p) => `${name(p.node)} has no exits: every run ends there.`,
    "reply-without-timeout": (p) => `${name(p.node)}: “${EXITS.timeout}” leads nowhere: the run ends there.`,
    "button-without-edge": (p) =>
      `${name(p.node)}: the button “${p.part}” leads nowhere, so the run ends for whoever presses it.`,
    "text-reply-without-buttons": (p) =>
      `${name(p.node)} offers no buttons, so “${EXITS.text_reply}” is never taken: every reply takes “${EXITS.replied}”.`,
    "message-without-content": (p) => `${name(p.node)} sends nothing: it has no text.`,
    "action-without-title": (p) => `${name(p.node)} has no title, so what it creates is called like the automation.`,
    "button-without-text": (p) => `${name(p.node)}: a button has no text and says “${p.part}”.`,
    "button-text-cut": (p) => `${name(p.node)}: WhatsApp cuts a button’s text to “${p.part}”.`,
    "same-button-text": (p) => `${name(p.node)}: two buttons say “${p.part}”.`,
    "url-not-http": (p) => `${name(p.node)}: only addresses that begin with http:// or https:// are called.`,
    "same-query": (p) =>
      `${name(p.node)}: the branch “${p.part}” asks the same as the branch “${p.earlier}” before it and is never taken.`,
    "branch-never-reached": (p) =>
      p.because === "always-holds"
        ? `${name(p.node)}: the branch “${p.part}” is never taken, because the branch “${p.earlier}” before it always holds.`
        : `${name(p.node)}: the branch “${p.part}” is never taken, because the branch “${p.earlier}” before it holds whenever it would.`,
    "branch-never-holds": (p) => `${name(p.node)}: the branch “${p.part}” asks for what can never be true at once.`,
    "unreadable-query": (p) => `${name(p.node)}: a rule can never hold: ${QUERY_PROBLEMS[p.problem]}.`,
    "unknown-field": (p) => `${name(p.node)}: there is no field “${p.field}”.`,
    "unknown-operator": (p) =>
      `${name(p.node)}: there is no comparison ${p.operator === null ? "of this kind" : `“${p.operator}”`}: the rule never holds.`,
    "rule-without-value": (p) =>
      `${name(p.node)}: a rule compares with nothing. Enter its value, or ask whether the field is empty.`,
    "unreadable-until": (p) =>
      p.fault === "no-date"
        ? `${name(p.node)}: the field it waits for holds no date, so it always lasts its fixed time.`
        : `${name(p.node)}: ${UNTIL_FAULTS[p.fault]}, so it always lasts its fixed time.`,
    "repeated-message": (p) => `${name(p.node)} sends the same message again, with no wait after ${name(p.earlier)}.`,
    "repeated-tag": (p) => `${name(p.node)} adds nothing: every path to it has added these tags before.`,
    "repeated-action": (p) => `${name(p.node)} changes nothing: every path to it has just done the same.`,
    "longer-than-a-year": (p) => `${name(p.node)} may end more than a year after the run began (${p.days} days).`,
    "impossible-action": (p) =>
      `${name(p.node)} can never succeed: what starts this automation brings ${LACKS[p.lack]}.`,
    "unknown-trigger": (p) => `${name(p.node)}: nothing ever happens that is called “${p.type}”, so no run starts.`,
  },
  fixes: {
    "remove-edge": () => "Remove the connection",
    "remove-edge-between": (p) => `Remove the connection ${name(p.from)} (${exitName(p.way)}) → ${name(p.to)}`,
    "remove-second-edge": () => "Remove the second connection",
    "remove-second-id": () => "Remove the second id",
    "remove-nodes": (p) => (p.count === 1 ? "Remove the step" : `Remove these ${p.count} steps`),
    "set-delay": (p) => `Wait ${p.seconds} seconds`,
    "connect-to": (p) => `Connect it to ${name(p.node)}`,
    "add-trigger": () => "Add a trigger",
    "take-every-reply": () => "Take every reply there",
  },
  reasons: {
    triggered: () => "the trigger fired",
    performing: (p) => (p["attempt"] === 1 ? actionLabel(p["actionType"]) : `${ordinal(p["attempt"])} attempt`),
    succeeded: (p) => (p["attempt"] === 1 ? "succeeded" : `${ordinal(p["attempt"])} attempt succeeded`),
    "attempt-failed": (p) =>
      `${ordinal(p["attempt"])} attempt failed: ${text(p["message"])}; next in ${duration(p["retryInMs"])}`,
    "failed-permanently": (p) => `failed for good: ${text(p["message"])}`,
    "retries-exhausted": (p) => `all ${text(p["attempts"])} attempts failed: ${text(p["message"])}`,
    "may-have-gone-out": (p) => `may have gone out, and is not sent again: ${text(p["message"])}`,
    "outside-business-hours": (p) => `outside business hours: put off to ${at(p["opens"], p["timeZone"])}`,
    "hours-unusable": (p) => text(p["message"]),
    "awaiting-reply": (p) => `sent; waits up to ${duration(p["timeoutMs"])} for a reply`,
    "button-pressed": (p) => `reply: button ${text(p["label"])}`,
    "text-reply": (p) => `reply: ${showValue(p["text"] ?? null)}`,
    "other-reply": () => "a reply that is neither a button nor text",
    "no-reply": (p) => `no reply within ${duration(p["timeoutMs"])}`,
    branch: (p) => `branch ${text(p["label"])}: ${rules(p["rules"], " and ") || "no rules"}`,
    "no-branch": (p) => `no branch held${after(": ", rules(p["rules"], "; "))}`,
    waiting: (p) => `waits ${duration(p["delayMs"])}`,
    "waiting-until": (p) => `waits until ${at(p["ends"], p["timeZone"])}`,
    "waiting-instead": (p) => `${untilLack(p)}: waits ${duration(p["delayMs"])}`,
    waited: (p) => `waited ${duration(p["delayMs"])}`,
    "waited-until": (p) => `waited until ${at(p["ended"], p["timeZone"])}`,
    "picking-exit": () => "picks the next exit in turn",
    exit: (p) => `${isNumber(p["label"]) ? "exit " : ""}${text(p["label"])} was next in turn`,
    "no-exits": () => "there is no exit to pick: the run completes",
    "reached-end": () => "reached the end",
    "no-edge": (p) => `nothing follows${p["handle"] === "next" ? "" : ` ${exitName(exitRefIn(p))}`}: the run completes`,
    "not-runnable": (p) => text(p["message"]),
  },
  rule,
  simulation: enSimulation,
  refusals: REFUSALS,
};

const notJson = (type = "undefined"): string =>
  type === "undefined" ? "Nothing was given." : `This is a ${type}, which JSON cannot carry.`;

const UNREADABLE: Readonly<Record<Exclude<UnreadableReason, "not-json">, string>> = {
  "not-a-number": "This is not a number.",
  "contains-itself": "This contains itself.",
  "not-plain": "This is not plain data.",
  "empty-place": "This place in the list is empty.",
  failed: "Reading this failed.",
  "broken-key": "The name of this key is broken text.",
  "broken-text": "This text holds half a character or a NUL, which cannot be stored.",
};

const TYPES: Readonly<Record<string, string>> = {
  string: "text",
  object: "an object",
  array: "a list",
  number: "a number",
  null: "empty",
};

/** Says where a problem is: `Step 3, “Wait”: config.delaySeconds`. */
function placeName(place: Place): string {
  if (place.in === "automation") return "The automation";
  if (place.in === "list") return `“${place.name}” of the automation`;
  const below = after(": ", place.field);
  return place.in === "edge"
    ? `Connection ${place.number}${below}`
    : `Step ${place.number}, ${name(place.node)}${below}`;
}

function missingPart(owner: string, word: string, part: string): string {
  return `A connection leaves ${owner} by the ${word} “${part}”, which it does not have.`;
}

/** As drawings call them. */
const EXITS = {
  next: "Next",
  fallback: "Otherwise",
  failure: "On failure",
  replied: "Any reply",
  timeout: "No reply",
  text_reply: "Text reply",
  branch: "Branch",
  rr: "Exit",
  btn: "Button",
} as const;

const exitName = (way: ExitRef): string => `“${exitOf(way, EXITS)}”`;

function actionLabel(value: JsonValue | undefined): string {
  const type = ACTION_TYPES.find((known) => known === value);
  return type ? kinds[type] : text(value);
}

function duration(value: JsonValue | undefined): string {
  return typeof value === "number" ? showDuration(value) : "?";
}

const MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

const at = (time: JsonValue | undefined, zone: JsonValue | undefined): string =>
  localTime(
    time,
    zone,
    (_, year, month, day) => `${MONTHS.slice(3 * Number(month) - 3, 3 * Number(month))} ${Number(day)}, ${year},`,
  );

/** As it was explained, or from its parts for who calls its values otherwise. */
function rule(compared: MessageParams, naming?: Naming): string {
  const comparison = naming && comparisonText(compared, COMPARISONS, (value) => showValue(value, undefined, naming));
  return comparison ?? text(compared["text"]);
}

function rules(list: JsonValue | undefined, separator: string): string {
  return ruleTexts(list, separator, rule);
}

function after(prefix: string, words: string): string {
  return words === "" ? "" : prefix + words;
}

const ENDINGS: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd" };
const ordinals = new Intl.PluralRules("en", { type: "ordinal" });

function ordinal(value: JsonValue | undefined): string {
  return typeof value === "number" ? `${value}${ENDINGS[ordinals.select(value)] ?? "th"}` : "?";
}

const LACKS: Readonly<Record<Brought, string>> = {
  deal: "no deal",
  contact: "no contact",
  conversation: "no conversation",
  comment: "no Instagram comment",
};
