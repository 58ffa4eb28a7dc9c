import { describe, expect, test } from "vitest";
import { completionAt, insertVariable, matching } from "./liquid-completion.ts";

/** Texts with the caret written as `|`. */
const split = (text: string): [string, number] => [text.replace("|", ""), text.indexOf("|")];

describe("what is being typed", () => {
  test.each([
    ["Hi {{|", ""],
    ["Hi {{ |", ""],
    ["Hi {{ dea|", "dea"],
    ["Hi {{deal.val|ue }}", "deal.val"],
    ["{{ a }} and {{ contact.first|", "contact.first"],
    ["Hi {{ preço|", "preço"],
    ["Hi {{ first name|", "first name"],
  ])("%s", (text, typed) => {
    expect(completionAt(...split(text))?.typed).toBe(typed);
  });

  test.each(["Hi |", "Hi {{ deal.name }}|", "{{ deal.name | up|".replace("| up", "¦ up"), "{ {|"])(
    "%s is no variable",
    (text) => {
      expect(completionAt(...split(text))).toBeNull();
    },
  );
});

describe("inserting a variable", () => {
  test.each([
    ["Hi |!", "Hi {{ deal.name }}|!"],
    ["Hi {{|!", "Hi {{ deal.name }}|!"],
    ["Hi {{ de|!", "Hi {{ deal.name }}|!"],
    ["Hi {{ de|al.value }}!", "Hi {{ deal.name }}|!"],
    ["{{ a }} {{ b| }}", "{{ a }} {{ deal.name }}|"],
    ["Hi {{ first na|me }}!", "Hi {{ deal.name }}|!"],
  ])("%s", (before, after) => {
    const { text, caret } = insertVariable(...split(before), "{{ deal.name }}");
    expect(`${text.slice(0, caret)}|${text.slice(caret)}`).toBe(after);
  });
});

test.each([
  ["replaces what was typed since the list was asked for", "Hi fir|!", 3, "Hi {{ deal.name }}|!"],
  ["leaves what stood there before", "Hi |!", 3, "Hi {{ deal.name }}|!"],
  ["replaces braces begun meanwhile alone", "Hi my {{ fir|!", 3, "Hi my {{ deal.name }}|!"],
  ["leaves all behind which the caret went back", "H|i fir!", 3, "H{{ deal.name }}|i fir!"],
])("a variable asked for %s", (_, before, asked, after) => {
  const { text, caret } = insertVariable(...split(before), "{{ deal.name }}", asked);
  expect(`${text.slice(0, caret)}|${text.slice(caret)}`).toBe(after);
});

describe("a variable is found", () => {
  const variables = [
    { name: "contact.displayName", label: "Contact name" },
    { name: "contact.firstName", label: "First name" },
    { name: "deal.name", label: "Deal name" },
    { name: "deal.value", label: "Valor do negócio" },
  ];
  test.each([
    ["by the beginning of its path", "deal.na", ["deal.name"]],
    ["by its label", "first name", ["contact.firstName"]],
    ["by words of its label in any order", "name deal", ["deal.name"]],
    ["without accents", "negocio", ["deal.value"]],
    ["with accents and capitals", "NEGÓCIO", ["deal.value"]],
    ["by nothing typed, among all", " ", variables.map(({ name }) => name)],
  ])("%s", (_, typed, names) => {
    expect(matching(variables, typed).map(({ name }) => name)).toEqual(names);
  });

  test("and no other is offered once its path is typed and left", () => {
    expect(matching(variables, "deal.name ")).toEqual([]);
  });
});
