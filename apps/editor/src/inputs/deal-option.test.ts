import { expect, test } from "vitest";
import { numberBeside } from "./deal-option.ts";

test.each([
  ["Solar kit", "#42"],
  ["#7", "#42"],
  ["#42", null],
])("beside the name “%s” the number 42 is %j", (name, number) => {
  expect(numberBeside({ seq: 42, name })).toBe(number);
});
