import { describeUntil, readUntil } from "@trilho/engine";
import type { JsonObject, JsonValue } from "@trilho/engine";
import { stagePlace, type Lookup } from "../document/lookup.ts";
import { formatDuration } from "../i18n/duration.ts";
import { engineLocale } from "../i18n/engine-locale.ts";
import { currentLocale } from "../i18n/use-text.ts";
import type { Params } from "./form-text.ts";
import { formText } from "./form-text.ts";

/** What a step's settings say, for its card and for its sentence. */
export interface Detail {
  /** "VIP and Hot", "Proposta"; empty where the kind of step says all. */
  text: string;
  /** Which sentence of the kind fits, where it has several. */
  form?: "unset" | "empty" | "noValue" | "template" | "until";
  /** More values of the sentence. */
  params?: Params;
}

/** Reads a step's config, or its condition. Never throws: settings come from drafts. */
export type Reader = (settings: JsonObject, names: Lookup) => Detail;

const t = (key: string, params?: Params): string => formText(`detail.${key}`, params);

const LONGEST = 140;

/** A text of a config on one line, cut where it would swamp a card or a sentence. */
export function excerpt(value: JsonValue | undefined): string {
  const words = typeof value === "string" || typeof value === "number" ? String(value) : "";
  const line = words.replace(/\s+/g, " ").trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1).replace(/[\s….]+$/, "")}…` : line;
}

/** "A, B and C". */
const listOf = (items: readonly string[]): string =>
  new Intl.ListFormat(currentLocale(), { type: "conjunction" }).format(items);

const firstOf = (settings: JsonObject, keys: readonly string[]): string =>
  keys.map((key) => excerpt(settings[key])).find((found) => found !== "") ?? "";

export const unset = (): Detail => ({ text: t("unset"), form: "unset" });

/** Of a kind that says all by itself. */
export const nothing: Reader = () => ({ text: "" });

/** The text under a key. */
export const written =
  (...keys: string[]): Reader =>
  (settings) => {
    const text = firstOf(settings, keys);
    return text ? { text } : unset();
  };

/** What may be left open: a card says nothing of it. */
export const optional =
  (read: Reader): Reader =>
  (settings, names) => {
    const detail = read(settings, names);
    return detail.form === "unset" ? { ...detail, text: "" } : detail;
  };

/** The name of what has the id under a key. */
const named =
  (key: string, nameOf: (id: string, names: Lookup) => string | null, unknown: string): Reader =>
  (settings, names) => {
    const id = excerpt(settings[key]);
    return id ? { text: nameOf(id, names) ?? t(unknown) } : unset();
  };

export const stage = named("targetStageId", stagePlace, "unknownStage");
export const person = named("userId", (id, names) => names.userName(id), "unknownUser");

export const tags: Reader = ({ tagIds }, names) => {
  const ids = Array.isArray(tagIds) ? tagIds.filter((id) => typeof id === "string" && id !== "") : [];
  const found = ids.map((id) => names.tagName(excerpt(id)) ?? t("unknownTag"));
  return found.length > 0 ? { text: listOf(found), params: { count: found.length } } : unset();
};

export const message: Reader = (settings) => {
  const text = excerpt(settings["text"]);
  if (text) return { text };
  const template = firstOf(settings, ["templateName", "scriptId", "mediaAssetId", "mediaLink"]);
  return template ? { text: template, form: "template" } : unset();
};

export const address: Reader = ({ url }) => {
  const text = excerpt(url).replace(/^https?:\/\//i, "");
  return text ? { text } : unset();
};

/** The name of a wait holds its length, or until when it lasts. */
export const wait: Reader = ({ delaySeconds, until }, names) => {
  const read = readUntil(until);
  if (read !== null && "until" in read) {
    return { text: describeUntil(read.until, engineLocale(), names.fieldName), form: "until" };
  }
  return typeof delaySeconds === "number" && delaySeconds > 0
    ? { text: "", params: { duration: formatDuration(delaySeconds) } }
    : unset();
};

export const field: Reader = (settings, names) => {
  const id = firstOf(settings, ["fieldId", "fieldSlug"]);
  if (!id) return unset();
  const name = names.fieldName(id) ?? t("unknownField");
  const { value } = settings;
  const words = (Array.isArray(value) ? value : [value]).map((each) =>
    typeof each === "boolean" ? t(each ? "yes" : "no") : (names.optionName?.(id, excerpt(each)) ?? excerpt(each)),
  );
  const all = listOf(words.filter(Boolean));
  if (all) return { text: `${name} = ${all}`, params: { name, value: all } };
  const form = value === undefined ? "noValue" : "empty";
  return { text: `${name} = ${t(form)}`, form, params: { name } };
};

/** How many parts there are. */
export const counted =
  (key: "branches" | "exits"): Reader =>
  (settings) => {
    const parts = settings[key];
    return { text: t(key, { count: Array.isArray(parts) ? parts.length : 0 }) };
  };
