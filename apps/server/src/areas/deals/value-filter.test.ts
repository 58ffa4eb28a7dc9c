import { describe, expect, it } from "vitest";
import { readValueFilters } from "./value-filter.ts";

const TYPES = {
  note: "text",
  story: "long_text",
  odd: "constructor",
  bill: "number",
  price: "currency",
  chance: "percent",
  approved: "boolean",
  visit: "date",
  call: "datetime",
  party: "event",
  phone: "phone",
  interests: "multi_select",
  engineers: "members",
};
const FIELDS = new Map(
  Object.entries(TYPES).map(([slug, fieldType]) => [slug, { id: slug, slug, fieldType, options: null }]),
);
const read = (slug: string, asked: string | string[]) => readValueFilters({ [slug]: asked }, FIELDS, "BR");

describe("a filter of custom values", () => {
  it.each<[slug: string, asked: string | string[], stored: unknown[]]>([
    ["note", "a", ["a"]],
    ["note", " a ", [" a "]],
    ["note", "a\nb", ["a", "b"]],
    ["note", "a\r\n\r\nb\n", ["a", "b"]],
    ["note", ["a\nb", "c"], ["a", "b", "c"]],
    ["story", "a\r\nb\n", ["a\r\nb\n"]],
    ["odd", "a", ["a"]],
    ["bill", ["10.0", "-1"], [10, -1]],
    ["price", "0", [0]],
    ["chance", "1e2", [100]],
    ["approved", ["true", "false"], [true, false]],
    ["visit", "2026-01-31", ["2026-01-31"]],
    ["call", "2026-01-31T09:00:00-03:00", ["2026-01-31T12:00:00.000Z"]],
    ["party", "2026-01-31T09:00:00Z", ["2026-01-31T09:00:00.000Z"]],
    ["phone", "(11) 3456-7890", ["+551134567890"]],
    ["phone", "none", ["none"]],
    ["interests", "battery", [["battery"]]],
    ["engineers", "ana", ["ana", ["ana"]]],
  ])("of %s by %j asks for what is stored", (slug, asked, stored) => {
    const anyOf = stored.map((value) => ({ [slug]: value }));
    expect(read(slug, asked)).toEqual({ filters: [{ anyOf, emptySlug: null }], problems: [] });
  });

  it.each<[slug: string, asked: string | string[], message: string]>([
    ["bill", "ten", "must be a number"],
    ["bill", " ", "must be a number"],
    ["bill", "Infinity", "must be a number"],
    ["bill", ["1", "ten"], "must be a number"],
    ["approved", "yes", "must be true or false"],
    ["visit", "2026-02-30", "must be a date as in 2026-01-31"],
    ["call", "2026-01-31", "must be an instant as in 2026-01-31T09:00:00-03:00"],
  ])("of %s by %j is wrong", (slug, asked, message) => {
    expect(read(slug, asked).problems).toEqual([{ field: `customFields[${slug}]`, message }]);
  });

  it.each<[slug: string, asked: string[], filters: unknown[]]>([
    ["bill", ["__empty__"], [{ anyOf: [], emptySlug: "bill" }]],
    ["bill", ["__empty__", "1"], [{ anyOf: [{ bill: 1 }], emptySlug: "bill" }]],
    ["unknown", ["__empty__", "1"], []],
    ["unknown", ["1"], [null]],
  ])("of %s by %j asks for what is empty", (slug, asked, filters) => {
    expect(read(slug, asked)).toEqual({ filters, problems: [] });
  });
});
