import { FIELDS, OPERATORS } from "@trilho/engine";
import type { Field, JsonValue, Rule, RuleGroup } from "@trilho/engine";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EMPTY_LOOKUP } from "../../document/lookup.ts";
import type { Lookup } from "../../document/lookup.ts";
import { pageTexts, switchLanguage } from "../../i18n/texts.ts";
import { conditionText } from "./conditions.ts";

const names: Record<string, string> = { t1: "VIP", t2: "Novo", s1: "Proposta", s2: "Ganho", u1: "Ana", size: "Porte" };
const byId = (id: string): string | null => names[id] ?? null;
const lookup: Lookup = { stageName: byId, tagName: byId, userName: byId, fieldName: byId, pipelineName: byId };
const fields: Field[] = [
  {
    name: "deal.customFields.size",
    label: "Porte",
    type: "text",
    options: [{ value: "big", label: "Grande" }],
    example: "big",
  },
];

const rule = (field: string, operator: string, value?: JsonValue): Rule =>
  value === undefined ? { field, operator } : { field, operator, value };
const and = (...rules: RuleGroup["rules"]): RuleGroup => ({ combinator: "and", rules });
const or = (...rules: RuleGroup["rules"]): RuleGroup => ({ combinator: "or", rules });
const not = (group: RuleGroup): RuleGroup => ({ ...group, not: true });
/** Currencies are set apart by a space that does not break. */
const plain = (words: string): string => words.replaceAll("\u00a0", " ");

const big = rule("deal.value", ">=", 10_000);
const vip = rule("deal.tagIds", "contains", "t1");
const reais = rule("deal.currency", "=", "BRL");

const CASES: [RuleGroup, english: string, portuguese: string][] = [
  [and(big), "the deal's value is at least 10,000", "o valor do negócio for de pelo menos 10.000"],
  [
    and(reais, big),
    "the deal's currency is “BRL” and the deal's value is at least R$10,000",
    "a moeda do negócio for “BRL” e o valor do negócio for de pelo menos R$ 10.000",
  ],
  [
    and(reais, or(big, rule("deal.value", "<", 99.5))),
    "the deal's currency is “BRL” and (the deal's value is at least R$10,000 or the deal's value is less than R$99.50)",
    "a moeda do negócio for “BRL” e (o valor do negócio for de pelo menos R$ 10.000 ou o valor do negócio for menor que R$ 99,50)",
  ],
  [
    or(reais, big),
    "the deal's currency is “BRL” or the deal's value is at least 10,000",
    "a moeda do negócio for “BRL” ou o valor do negócio for de pelo menos 10.000",
  ],
  [
    and(rule("deal.value", "between", "5,10")),
    "the deal's value is between 5 and 10",
    "o valor do negócio estiver entre 5 e 10",
  ],
  [
    and(rule("deal.closeProbability", ">", 60)),
    "the close probability is more than 60%",
    "a probabilidade de fechamento for maior que 60%",
  ],
  [and(vip), "the deal has the tag VIP", "o negócio tiver a tag VIP"],
  [
    and(rule("deal.tagIds", "contains", ["t1", "t2"])),
    "the deal has the tags VIP and Novo",
    "o negócio tiver as tags VIP e Novo",
  ],
  [
    and(rule("deal.tagIds", "in", ["t1", "t2"])),
    "the deal has any of the tags VIP or Novo",
    "o negócio tiver alguma das tags VIP ou Novo",
  ],
  [and(rule("deal.tagIds", "null")), "the deal has no tags", "o negócio não tiver tags"],
  [and(rule("deal.stageId", "=", "s1")), "the stage is Proposta", "a etapa for Proposta"],
  [and(rule("deal.stageId", "in", ["s1", "s2"])), "the stage is Proposta or Ganho", "a etapa for Proposta ou Ganho"],
  [
    and(rule("deal.responsibleUserId", "null")),
    "nobody is responsible for the deal",
    "ninguém for responsável pelo negócio",
  ],
  [and(rule("deal.isReturning", "!=", true)), "the customer is not a returning one", "o cliente não for recorrente"],
  [
    and(rule("deal.expectedCloseAt", "<", "2026-03-31")),
    "the expected close is before Mar 31, 2026",
    "o fechamento previsto for antes de 31 de mar. de 2026",
  ],
  [and(rule("message.text", "contains", "preço")), "the message contains “preço”", "a mensagem contiver “preço”"],
  [and(rule("deal.customFields.size", "=", "big")), "the field “Porte” is Grande", "o campo “Porte” for Grande"],
  [and(rule("company.name", "null")), "the company's name is empty", "o nome da empresa estiver em branco"],
  [
    and(big, vip),
    "the deal's value is at least 10,000 and the deal has the tag VIP",
    "o valor do negócio for de pelo menos 10.000 e o negócio tiver a tag VIP",
  ],
  [not(and(vip)), "the deal does not have the tag VIP", "o negócio não tiver a tag VIP"],
  [
    not(and(big)),
    "this does not hold: the deal's value is at least 10,000",
    "isto não valer: o valor do negócio for de pelo menos 10.000",
  ],
  [and(), "always", "sempre"],
];

describe.each(["en", "pt-BR"] as const)("a condition after “if”, %s", (language) => {
  beforeAll(() => switchLanguage(pageTexts(), language));
  afterAll(() => switchLanguage(pageTexts(), "en"));

  test.each(CASES.map(([query, english, portuguese]) => [language === "en" ? english : portuguese, query] as const))(
    "%s",
    (words, query) => {
      expect(plain(conditionText(query, lookup, fields))).toBe(words);
    },
  );

  test("every field and operator that can be chosen has words", () => {
    const written = FIELDS.flatMap(({ name, type, example }) =>
      OPERATORS[type].map((operator) => conditionText(and(rule(name, operator.name, example)), lookup, fields)),
    );
    expect(written.filter((words) => /if\.|verb\.|subject\.|undefined|deal\.|contact\./.test(words))).toEqual([]);
    expect(new Set(written.map((words) => words.split(" ")[0])).size).toBeLessThan(12);
  });
});

test.each<[unknown, string]>([
  [null, "always"],
  [
    { combinator: "and", rules: [7, { field: "", operator: 5 }] },
    "a rule holds that cannot be read and (no field) 5 …",
  ],
  [and(rule("some.thing", "sounds like", "x")), "some.thing sounds like “x”"],
  [and(rule("some.thing", "=", "x")), "the field “some.thing” is “x”"],
  [and(rule("deal.value", "")), "deal value …"],
])("a broken condition is still described: %j", (query, words) => {
  expect(conditionText(query, EMPTY_LOOKUP, []).replaceAll(/ +/g, " ")).toBe(words);
});
