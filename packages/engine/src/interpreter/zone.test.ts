import { expect, it } from "vitest";
import { isTimeZone, wallText, zoneOffsets } from "./zone.ts";

it.each([
  ["America/Sao_Paulo", true],
  ["UTC", true],
  ["Mars/Olympus", false],
  ["", false],
  ["__proto__", false],
])("%j is a time zone: %s", (text, expected) => {
  expect(isTimeZone(text)).toBe(expected);
});

it.each([8.64e15, -8.64e15, -6e13])("a zone has an offset at either end of the calendar: %d", (at) => {
  for (const zone of ["Asia/Tokyo", "America/Sao_Paulo"]) {
    const offsetAt = zoneOffsets(zone) ?? (() => Number.NaN);
    expect(Math.abs(offsetAt(at))).toBeLessThan(86_400_000);
    expect(wallText(offsetAt, at)).toMatch(/^(?:[+-]\d\d)?\d{4}-\d\d-\d\d \d\d:\d\d$/);
  }
});
