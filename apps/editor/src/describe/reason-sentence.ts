import { isObject } from "@trilho/engine";
import type { Field, JsonObject, JsonValue, Reason, TraceEntry } from "@trilho/engine";
import { reasonText, ruleText } from "../i18n/engine-text.ts";
import { failureText } from "../i18n/failure-text.ts";
import type { Lookup } from "../document/lookup.ts";
import { nameOf } from "./query-text.ts";
import { formatDuration } from "../i18n/duration.ts";
import { formatInstant } from "../i18n/format.ts";
import { capitalized } from "../i18n/plain-text.ts";
import { currentLocale } from "../i18n/use-text.ts";
import type { Text } from "../i18n/use-text.ts";

/** A rule as the engine compared it, with the field's name for its path, names for ids and numbers as the language writes them. */
function ruleSentence(rule: JsonObject, fields: readonly Field[], lookup: Lookup): string {
  const { field: path } = rule;
  if (typeof path !== "string") return "";
  const { label = path, picker } = fields.find(({ name }) => name === path) ?? {};
  const format = new Intl.NumberFormat(currentLocale(), { maximumFractionDigits: 20 });
  const naming = (value: JsonValue): string | null => {
    if (typeof value === "number") return format.format(value);
    return picker && typeof value === "string" ? nameOf(picker, value, lookup) : null;
  };
  return ruleText({ ...rule, field: label }, naming);
}

/** Reasons that name a length of time, and the parameter that holds it in ms: said here as everywhere in the editor. */
const TIMED = {
  "awaiting-reply": "timeoutMs",
  "no-reply": "timeoutMs",
  waiting: "delayMs",
  waited: "delayMs",
} as const;

const isTimed = (code: string): code is keyof typeof TIMED => Object.hasOwn(TIMED, code);

/** The message in the reader's language, as a part of a sentence. */
function withFailureText(why: Reason): Reason {
  const { message, failure } = why.params;
  if (typeof message !== "string") return why;
  return { ...why, params: { ...why.params, message: failureText(message, failure).replace(/\.$/, "") } };
}

/** A date that a wait did not find, as the reader calls it. */
function withFieldName(why: Reason, fields: readonly Field[]): Reason {
  const { field } = why.params;
  const known = fields.find(({ name }) => name === field);
  return known === undefined ? why : { ...why, params: { ...why.params, field: known.label } };
}

/** Reasons that name a moment. */
const MOMENTS = ["outside-business-hours", "waiting-until", "waited-until"] as const;

/**
 * Why a step happened at a moment, by the browser's clock as the step's own time is: the engine's words name the
 * workspace's. Null of other reasons.
 */
export function momentSentence({ at, why }: TraceEntry, locale: string, t: Text<"simulate">): string | null {
  const code = MOMENTS.find((each) => each === why.code);
  if (code === undefined) return null;
  const instant = why.params["opensAt"] ?? why.params["until"] ?? Date.parse(at);
  return typeof instant === "number"
    ? t(`reason.${code}`, { when: formatInstant(new Date(instant).toISOString(), locale) })
    : null;
}

/** Why a step happened, in words, without an id where a name is known. */
export function reasonSentence(
  entry: TraceEntry,
  fields: readonly Field[],
  lookup: Lookup,
  t: Text<"simulate">,
): string {
  const { why } = entry;
  const rules = Array.isArray(why.params["rules"]) ? why.params["rules"].filter(isObject) : [];
  const words = rules.map((rule) => ruleSentence(rule, fields, lookup)).filter((each) => each !== "");
  if (why.code === "branch" && words.length > 0) {
    return t("reason.branch", { label: String(why.params["label"]), rules: words.join(t("reason.and")) });
  }
  if (why.code === "no-branch" && words.length > 0) return t("reason.noBranch", { rules: words.join("; ") });
  const length = isTimed(why.code) ? why.params[TIMED[why.code]] : undefined;
  if (isTimed(why.code) && typeof length === "number") {
    return t(`reason.${why.code}`, { duration: formatDuration(length / 1000) });
  }
  const sentence = reasonText(withFieldName(withFailureText(why), fields));
  return capitalized(sentence);
}
