import type { Operations } from "@trilho/contract";
import { isOfTime } from "./filter.ts";
import type { DealField } from "../reference/custom-fields/custom-values.ts";
import type { Notices } from "../../platform/service/outcome.ts";
import { languageOf } from "../../platform/service/language.ts";

type Asked = Pick<Operations["listDeals"]["query"], "customFields" | "customFieldRanges">;

const MESSAGES = {
  en: {
    unknown: (slug: string) => `There is no custom field “${slug}” of deals.`,
    timeless: (slug: string) => `The custom field “${slug}” holds no dates.`,
  },
  pt: {
    unknown: (slug: string) => `Negócios não têm o campo personalizado “${slug}”.`,
    timeless: (slug: string) => `O campo personalizado “${slug}” não guarda datas.`,
  },
};

/** Why a list may be empty: fields that a filter names and that are not there, or hold nothing of the kind. */
export function noticesOf(asked: Asked, fields: readonly DealField[], locale: string): Notices {
  const words = MESSAGES[languageOf(locale)];
  const bySlug = new Map(fields.map((field) => [field.slug, field]));
  const ranges = Object.keys(asked.customFieldRanges ?? {});
  const slugs = new Set([...Object.keys(asked.customFields ?? {}), ...ranges]);
  const unknown = [...slugs].filter((slug) => !bySlug.has(slug));
  const timeless = ranges.filter((slug) => bySlug.has(slug) && !isOfTime(bySlug.get(slug)));
  const parameter = (slug: string): string => `customField${ranges.includes(slug) ? "Range" : ""}s[${slug}]`;
  return [
    ...unknown.map((slug) => ({ code: "unknown-field", message: words.unknown(slug), fields: [parameter(slug)] })),
    ...timeless.map((slug) => ({
      code: "field-without-dates",
      message: words.timeless(slug),
      fields: [parameter(slug)],
    })),
  ];
}
