import { ACTIONS } from "../contract/actions.ts";
import { ACTION_TYPES } from "../contract/definition.ts";
import type { JsonValue } from "../contract/json.ts";
import type { Reason } from "../contract/run.ts";
import { showValue } from "../query/explain.ts";
import { showDuration } from "./duration.ts";

type Params = Record<string, JsonValue>;

/** Every reason a step can have, with its words. */
const TEXTS = {
  triggered: () => "the trigger fired",
  performing: (p) => (p["attempt"] === 1 ? actionLabel(p["actionType"]) : `${ordinal(p["attempt"])} attempt`),
  succeeded: (p) => (p["attempt"] === 1 ? "succeeded" : `${ordinal(p["attempt"])} attempt succeeded`),
  "attempt-failed": (p) =>
    `${ordinal(p["attempt"])} attempt failed: ${text(p["message"])}; next in ${duration(p["retryInMs"])}`,
  "failed-permanently": (p) => `failed for good: ${text(p["message"])}`,
  "retries-exhausted": (p) => `all ${text(p["attempts"])} attempts failed: ${text(p["message"])}`,
  "outside-business-hours": (p) => `outside business hours: put off to ${text(p["opens"])} (${text(p["timeZone"])})`,
  "hours-unusable": (p) => text(p["message"]),
  "awaiting-reply": (p) => `sent; waits up to ${duration(p["timeoutMs"])} for a reply`,
  "button-pressed": (p) => `reply: button ${text(p["label"])}`,
  "text-reply": (p) => `reply: ${showValue(p["text"] ?? null)}`,
  "other-reply": () => "a reply that is neither a button nor text",
  "no-reply": (p) => `no reply within ${duration(p["timeoutMs"])}`,
  branch: (p) => `branch ${text(p["label"])}: ${ruleTexts(p["rules"], " and ") || "no rules"}`,
  "no-branch": (p) => `no branch held${after(": ", ruleTexts(p["rules"], "; "))}`,
  waiting: (p) => `waits ${duration(p["delayMs"])}`,
  waited: (p) => `waited ${duration(p["delayMs"])}`,
  "picking-exit": () => "picks the next exit in turn",
  exit: (p) => `exit ${text(p["label"])} was next in turn`,
  "no-exits": () => "there is no exit to pick: the run completes",
  "reached-end": () => "reached the end",
  "no-edge": (p) => `nothing follows “${text(p["handle"])}”: the run completes`,
  "not-runnable": (p) => text(p["message"]),
} as const satisfies Record<string, (params: Params) => string>;

/** The stable codes of `Reason`. */
export type ReasonCode = keyof typeof TEXTS;

/** Makes a reason; its params are plain JSON. */
export function because(code: ReasonCode, params: Params = {}): Reason {
  return { code, params };
}

/** A reason as a short English phrase: "branch VIP: deal.value 12000 ≥ 10000", "no reply within 24 h". */
export function describeReason(reason: Reason): string {
  if (!Object.hasOwn(TEXTS, reason.code)) return reason.code;
  const describe: (params: Params) => string = TEXTS[reason.code as ReasonCode];
  return describe(reason.params);
}

function text(value: JsonValue | undefined): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "?";
}

function actionLabel(value: JsonValue | undefined): string {
  const type = ACTION_TYPES.find((known) => known === value);
  return type ? ACTIONS[type].label : text(value);
}

function duration(value: JsonValue | undefined): string {
  return typeof value === "number" ? showDuration(value) : "?";
}

function ruleTexts(rules: JsonValue | undefined, separator: string): string {
  if (!Array.isArray(rules)) return "";
  return rules.map((rule) => text((rule as Params | null)?.["text"])).join(separator);
}

function after(prefix: string, words: string): string {
  return words === "" ? "" : prefix + words;
}

const ENDINGS: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd" };
const ordinals = new Intl.PluralRules("en", { type: "ordinal" });

function ordinal(value: JsonValue | undefined): string {
  return typeof value === "number" ? `${value}${ENDINGS[ordinals.select(value)] ?? "th"}` : "?";
}
