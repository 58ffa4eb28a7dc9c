import { CUSTOM_FIELD_PREFIX, FIELDS } from "@trilho/engine";
import type { Field, FieldType, JsonValue, OperatorName, Rule, RuleGroup } from "@trilho/engine";
import type { Lookup } from "../../document/lookup.ts";
import { currencyIn, describeQuery, isGroup, isRule, listOf, moneyText, valueText } from "../query-text.ts";
import type { TextKey } from "../../i18n/resources.ts";
import { currentTexts } from "../../i18n/texts.ts";
import { currentLocale, text } from "../../i18n/use-text.ts";
import type { TextParams } from "../../i18n/use-text.ts";

const t = (key: string, params?: TextParams): string => text("sentences", `if.${key}` as TextKey<"sentences">, params);
const has = (key: string): boolean => currentTexts().exists(`if.${key}`, { ns: "sentences" });

interface Scope {
  names: Lookup;
  fields: readonly Field[];
  /** The one currency that deals have where the rule is asked; null where there may be several. */
  currency: string | null;
}

/**
 * A rule group as it reads after "if": "the deal's value is at least R$10,000 and the deal has the tag VIP", "o valor do
 * negócio for de pelo menos R$ 10.000". Never throws: queries come from drafts.
 */
export const conditionText = (query: unknown, names: Lookup, fields: readonly Field[]): string =>
  isGroup(query) ? groupText(query, { names, fields, currency: null }, 0) : describeQuery(query, names, fields);

const DEEPEST = 8;

function groupText(group: RuleGroup, outer: Scope, depth: number): string {
  if (depth > DEEPEST) return "…";
  const isOr = group.combinator === "or";
  const scope = { ...outer, currency: (isOr || group.not === true ? null : currencyIn(group)) ?? outer.currency };
  const only = group.rules.length === 1 ? group.rules[0] : undefined;
  const opposite = group.not === true && isRule(only) ? negated(only) : null;
  if (opposite !== null) return ruleText(opposite, scope);
  const texts = group.rules.map((item) => itemText(item, scope, depth + 1));
  const joined = texts.reduce((left, right) => (left ? t(isOr ? "or" : "and", { left, right }) : right), "");
  const all = joined || t("always");
  if (group.not === true) return t("not", { text: all });
  return depth > 0 && texts.length > 1 ? `(${all})` : all;
}

function itemText(item: unknown, scope: Scope, depth: number): string {
  if (isGroup(item)) return groupText(item, scope, depth);
  return isRule(item) ? ruleText(item, scope) : t("unreadable");
}

const PAIRS: readonly (readonly [OperatorName, OperatorName])[] = [
  ["=", "!="],
  ["between", "notBetween"],
  ["contains", "doesNotContain"],
  ["beginsWith", "doesNotBeginWith"],
  ["endsWith", "doesNotEndWith"],
  ["in", "notIn"],
  ["null", "notNull"],
];

/** The negative operators are exact negations. Those of order are not: a missing value is neither more nor less. */
function negated(rule: Rule): Rule | null {
  const pair = PAIRS.find((each) => each.some((name) => name === rule.operator));
  const operator = pair?.find((name) => name !== rule.operator);
  return operator === undefined ? null : { ...rule, operator };
}

function ruleText(rule: Rule, scope: Scope): string {
  const field = scope.fields.find(({ name }) => name === rule.field) ?? FIELDS.find(({ name }) => name === rule.field);
  const type = typeOf(rule, field);
  const operator = typeof rule.operator === "string" ? rule.operator : "";
  const whole = wholeKey(rule, operator, type);
  const { names, fields } = scope;
  const verb = `verb.${type}.${operator}`;
  // An unknown operator is shown as it is written.
  if (operator === "" || (whole === null && !has(verb)))
    return describeQuery({ combinator: "and", rules: [rule] }, names, fields);
  const several = listOf(rule.value);
  const value = (each: JsonValue | undefined): string => amount(each, field ?? null, scope);
  const [from = "", to = ""] = several.map(value);
  const isListed = Array.isArray(rule.value) || operator === "in" || operator === "notIn";
  const words = (isListed ? several : [rule.value]).map(value);
  const values = listText(words, operator === "contains" || operator === "notIn" ? "conjunction" : "disjunction");
  const params = { values, from, to, count: words.length };
  if (whole !== null) return t(whole, params);
  return t("rule", { subject: subjectText(rule.field, scope), verb: t(verb, params) });
}

/** Without a catalogue nobody knows what a custom field holds. */
const typeOf = ({ field, value }: Rule, known: Field | undefined): FieldType =>
  known?.type ?? (field.startsWith(CUSTOM_FIELD_PREFIX) && typeof value === "number" ? "number" : "text");

/** Some rules have a sentence of their own: "the deal has the tag VIP", "the customer is returning". */
function wholeKey({ field, value }: Rule, operator: string, type: FieldType): string | null {
  const isTrue = (value === true || value === "true") === (operator === "=");
  const isAsked = type === "boolean" && (operator === "=" || operator === "!=");
  const key = isAsked ? `whole.${field}.${isTrue ? "yes" : "no"}` : `whole.${field}.${operator}`;
  return has(key) || has(`${key}_other`) ? key : null;
}

function subjectText(field: string, { names }: Scope): string {
  if (field === "") return t("noField");
  if (field.startsWith(CUSTOM_FIELD_PREFIX)) {
    const slug = field.slice(CUSTOM_FIELD_PREFIX.length);
    return t("field", { name: names.fieldName(slug) ?? slug });
  }
  return has(`subject.${field}`) ? t(`subject.${field}`) : t("field", { name: field });
}

/** Amounts of money and shares with their signs. */
function amount(value: JsonValue | undefined, field: Field | null, { names, currency }: Scope): string {
  const number = typeof value === "number" || (typeof value === "string" && value.trim() !== "") ? Number(value) : NaN;
  if (field?.name === "deal.value" && currency !== null && Number.isFinite(number)) return moneyText(number, currency);
  const words = valueText(value, field, names);
  return field?.name === "deal.closeProbability" && Number.isFinite(number) ? `${words}%` : words;
}

const listText = (items: readonly string[], type: "conjunction" | "disjunction"): string =>
  new Intl.ListFormat(currentLocale(), { type }).format(items);
