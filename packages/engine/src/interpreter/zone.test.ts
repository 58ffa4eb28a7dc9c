import { expect, it } from "vitest";
import { isTimeZone } from "./zone.ts";

it.each([
  ["America/Sao_Paulo", true],
  ["UTC", true],
  ["Mars/Olympus", false],
  ["", false],
  ["__proto__", false],
])("%j is a time zone: %s", (text, expected) => {
  expect(isTimeZone(text)).toBe(expected);
});
