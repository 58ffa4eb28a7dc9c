import type { CustomField } from "@trilho/api-client";
import type { Lookup } from "../../document/lookup.ts";
import { formatInstant } from "../../i18n/format.ts";
import { text } from "../../i18n/use-text.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T/;

/** A value as people read it; null for none, and for what only programs read. */
export function valueText(value: unknown, locale: string): string | null {
  if (typeof value === "boolean") return text("deals", value ? "yes" : "no");
  if (typeof value === "number") return new Intl.NumberFormat(locale).format(value);
  if (Array.isArray(value)) {
    const parts = value.flatMap((item) => valueText(item, locale) ?? []);
    return parts.length === 0 ? null : parts.join(", ");
  }
  if (typeof value !== "string" || value.trim() === "") return null;
  // A day is the same everywhere.
  if (DAY.test(value))
    return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(value));
  return INSTANT.test(value) ? formatInstant(value, locale) : value;
}

const SOURCES = [
  "api",
  "automation",
  "import",
  "instagram",
  "manual",
  "referral",
  "site",
  "webhook",
  "whatsapp",
] as const;

/** Where a deal comes from, in words; what nobody here knows as it is written. */
export function sourceText(source: string): string {
  const known = SOURCES.find((each) => each === source);
  return known === undefined ? source : text("deals", `source.${known}`);
}

/** The value of a custom field: options and members by their names. */
export function customText(
  value: unknown,
  { slug, fieldType }: Pick<CustomField, "slug" | "fieldType">,
  names: Lookup,
  locale: string,
): string | null {
  if (fieldType === "percent" && typeof value === "number") return `${new Intl.NumberFormat(locale).format(value)}%`;
  const named = (each: unknown): unknown =>
    typeof each === "string" ? (names.optionName?.(slug, each) ?? each) : each;
  return valueText(Array.isArray(value) ? value.map(named) : named(value), locale);
}
