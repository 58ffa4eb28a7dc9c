import { describe, expect, it } from "vitest";
import { noticesOf } from "./filter-notices.ts";

const FIELDS = Object.entries({ roof: "select", visit: "date", call: "datetime", party: "event" }).map(
  ([slug, fieldType]) => ({ id: slug, slug, fieldType, options: null }),
);
const unknown = (message: string, field: string) => ({ code: "unknown-field", message, fields: [field] });
const timeless = (message: string, field: string) => ({ code: "field-without-dates", message, fields: [field] });

describe("a filter of deals", () => {
  it.each<[string, Parameters<typeof noticesOf>[0], locale: string, ReturnType<typeof noticesOf>]>([
    ["that asks for no custom fields", {}, "en", []],
    [
      "of fields that are there",
      { customFields: { roof: "metal" }, customFieldRanges: { visit: "/", call: "/", party: "/" } },
      "en",
      [],
    ],
    [
      "of a field that is not there",
      { customFields: { rooof: "metal" } },
      "en",
      [unknown("There is no custom field “rooof” of deals.", "customFields[rooof]")],
    ],
    [
      "of a range of one",
      { customFieldRanges: { visits: "/" } },
      "pt-BR",
      [unknown("Negócios não têm o campo personalizado “visits”.", "customFieldRanges[visits]")],
    ],
    [
      "of both, which are one",
      { customFields: { gone: "x" }, customFieldRanges: { gone: "/" } },
      "en",
      [unknown("There is no custom field “gone” of deals.", "customFieldRanges[gone]")],
    ],
    [
      "of a range of a field that holds no dates, beside one that is not there",
      { customFields: { rooof: "metal" }, customFieldRanges: { roof: "/" } },
      "en",
      [
        unknown("There is no custom field “rooof” of deals.", "customFields[rooof]"),
        timeless("The custom field “roof” holds no dates.", "customFieldRanges[roof]"),
      ],
    ],
    [
      "of a range of such a field",
      { customFieldRanges: { roof: "/" } },
      "pt-BR",
      [timeless("O campo personalizado “roof” não guarda datas.", "customFieldRanges[roof]")],
    ],
  ])("%s is told so", (_, asked, locale, notices) => {
    expect(noticesOf(asked, FIELDS, locale)).toEqual(notices);
  });
});
