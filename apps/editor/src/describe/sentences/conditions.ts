import { CUSTOM_FIELD_PREFIX, FIELDS } from "@trilho/engine";
import type { Field, FieldType, JsonValue, OperatorName, Rule, RuleGroup } from "@trilho/engine";
import type { Lookup } from "../../document/lookup.ts";
import { describeQuery, isGroup, isRule, listOf, valueText } from "../query-text.ts";
import type { TextKey } from "../../i18n/resources.ts";
import { currentTexts } from "../../i18n/texts.ts";
import { currentLocale, text } from "../../i18n/use-text.ts";
import type { TextParams } from "../../i18n/use-text.ts";

const say = (key: string, params?: TextParams): string =>
  text("sentences", `if.${key}` as TextKey<"sentences">, params);
const has = (key: string): boolean => currentTexts().exists(`if.${key}`, { ns: "sentences" });

interface Saying {
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
  isGroup(query) ? groupWords(query, { names, fields, currency: null }, 0) : describeQuery(query, names, fields);

const DEEPEST = 8;

function groupWords(group: RuleGroup, outer: Saying, depth: number): string {
  if (depth > DEEPEST) return "…";
  const isOr = group.combinator === "or";
  const saying = { ...outer, currency: (isOr || group.not === true ? null : currencyIn(group)) ?? outer.currency };
  const only = group.rules.length === 1 ? group.rules[0] : undefined;
  const opposite = group.not === true && isRule(only) ? negated(only) : null;
  if (opposite !== null) return ruleWords(opposite, saying);
  const texts = group.rules.map((item) => itemWords(item, saying, depth + 1));
  const joined = texts.reduce((left, right) => (left ? say(isOr ? "or" : "and", { left, right }) : right), "");
  const all = joined || say("always");
  if (group.not === true) return say("not", { text: all });
  return depth > 0 && texts.length > 1 ? `(${all})` : all;
}

function itemWords(item: unknown, saying: Saying, depth: number): string {
  if (isGroup(item)) return groupWords(item, saying, depth);
  return isRule(item) ? ruleWords(item, saying) : say("unreadable");
}

/** "Value is at least 10,000" is an amount of money where the same group asks for one currency. */
function currencyIn({ rules }: RuleGroup): string | null {
  const rule = rules.find((each) => isRule(each) && each.field === "deal.currency" && each.operator === "=");
  const value = rule && isRule(rule) && typeof rule.value === "string" ? rule.value.toUpperCase() : "";
  return /^[A-Z]{3}$/.test(value) ? value : null;
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

function ruleWords(rule: Rule, saying: Saying): string {
  const field = saying.fields.find(({ name }) => name === rule.field) ?? FIELDS.find(({ name }) => name === rule.field);
  const type = typeOf(rule, field);
  const operator = typeof rule.operator === "string" ? rule.operator : "";
  const whole = wholeKey(rule, operator, type);
  const { names, fields } = saying;
  const verb = `verb.${type}.${operator}`;
  // An operator that nobody knows is told as it is written.
  if (operator === "" || (whole === null && !has(verb)))
    return describeQuery({ combinator: "and", rules: [rule] }, names, fields);
  const several = listOf(rule.value);
  const value = (each: JsonValue | undefined): string => amount(each, field ?? null, saying);
  const [from = "", to = ""] = several.map(value);
  const isListed = Array.isArray(rule.value) || operator === "in" || operator === "notIn";
  const words = (isListed ? several : [rule.value]).map(value);
  const values = listWords(words, operator === "contains" || operator === "notIn" ? "conjunction" : "disjunction");
  const params = { values, from, to, count: words.length };
  if (whole !== null) return say(whole, params);
  return say("rule", { subject: subjectWords(rule.field, saying), verb: say(verb, params) });
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

function subjectWords(field: string, { names }: Saying): string {
  if (field === "") return say("noField");
  if (field.startsWith(CUSTOM_FIELD_PREFIX)) {
    const slug = field.slice(CUSTOM_FIELD_PREFIX.length);
    return say("field", { name: names.fieldName(slug) ?? slug });
  }
  return has(`subject.${field}`) ? say(`subject.${field}`) : say("field", { name: field });
}

/** Amounts of money and shares with their signs. */
function amount(value: JsonValue | undefined, field: Field | null, { names, currency }: Saying): string {
  const number = typeof value === "number" || (typeof value === "string" && value.trim() !== "") ? Number(value) : NaN;
  if (field?.name === "deal.value" && currency !== null && Number.isFinite(number)) return money(number, currency);
  const words = valueText(value, field, names);
  return field?.name === "deal.closeProbability" && Number.isFinite(number) ? `${words}%` : words;
}

const money = (value: number, currency: string): string =>
  new Intl.NumberFormat(currentLocale(), {
    style: "currency",
    currency,
    trailingZeroDisplay: "stripIfInteger",
  }).format(value);

const listWords = (items: readonly string[], type: "conjunction" | "disjunction"): string =>
  new Intl.ListFormat(currentLocale(), { type }).format(items);
