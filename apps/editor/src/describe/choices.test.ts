import { expect, it } from "vitest";
import { initialsOf } from "../i18n/format.ts";

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
