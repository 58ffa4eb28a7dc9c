import { expect, it } from "vitest";
import { initialsOf } from "../i18n/format.ts";
import { placesOf } from "./choices.ts";

const stage = (value: string, label: string, group: string, inactive = false) => ({ value, label, group, inactive });

it("stages are told with their pipeline where another one in use has a stage of that name", () => {
  const stages = [
    stage("a", "Proposal", "Homes"),
    stage("b", "Proposal", "Businesses"),
    stage("c", "Visit", "Homes"),
    stage("d", "Visit", "Old", true),
    stage("e", "Signing", "Homes"),
  ];
  expect(Object.fromEntries(placesOf(stages, (pipeline, name) => `${pipeline} › ${name}`))).toEqual({
    a: "Homes › Proposal",
    b: "Businesses › Proposal",
    c: "Visit",
    d: "Old › Visit",
    e: "Signing",
  });
});

it.each([
  ["Ana Lima", "AL"],
  ["Ana Maria de Lima", "AL"],
  ["ana@example.com", "A"],
  ["Élia (sales)", "É"],
  ["李 明", "李明"],
  ["  ", "?"],
  ["🚀", "?"],
])("the initials of %j are %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
