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
  ])("%s", (before, after) => {
    const { text, caret } = insertVariable(...split(before), "{{ deal.name }}");
    expect(`${text.slice(0, caret)}|${text.slice(caret)}`).toBe(after);
  });
});

test("variables that begin with what was typed come first", () => {
  const variables = [
    { name: "contact.displayName", label: "Contact name" },
    { name: "deal.name", label: "Deal name" },
    { name: "name", label: "Something" },
    { name: "deal.value", label: "Deal value" },
  ];
  expect(matching(variables, "name").map(({ name }) => name)).toEqual(["name", "contact.displayName", "deal.name"]);
});
