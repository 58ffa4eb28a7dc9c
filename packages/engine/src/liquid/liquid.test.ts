import { describe, expect, it } from "vitest";
import { FIELDS } from "../contract/fields.ts";
import type { JsonValue } from "../contract/json.ts";
import type { Facts } from "../contract/run.ts";
import { fieldsFor } from "../query/fields.ts";
import { checkTemplate, findVariables } from "./check.ts";
import { createRenderer, renderText } from "./renderer.ts";
import { liquidVariables } from "./variables.ts";

const NOON = Date.parse("2026-01-15T12:00:00Z");
const facts: Facts = {
  deal: {
    name: "Solar kit",
    value: 12000,
    tagIds: ["vip", "solar"],
    expectedCloseAt: "2026-01-20",
    createdAt: "2026-01-10T02:00:00Z",
    customFields: { plan: "Gold", "2nd phone": "123" },
  },
  contact: { firstName: "Ana", lastName: null },
};
const inSaoPaulo = createRenderer({ timeZone: "America/Sao_Paulo", locale: "pt-BR" });
const plain = createRenderer();
const loop = (body: string) => `{% for i in (1..2000) %}${body}{% endfor %}`;
const print = (text: string, renderer = plain) => renderText(renderer, text, facts, NOON);

describe("rendering", () => {
  it.each([
    ["no Liquid", "Hi there", "Hi there"],
    ["a variable", "Hi {{ contact.firstName }}", "Hi Ana"],
    ["a default for an empty one", 'Hi {{ contact.lastName | default: "there" }}', "Hi there"],
    ["a custom field", "{{ deal.customFields.plan }}", "Gold"],
    ["a custom field with spaces", '{{ deal.customFields["2nd phone"] }}', "123"],
    ["a condition and a loop", "{% for t in deal.tagIds %}[{{ t }}]{% endfor %}", "[vip][solar]"],
    ["without a NUL that a filter makes", "a{{ '%00' | url_decode }}b", "ab"],
    ["without half a character that a filter leaves", "a{{ '😀' | split: '' | first }}b", "ab"],
    ["whole characters of two halves", "{{ '😀' | append: '😀' }}", "😀😀"],
    ["an unknown variable as nothing", "({{ deal.nope.deeper }})", "()"],
    ["nothing of the prototype", "({{ deal.constructor }}{{ deal.__proto__ }}{{ contact.toString }})", "()"],
    ["today, by the run's clock", '{{ "now" | date: "%Y-%m-%d" }}', "2026-01-15"],
    ["days to come", "{{ deal.expectedCloseAt | days_until }}", "4"],
    ["days gone by", "{{ deal.createdAt | days_since }}", "5"],
    ["a moved date", '{{ deal.expectedCloseAt | add_days: 2 | date: "%d/%m" }}', "22/01"],
    ["a relative time", "{{ deal.createdAt | relative_time }}", "5 days ago"],
    ["an amount", '{{ deal.value | money: "USD" }}', "$12,000.00"],
    ["text that is no date", '{{ deal.name | date: "%Y" }}', "Solar kit"],
  ])("prints %s", (_, text, expected) => {
    expect(print(text)).toEqual({ text: expected, issues: [] });
  });

  it("writes dates in the renderer's time zone, and days without a time as they are", () => {
    expect(print('{{ deal.createdAt | date: "%d/%m %H:%M" }}', inSaoPaulo).text).toBe("09/01 23:00");
    expect(print('{{ deal.expectedCloseAt | date: "%d/%m" }}', inSaoPaulo).text).toBe("20/01");
  });

  it("renders every text of a config but the editor's own part", () => {
    const config = {
      to: "{{ contact.firstName }}",
      list: [{ "a/b": "{{ deal.name }}" }, 5, null],
      ui: { label: "{{ x }}" },
    };
    expect(plain.render(config, facts, NOON).config).toEqual({
      to: "Ana",
      list: [{ "a/b": "Solar kit" }, 5, null],
      ui: { label: "{{ x }}" },
    });
  });

  it.each([
    ["an open output", "Hi {{ contact.firstName", "liquid-syntax"],
    ["an open block", "{% if deal %}", "liquid-syntax"],
    ["an unknown filter", "{{ deal.name | shout }}", "unknown-filter"],
    ["an unknown tag", "{% shout %}", "unknown-tag"],
    ["a file", '{% include "secrets" %}', "unknown-tag"],
    ["chance", "{{ deal.tagIds | sample }}", "unknown-filter"],
    ["a huge range", "{% for i in (1..1000000000) %}x{% endfor %}", "liquid-limit"],
    [
      "a text that doubles",
      '{% assign s = "ab" %}{% for i in (1..40) %}{% assign s = s | append: s %}{% endfor %}',
      "liquid-limit",
    ],
    ["a date as wide as a book", '{{ "now" | date: "%1000000000Y" }}', "liquid-limit"],
    [
      "a capture that doubles",
      "{% capture s %}ab{% endcapture %}{% for i in (1..40) %}{% capture s %}{% echo s %}{{ s }}{% endcapture %}{% endfor %}",
      "liquid-limit",
    ],
    ["loops in loops", `${"{% for i in (1..99) %}".repeat(5)}x${"{% endfor %}".repeat(5)}`, "liquid-limit"],
    ["too long a text", `{{ deal.name }}${"x".repeat(100_001)}`, "liquid-limit"],
    ["blocks nested without end", "{% if deal %}".repeat(7000), "liquid-limit"],
  ])("leaves %s as written and says so", (_, text, code) => {
    const rendered = plain.render({ body: { text } }, facts, NOON);
    expect(rendered.config).toEqual({ body: { text } });
    expect(rendered.issues).toEqual([{ path: "/body/text", code, message: expect.any(String) }]);
  });

  it.each([
    ["says that Liquid", "{{ deal.name }}", [{ code: "liquid-limit", path: "/body" + "/in".repeat(31) }]],
    ["says nothing of a text that", "Hi", []],
  ])("%s is nested too deeply to be filled in", (_, text, issues) => {
    const body = Array.from({ length: 40 }).reduce<JsonValue>((inner) => ({ in: inner }), text);
    const rendered = plain.render({ body }, facts, NOON);
    expect(rendered).toMatchObject({ config: { body }, issues });
    expect(rendered.issues).toHaveLength(issues.length);
  });

  it("limits what loops print of long values", () => {
    const long: Facts = { deal: { notes: "x".repeat(10_000) } };
    const text = "{% for i in (1..1000) %}{{ deal.notes | raw }}{% endfor %}";
    expect(renderText(plain, text, long, NOON).issues[0]?.code).toBe("liquid-limit");
  });

  const big = " ".repeat(240_000);
  const list = Array.from({ length: 10_000 }, (_, index) => `item ${index}`);
  it.each([
    ["filters over a long value", loop("{{ event.big | url_encode | url_encode | size }}")],
    ["filters over a long text of its own", loop(`{{ "${"x".repeat(40_000)}" | url_encode | size }}`)],
    ["filters over a long list", loop("{{ event.list | sort | reverse | size }}")],
    ["expressions over every item of a list", loop('{{ event.list | where_exp: "x", "x contains event" | size }}')],
    ["comparisons of long values", loop("{% if event.big == event.same %}{% endif %}".repeat(20))],
    ["choices between long values", loop(`{% case event.big %}{% when ${"event.same, ".repeat(50)}1 %}{% endcase %}`)],
    ["amounts without end", loop(`{{ 1 ${'| money: "USD" | size '.repeat(50)}}}`)],
  ])("limits %s", (_, text) => {
    const costly: Facts = { event: { big, same: `${big.slice(1)}x`, list } };
    expect(renderText(plain, text, costly, NOON)).toEqual({
      text,
      issues: [{ path: "/text", code: "liquid-limit", message: "This text takes too much to fill in." }],
    });
  });

  it("fills in a long value, and a long list", () => {
    const costly: Facts = { event: { big: big.slice(0, 50_000), list: list.slice(0, 1500) } };
    const text = '{{ event.big | url_encode | size }} {{ event.list | sort | join: "," | size }}';
    expect(renderText(plain, text, costly, NOON)).toEqual({ text: "50000 13889", issues: [] });
  });

  it("never changes the facts", () => {
    const before = structuredClone(facts);
    print("{% increment deal %}{% assign contact = 1 %}{% capture deal %}x{% endcapture %}");
    expect(facts).toEqual(before);
  });

  it("takes an unknown time zone as UTC", () => {
    expect(print('{{ "now" | date: "%H" }}', createRenderer({ timeZone: "Mars/Base", locale: "!!" })).text).toBe("12");
  });
});

describe("findVariables", () => {
  it.each([
    ["Hi", []],
    [
      "{{ deal.name }} {{ contact.firstName | default: deal.source }}",
      ["deal.name", "contact.firstName", "deal.source"],
    ],
    ["{% assign x = deal.value %}{{ x }}", ["deal.value"]],
    ['{{ deal.customFields["plan"] }}{{ deal[contact.email].x }}', ["deal.customFields.plan", "deal", "contact.email"]],
    ["{{ broken", []],
  ])("finds what %j reads", (text, names) => {
    expect(
      findVariables(text)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(names.toSorted());
  });
});

describe("checkTemplate", () => {
  it.each([
    ["{{ deal.name }}", []],
    ["{{ deal.tagIds.size }}{{ deal }}", []],
    ["{{ deal.customFields.anything }}", []],
    ["{{ firstName }}", ["unknown-variable"]],
    ["{{ deal.nme }}", ["unknown-variable"]],
    ["{{ deal.name", ["liquid-syntax"]],
    ["{{ deal.name | shout }}", ["unknown-filter"]],
    [
      "{{ deal.nme | shout }}{% if contact.nick %}{{ 5 | plus: deal.vlue | whisper }}{% endif %}",
      ["unknown-variable", "unknown-filter", "unknown-variable", "unknown-variable", "unknown-filter"],
    ],
    ["{% assign x = deal.name | shout %}{{ x }}", ["unknown-filter"]],
    ["{{ deal.nme }}{% shout %}", ["unknown-tag"]],
  ])("judges %j", (text, codes) => {
    expect(checkTemplate(text).map(({ code }) => code)).toEqual(codes);
  });

  it("reads no text that takes too much to read", () => {
    expect(checkTemplate("{{ a }}".repeat(14_000))).toMatchObject([{ code: "liquid-limit" }]);
  });

  it("knows the workspace's custom fields when it is told them", () => {
    const fields = fieldsFor([{ slug: "plan", name: "Plan", fieldType: "select" }]);
    expect(checkTemplate("{{ deal.customFields.plan }}", fields)).toEqual([]);
    expect(checkTemplate("a\n{{ deal.customFields.plam }}", fields)).toMatchObject([
      { message: "There is no variable “deal.customFields.plam”.", line: 2, column: 4 },
    ]);
  });
});

describe("liquidVariables", () => {
  it("offers every field, each of which passes the check and prints its example", () => {
    const variables = liquidVariables();
    expect(variables).toHaveLength(FIELDS.length);
    for (const { expression } of variables) expect(checkTemplate(expression)).toEqual([]);
  });

  it("puts slugs that are no names into brackets", () => {
    const fields = fieldsFor([{ slug: "2nd phone", name: "Second phone", fieldType: "text" }]);
    const expression = liquidVariables(fields).at(-1)?.expression ?? "";
    expect(expression).toBe('{{ deal.customFields["2nd phone"] }}');
    expect(print(expression).text).toBe("123");
  });
});
