import { describe, expect, it } from "vitest";
import type { Names } from "../contract/names.ts";
import type { Facts } from "../contract/run.ts";
import { fieldsFor } from "../query/fields.ts";
import { checkTemplate } from "./check.ts";
import { createRenderer, renderText } from "./renderer.ts";
import { exampleFacts, liquidVariables } from "./variables.ts";

const NOW = Date.parse("2026-01-15T12:00:00Z");
const plans = [{ value: "opt_1", label: "Gold plan" }];
const fields = fieldsFor([
  { slug: "plan", name: "Plan", fieldType: "select", options: plans },
  { slug: "extras", name: "Extras", fieldType: "multi_select", options: [...plans, { value: "b", label: "Care" }] },
  { slug: "seller", name: "Seller", fieldType: "member_field" },
  { slug: "team", name: "Team", fieldType: "members" },
  { slug: "budget", name: "Budget", fieldType: "currency" },
  { slug: "size", name: "Size", fieldType: "number" },
  { slug: "visit", name: "Visit", fieldType: "event" },
  { slug: "signed", name: "Signed", fieldType: "boolean" },
  { slug: "scan", name: "Scan", fieldType: "file" },
]);
const names: Names = {
  pipeline: { p1: { name: "Sales" } },
  stage: { s1: { name: "Proposta" }, s2: { name: "Ganho" } },
  tag: { t1: { name: "Gold" }, t2: { name: "VIP" } },
  user: { u1: { name: "Maria", email: "maria@example.com" }, u2: { name: "João", email: "joao@example.com" } },
  fields,
};
const facts: Facts = {
  deal: {
    value: 12_000.5,
    currency: "BRL",
    status: "won",
    isReturning: true,
    pipelineId: "p1",
    stageId: "s1",
    // Where the deal was before the run moved it.
    stage: { id: "s2", name: "Ganho", color: "#00ff00" },
    tagIds: ["t2", "t1"],
    responsibleUserId: "u1",
    responsible: { userId: "u1", name: "Maria Lima" },
    coOwnerUserId: null,
    coOwner: null,
    expectedCloseAt: "2026-03-31T00:00:00.000Z",
    createdAt: "2026-01-10T02:30:00Z",
    channel: { id: "c1", kind: "whatsapp", name: "Loja" },
    customFields: {
      plan: "opt_1",
      extras: ["opt_1", "b"],
      seller: "u2",
      team: ["u1", "u2"],
      budget: 1500,
      size: 12.5,
      visit: "2026-01-20T13:00:00Z",
      signed: false,
      scan: { key: "k", name: "contract.pdf", size: 1, mimeType: "application/pdf" },
      gone: "as it was",
    },
  },
  contact: { displayName: "Ana Souza" },
  message: { text: "Sim, quero", buttonId: "btn_1" },
};
const inPortuguese = createRenderer({ timeZone: "America/Sao_Paulo", locale: "pt-BR", names });
const plain = createRenderer({ names });
const print = (text: string, renderer = plain): string => {
  const { text: printed, issues } = renderText(renderer, text, facts, NOW);
  expect(issues).toEqual([]);
  return printed;
};

/** Writers of amounts and times have spaces of their own. */
const spaces = (printed: string): string => printed.replaceAll(/\s/gu, " ");

describe("a text reads what people call it", () => {
  it.each([
    ["the stage", "{{ deal.stage }}", "Proposta"],
    ["the stage's id", "{{ deal.stage.id }} {{ deal.stageId }}", "s1 s1"],
    ["nothing of the stage that the deal has left", "{{ deal.stage.name }}{{ deal.stage.color }}", "Proposta"],
    ["the pipeline", "{{ deal.pipeline }}, {{ deal.pipeline.id }}", "Sales, p1"],
    ["tags, by name", "{{ deal.tags }}", "Gold, VIP"],
    ["each tag", "{% for tag in deal.tags %}[{{ tag }} {{ tag.id }}]{% endfor %}", "[Gold t1][VIP t2]"],
    ["joined tags", '{{ deal.tags | join: " / " }}, {{ deal.tags.size }}', "Gold / VIP, 2"],
    ["tags in capitals", "{{ deal.tags | upcase }}", "GOLD, VIP"],
    ["tags for machines", "{{ deal.tags | json }}", '[{"id":"t1","name":"Gold"},{"id":"t2","name":"VIP"}]'],
    ["ids of tags", "{{ deal.tagIds }}", "t2, t1"],
    ["the responsible", "{{ deal.responsible }} <{{ deal.responsible.email }}>", "Maria Lima <maria@example.com>"],
    ["the responsible's id", "{{ deal.responsible.id }} {{ deal.responsible.userId }}", "u1 u1"],
    ["nobody", '{{ deal.coOwner | default: "nobody" }}', "nobody"],
    ["a pressed button", "{{ message.button }} ({{ message.button.id }})", "Sim, quero (btn_1)"],
    ["an option", "{{ deal.customFields.plan }} ({{ deal.customFields.plan.id }})", "Gold plan (opt_1)"],
    ["an option for machines", "{{ deal.customFields.plan | json }}", '"Gold plan"'],
    ["several options", "{{ deal.customFields.extras }}", "Gold plan, Care"],
    ["a member", "{{ deal.customFields.seller }} {{ deal.customFields.seller.email }}", "João joao@example.com"],
    ["members", "{{ deal.customFields.team }}", "Maria, João"],
    ["a file", "{{ deal.customFields.scan }}", "contract.pdf"],
    ["a custom field that is no more", "{{ deal.customFields.gone }}", "as it was"],
    ["what has a name", "{{ deal.channel }}, {{ contact }}", "Loja, Ana Souza"],
    ["a name through a filter", '{{ deal.stage | upcase | append: "!" }}', "PROPOSTA!"],
    ["no method", "({{ deal.stage.equals }}{{ deal.stage.constructor }}{{ deal.stage.valueOf }})", "()"],
  ])("%s", (_, text, expected) => {
    expect(print(text)).toBe(expected);
  });

  it("a member whom nobody chose is empty", () => {
    const nobody: Facts = { deal: { customFields: { seller: "", team: ["", "u2"] } } };
    const text = '{{ deal.customFields.seller | default: "nobody" }}: {{ deal.customFields.team }}';
    expect(renderText(plain, text, nobody, NOW)).toEqual({ text: "nobody: , João", issues: [] });
  });

  it.each([
    ["a name", 'deal.stage == "Proposta"'],
    ["an id", 'deal.stage == "s1"'],
    ["a name that it has not", 'deal.stage != "Ganho"'],
    ["a part of a name", 'deal.stage contains "Prop"'],
    ["a tag among others", 'deal.tags contains "VIP"'],
    ["a tag's id", 'deal.tags contains "t2"'],
    ["an option's value", 'deal.customFields.plan == "opt_1"'],
    ["an option's label", 'deal.customFields.plan == "Gold plan"'],
    ["a status", 'deal.status == "won"'],
    ["something", "deal.stage != blank and deal.stage != nil and deal.stage"],
  ])("is compared with %s", (_, condition) => {
    for (const renderer of [plain, inPortuguese])
      expect(print(`{% if ${condition} %}yes{% endif %}`, renderer)).toBe("yes");
  });

  it.each([
    ["a status", "{{ deal.status }}, {{ deal.status.id }}", "won, won", "ganho, won"],
    [
      "an amount",
      "{{ deal.value | money: deal.currency }}, {{ deal.value }}",
      "R$12,000.50, 12000.5",
      "R$ 12.000,50, 12000.5",
    ],
    ["a number", "{{ deal.customFields.size | localize }}", "12.5", "12,5"],
    [
      "yes and no",
      "{{ deal.isReturning | localize }}, {{ deal.customFields.signed | localize }}",
      "yes, no",
      "sim, não",
    ],
    ["a day", "{{ deal.expectedCloseAt | localize }}", "March 31, 2026", "31 de março de 2026"],
    ["an instant", "{{ deal.createdAt | localize }}", "January 10, 2026 at 2:30 AM", "9 de janeiro de 2026 às 23:30"],
    ["a text", "{{ deal.currency | localize }}", "BRL", "BRL"],
  ])("%s in its language", (_, text, english, portuguese) => {
    expect([print(text), print(text, inPortuguese)].map(spaces)).toEqual([english, portuguese]);
  });

  it("and of facts alone what they say themselves", () => {
    const own: Facts = { deal: { stageId: "x", stage: { id: "x", name: "Nova" }, responsibleUserId: "y" } };
    const text = "{{ deal.stage }}|{{ deal.responsible }}|{{ deal.responsible.id }}";
    expect(renderText(createRenderer(), text, own, NOW).text).toBe("Nova||y");
  });

  it("without asking for a name that it does not need", () => {
    const asked: PropertyKey[] = [];
    const watched = new Proxy(names, { get: (target, key) => (asked.push(key), Reflect.get(target, key)) });
    const watching = createRenderer({ names: watched });
    print("{{ contact.displayName }} {{ deal.value }} {{ deal.responsible }} {{ deal.status }}", watching);
    expect(asked).toEqual([]);
    print("{{ deal.tags }}", watching);
    expect(new Set(asked)).toEqual(new Set(["tag"]));
  });
});

describe("what an editor offers", () => {
  const offered = liquidVariables(fields, { locale: "pt-BR" });

  it.each(offered.map((variable) => [variable.expression, variable] as const))(
    "%s is known, and its example is what a person would write",
    (expression, { example }) => {
      expect(checkTemplate(expression, fields)).toEqual([]);
      const shown = createRenderer({ locale: "pt-BR", names: { fields } });
      expect(renderText(shown, expression, exampleFacts(fields), NOW).issues).toEqual([]);
      expect(example).not.toMatch(/^(?:|true|false|.*\b(?:pl|st|tg|us|opt)_.*|\d{4}-\d\d.*)$/);
    },
  );

  it("is what texts read, with ids under it", () => {
    const examples = Object.fromEntries(offered.map(({ name, example }) => [name, spaces(example)]));
    expect(examples).toMatchObject({
      "deal.stage": "Proposal",
      "deal.tags": "Gold, VIP",
      "deal.responsible": "Maria Lima",
      "deal.value": "R$ 12.000,00",
      "deal.status": "aberto",
      "deal.isReturning": "não",
      "deal.createdAt": "5 de janeiro de 2026 às 12:00",
      "deal.customFields.plan": "Gold plan",
    });
    expect(checkTemplate("{{ deal.stage.id }}{{ deal.responsible.email }}{{ deal.stageId }}")).toEqual([]);
  });
});
