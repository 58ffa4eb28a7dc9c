import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseInstant } from "./instant.ts";

describe("parseInstant", () => {
  it.each([
    ["2026-01-15", "2026-01-15T00:00:00.000Z", "day"],
    ["2026-01-15T10:30", "2026-01-15T10:30:00.000Z", "local"],
    ["2026-01-15 10:30:15.25", "2026-01-15T10:30:15.250Z", "local"],
    ["2026-01-15T10:30:15.999999Z", "2026-01-15T10:30:15.999Z", "instant"],
    ["2026-01-15T10:30:00-03:00", "2026-01-15T13:30:00.000Z", "instant"],
    ["2026-01-15T00:30:00+0530", "2026-01-14T19:00:00.000Z", "instant"],
    ["2028-02-29", "2028-02-29T00:00:00.000Z", "day"],
    ["0050-01-01", "0050-01-01T00:00:00.000Z", "day"],
  ])("reads %s", (text, iso, form) => {
    const parsed = parseInstant(text);
    expect(parsed && [new Date(parsed.at).toISOString(), parsed.form]).toEqual([iso, form]);
  });

  it.each([
    "",
    "tomorrow",
    "15/01/2026",
    "2026-02-30",
    "2026-02-29T10:00:00Z",
    "2026-13-01",
    "2026-00-10",
    "2026-01-15T24:00:00Z",
    "2026-01-15T10:60:00Z",
    "2026-01-15T10:00:00+25:00",
    "2026-01-15T10",
    "12026-01-15",
  ])("does not read %j", (text) => expect(parseInstant(text)).toBeNull());

  it("reads back every instant that toISOString writes", () => {
    const dates = fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true });
    fc.assert(fc.property(dates, (date) => parseInstant(date.toISOString())?.at === date.getTime()));
  });
});
