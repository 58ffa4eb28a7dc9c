import { expect, it } from "vitest";
import { otherReading } from "./number-readings.ts";

it.each([
  ["en", "10.000", 10_000],
  ["en", "1.234.567", 1_234_567],
  ["en", "1.234,56", 1234.56],
  ["en", "-10.000", -10_000],
  ["en", "1,5", 1.5],
  ["en", "10,000", null],
  ["en", "10.00", null],
  ["en", "0.125", null],
  ["en", "1234.567", null],
  ["en", "12", null],
  ["en", "", null],
  ["pt-BR", "10,000", 10_000],
  ["pt-BR", "1.5", 1.5],
  ["pt-BR", "10.000", null],
  ["pt-BR", "1.234,56", null],
])("in %s %j may as well mean %j", (locale, text, value) => {
  expect(otherReading(text, locale)).toBe(value);
});
