import { CUSTOM_FIELD_PREFIX, FIELDS, isObject, OPERATORS } from "@trilho/engine";
import type { Field, FieldType, JsonValue, Rule, RuleGroup } from "@trilho/engine";
import { catalogText } from "../i18n/catalog.ts";
import { currentLocale } from "../i18n/use-text.ts";
import { stagePlace, type Lookup } from "../document/lookup.ts";
import type { Params } from "./form-text.ts";
import { formText, textOr } from "./form-text.ts";

const t = (key: string, params?: Params): string => formText(`query.${key}`, params);

/** An operator in words, for a field of a type: "is at least". Unknown operators stand for themselves. */
export function operatorLabel(operator: string, type: FieldType): string {
  const known = OPERATORS[type].find(({ name }) => name === operator) ?? anywhere(operator);
  return textOr(`operator.${type}.${operator}`, known ? catalogText(known.label) : operator);
}

const anywhere = (operator: string) =>
  Object.values(OPERATORS)
    .flat()
    .find(({ name }) => name === operator);

const commonField = (name: string): Field | null => FIELDS.find((field) => field.name === name) ?? null;

/** A field as it reads inside a sentence: "deal value", but "UTM source" and custom fields as they are written. */
function fieldText(name: string, lookup: Lookup): string {
  if (name.startsWith(CUSTOM_FIELD_PREFIX)) {
    const slug = name.slice(CUSTOM_FIELD_PREFIX.length);
    return lookup.fieldName(slug) ?? slug;
  }
  const label = catalogText(commonField(name)?.label ?? name);
  return /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

const NAME_OF: Record<NonNullable<Field["picker"]>, (id: string, lookup: Lookup) => string | null> = {
  stage: stagePlace,
  tag: (id, lookup) => lookup.tagName(id),
  user: (id, lookup) => lookup.userName(id),
  pipeline: (id, lookup) => lookup.pipelineName?.(id) ?? null,
};

/** The name of something kept by id; null when nothing has that id. */
export const nameOf = (picker: NonNullable<Field["picker"]>, id: string, lookup: Lookup): string | null =>
  NAME_OF[picker](id, lookup);

const formatNumber = (value: number): string => new Intl.NumberFormat(currentLocale()).format(value);

function formatDate(text: string): string | null {
  const time = Date.parse(text);
  if (Number.isNaN(time)) return null;
  const timeZone = text.length <= "2026-01-01".length ? "UTC" : undefined;
  return new Intl.DateTimeFormat(currentLocale(), { dateStyle: "medium", ...(timeZone && { timeZone }) }).format(time);
}

/** One value of a rule in words, by the type of its field. */
export function valueText(value: JsonValue | undefined, field: Field | null, lookup: Lookup): string {
  if (value === undefined || value === null || value === "") return t("nothing");
  if (typeof value === "boolean") return formText(value ? "detail.yes" : "detail.no");
  if (typeof value === "number") return formatNumber(value);
  if (typeof value !== "string") return JSON.stringify(value);
  if (field?.picker) return NAME_OF[field.picker](value, lookup) ?? t("quoted", { text: value });
  const option = field?.options?.find((each) => each.value === value);
  if (option) return catalogText(option.label);
  if (field?.type === "number" && Number.isFinite(Number(value))) return formatNumber(Number(value));
  return (field?.type === "date" && formatDate(value)) || t("quoted", { text: value });
}

/** The values that a rule compares with, as a list or as text with commas. */
export const listOf = (value: JsonValue | undefined): (JsonValue | undefined)[] =>
  Array.isArray(value) ? value : typeof value === "string" ? value.split(",").map((part) => part.trim()) : [value];

interface Scope {
  lookup: Lookup;
  fields: readonly Field[];
  /** With signs for comparisons, as a card has little room: "≥". */
  short: boolean;
  /** The one currency that deals have where the rule is asked; null where there may be several. */
  currency: string | null;
}

const SIGNS: Readonly<Record<string, string>> = { "=": "=", "!=": "≠", "<": "<", "<=": "≤", ">": ">", ">=": "≥" };

/** "Value is at least 10,000" is an amount of money where the same group asks for one currency. */
export function currencyIn({ rules }: RuleGroup): string | null {
  const rule = rules.find((each) => isRule(each) && each.field === "deal.currency" && each.operator === "=");
  const value = rule && isRule(rule) && typeof rule.value === "string" ? rule.value.toUpperCase() : "";
  return /^[A-Z]{3}$/.test(value) ? value : null;
}

export const moneyText = (value: number, currency: string): string =>
  new Intl.NumberFormat(currentLocale(), {
    style: "currency",
    currency,
    trailingZeroDisplay: "stripIfInteger",
  }).format(value);

function amountText(value: JsonValue | undefined, field: Field | null, { lookup, short, currency }: Scope): string {
  const number = typeof value === "number" || (typeof value === "string" && value.trim() !== "") ? Number(value) : NaN;
  const isMoney = short && field?.isMoney === true && currency !== null && Number.isFinite(number);
  return isMoney ? moneyText(number, currency) : valueText(value, field, lookup);
}

function ruleText(rule: Rule, scope: Scope): string {
  const { lookup, fields, short } = scope;
  const field = fields.find(({ name }) => name === rule.field) ?? commonField(rule.field);
  // A definition from a file may hold anything here.
  const written: unknown = rule.operator;
  const name = typeof written === "string" || typeof written === "number" ? String(written) : "";
  const type = field?.type ?? "text";
  const sign = short && (type === "number" || type === "date") ? SIGNS[name] : undefined;
  const operator = sign ?? operatorLabel(name, type);
  const subject = rule.field ? fieldText(rule.field, lookup) : t("noField");
  const describeValue = (value: JsonValue | undefined): string => amountText(value, field, scope);
  const arity = anywhere(name)?.arity ?? "one";
  if (arity === "none") return t("ruleAlone", { field: subject, operator });
  const several = listOf(rule.value);
  const value =
    arity === "two"
      ? t("range", { from: describeValue(several[0]), to: describeValue(several[1]) })
      : (arity === "many" || Array.isArray(rule.value) ? several : [rule.value]).map(describeValue).join(", ");
  return t("rule", { field: subject, operator, value });
}

export const isGroup = (item: unknown): item is RuleGroup => isObject(item) && Array.isArray(item["rules"]);

/** Something with a field; its operator and value may be anything. */
export const isRule = (item: unknown): item is Rule => isObject(item) && typeof item["field"] === "string";

function itemText(item: unknown, scope: Scope, depth: number): string {
  if (isGroup(item)) return groupText(item, scope, depth);
  return isRule(item) ? ruleText(item, scope) : t("unreadable");
}

const DEEPEST = 8;

function groupText(group: RuleGroup, outer: Scope, depth: number): string {
  if (depth > DEEPEST) return t("nothing");
  const isSame = group.combinator === "or" || group.not === true;
  const scope = { ...outer, currency: (isSame ? null : currencyIn(group)) ?? outer.currency };
  const texts = group.rules.map((item) => itemText(item, scope, depth + 1));
  const join = group.combinator === "or" ? "or" : "and";
  const text = texts.reduce((left, right) => (left ? t(join, { left, right }) : right), "") || t("always");
  if (group.not === true) return t("not", { text });
  return depth > 0 && texts.length > 1 ? t("group", { text }) : text;
}

/**
 * A rule group as a sentence: "deal value is at least 10,000 and tags include VIP". An empty group is "always".
 * Never throws: queries come from drafts.
 * @param fields the workspace's fields, so that options of custom fields are named; without them only the common ones are
 */
export function describeQuery(query: unknown, lookup: Lookup, fields: readonly Field[] = []): string {
  return isGroup(query) ? groupText(query, { lookup, fields, short: false, currency: null }, 0) : t("always");
}

/** The same for a card, where there is little room: "Deal value ≥ R$10,000". Empty for a group without rules. */
export function shortQuery(query: unknown, lookup: Lookup): string {
  if (!isGroup(query) || query.rules.length === 0) return "";
  return capitalized(groupText(query, { lookup, fields: [], short: true, currency: null }, 0));
}

const capitalized = (text: string): string => text.charAt(0).toLocaleUpperCase(currentLocale()) + text.slice(1);
