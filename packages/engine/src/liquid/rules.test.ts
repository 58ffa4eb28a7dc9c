import { describe, expect, it } from "vitest";
import { action, graph, trigger } from "../rules/testing/graphs.ts";
import { validateGraph } from "../rules/validate/validate.ts";
import { ptBR } from "../messages/pt-br.ts";
import { fieldsFor } from "../query/fields.ts";
import { liquidRules } from "./rules.ts";

const check = (config: object, rules = liquidRules(), options = {}) =>
  validateGraph(graph([trigger(), action("it", "send_email", config as never)], ["start > it"]), {
    extraRules: rules,
    ...options,
  }).problems.map(({ code, path, message }) => ({ code, path, message }));

describe("Liquid in a graph", () => {
  it.each([
    ["known variables", { body: "{{ deal.name }} {{ contact.firstName | default: 'x' }}" }, []],
    ["an unknown variable", { body: "{{ name }}" }, ["unknown-variable /nodes/1/config/body"]],
    [
      "two of them",
      { subject: "{{ a }}", body: "{{ b }}" },
      ["unknown-variable /nodes/1/config/body", "unknown-variable /nodes/1/config/subject"],
    ],
    ["text that is not closed", { body: "{{ deal.name" }, ["broken-liquid /nodes/1/config/body"]],
    ["an unknown filter", { body: "{{ deal.name | shout }}" }, ["broken-liquid /nodes/1/config/body"]],
    [
      "an unknown filter and the unknown variables beside it",
      { body: "{{ deal.nme | shout }} {{ contact.nick }}" },
      ["broken-liquid", "unknown-variable", "unknown-variable"].map((code) => `${code} /nodes/1/config/body`),
    ],
    ["texts inside lists and objects", { x: [{ "a/b": "{{ name }}" }] }, ["unknown-variable /nodes/1/config/x/0/a~1b"]],
    ["what only the editor reads", { subject: "Hi", ui: { label: "{{ name" } }, []],
  ])("%s", (_, config, expected) => {
    expect(check(config).map(({ code, path }) => `${code} ${path}`)).toEqual(expected);
  });

  it("is named by the form's title and the line", () => {
    expect(check({ body: "Hi\n{{ deal.name" })[0]?.message).toBe(
      "“Send e-mail” fails, because “Message” cannot be filled in. Line 2 has a variable or tag that is not closed or cannot be read: “{{ deal.name”.",
    );
    expect(check({ body: "{{ name }}" }, liquidRules(), { locale: ptBR })[0]?.message).toBe(
      "“Enviar e-mail”: “Corpo” usa “name”, uma variável que não existe.",
    );
  });

  it.each([
    [
      "a variable that is not closed",
      "{{ a",
      "tem uma variável ou tag que não foi fechada ou não pode ser lida: “{{ a”.",
    ],
    ["a block that is not closed", "{% if a %}", "ou não pode ser lida: “{% if a %}”."],
    ["a text with a quote in it", '{{ "a | b }}', 'ou não pode ser lida: “{{ "a | b }}”.'],
    ["an unknown filter", "{{ deal.name | shout }}", "A linha 1 usa um filtro que não existe: “shout”."],
    ["an unknown tag", "{% shout %}", "A linha 1 usa uma tag que não existe: “shout”."],
  ])("tells of %s in the language of the reader alone", (_, body, words) => {
    const message = check({ body }, liquidRules(), { locale: ptBR }).find(
      ({ code }) => code === "broken-liquid",
    )?.message;
    expect(message).toContain(words);
    expect(message).not.toMatch(/not closed|not found|undefined/);
  });

  it("knows the workspace's custom fields when it is told them", () => {
    const text = { body: "{{ deal.customFields.plan }}{{ deal.customFields.plam }}" };
    expect(check(text)).toEqual([]);
    const fields = fieldsFor([{ slug: "plan", name: "Plan", fieldType: "text" }]);
    expect(check(text, liquidRules(fields)).map(({ code }) => code)).toEqual(["unknown-variable"]);
  });

  it.each([
    ["a text that no run can read", ["{{a}}".repeat(19_000)]],
    ["texts that are too much together", Array.from({ length: 40 }, () => "{{deal.name}}".repeat(500))],
  ])("tells once of %s", (_, x) => {
    expect(check({ x }).map(({ code }) => code)).toEqual(["broken-liquid"]);
  });

  it("gives each of many actions its share, as a run does", () => {
    const body = "{{deal.name}}".repeat(500);
    const ids = Array.from({ length: 40 }, (_, index) => `n${index}`);
    const links = ids.map((id, index) => `${index === 0 ? "start" : `n${index - 1}`} > ${id}`);
    const many = graph([trigger(), ...ids.map((id) => action(id, "send_email", { body }))], links);
    const codes = validateGraph(many, { extraRules: liquidRules() }).problems.map(({ code }) => code);
    expect(codes.filter((code) => code === "broken-liquid")).toHaveLength(ids.length);
    expect(check({ body })).toEqual([]);
  });

  it("leaves graphs of another shape alone", () => {
    const { problems } = validateGraph({ version: 2, nodes: [null] }, { extraRules: liquidRules() });
    expect(problems.map(({ code }) => code)).not.toContain("broken-liquid");
  });
});

describe("a variable that is misspelt", () => {
  const fields = fieldsFor([{ slug: "2nd phone", name: "Second phone", fieldType: "text" }]);
  const found = (body: string, options = {}) => {
    const definition = graph([trigger(), action("it", "send_email", { body })], ["start > it"]);
    return validateGraph(definition, { extraRules: liquidRules(fields), ...options }).problems;
  };
  const fixedTo = (body: string) =>
    found(body).map(({ fixes = [] }) =>
      fixes.map(({ title, patch: [step] }) => [title, step && "value" in step ? step.value : null]),
    );

  it.each([
    ["a letter changed", "contact.fistName", "contact.firstName"],
    ["letters swapped", "deal.vlaue", "deal.value"],
    ["small letters", "contact.firstname", "contact.firstName"],
    ["another style", "deal.days_in_stage", "deal.daysInStage"],
    ["what people call it", "deal.title", "deal.name"],
    ["and that misspelt", "deal.titel", "deal.name"],
    ["the first part", "contat.name", "contact.displayName"],
    ["a custom field", "deal.customFields.2nd_phon", 'deal.customFields["2nd phone"]'],
  ])("%s: {{ %s }} is told what it means", (_, written, meant) => {
    const [problem] = found(`{{ ${written} }}`);
    expect(problem?.message).toContain(`uses “${written}”, a variable that does not exist. Did you mean “${meant}”?`);
    expect(fixedTo(`Hi {{ ${written} | upcase }}!`)).toEqual([
      [[`Write “${meant}” instead`, `Hi {{ ${meant} | upcase }}!`]],
    ]);
  });

  it.each(["{{ name }}", "{{ deal.weather }}", "{{ a }}", `{{ deal.${"name".repeat(20)} }}`])(
    "%s is near to none",
    (body) => {
      expect(found(body)[0]?.message).toMatch(/does not exist\.$/);
      expect(fixedTo(body)).toEqual([[]]);
    },
  );

  it("is mended at each of its places, and left where it stands in the text itself", () => {
    const mended = "deal.nme {{ deal.name }}{% if deal.name %}x{% endif %}";
    const fix = ["Write “deal.name” instead", mended];
    expect(fixedTo("deal.nme {{ deal.nme }}{% if deal.nme %}x{% endif %}")).toEqual([[fix], [fix]]);
  });

  it("is told without a fix where it is written in brackets", () => {
    expect(found(`{{ deal["nme"] }}`)[0]).toMatchObject({ params: { meant: "deal.name" } });
    expect(fixedTo(`{{ deal["nme"] }}`)).toEqual([[]]);
  });

  it("is told in the language of the reader", () => {
    const [problem] = found("{{ deal.nme }}", { locale: ptBR });
    expect(problem?.message).toMatch(/uma variável que não existe\. Você quis dizer “deal\.name”\?$/);
    expect(problem?.fixes?.[0]?.title).toBe("Escrever “deal.name” em vez disso");
  });
});
