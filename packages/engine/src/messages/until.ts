import { CUSTOM_FIELD_PREFIX } from "../contract/fields.ts";
import type { Until } from "../contract/until.ts";

/** What a language needs to say until when a wait lasts. */
export interface UntilTexts {
  /** From Monday. */
  readonly days: readonly string[];
  readonly or: string;
  /** Dates that every workspace has, by field. */
  readonly dates: Readonly<Record<string, string>>;
  /** A date moved by whole days, at a time if one is set. */
  readonly date: (name: string, days: number, at: string | null) => string;
  readonly weekday: (days: string, at: string) => string;
  readonly opening: string;
}

/** What a workspace calls its custom field of a slug; null where nobody knows. */
export type FieldNameOf = (slug: string) => string | null;

/** "until 3 days before expected close, 09:00": what follows the name of a wait. */
export function untilName(until: Until, words: UntilTexts, fieldName: FieldNameOf = () => null): string {
  switch (until.kind) {
    case "field": {
      const { field, offsetDays, at } = until;
      const slug = field.startsWith(CUSTOM_FIELD_PREFIX) ? field.slice(CUSTOM_FIELD_PREFIX.length) : null;
      const name = slug === null ? words.dates[field] : (fieldName(slug) ?? slug);
      return words.date(name ?? field, offsetDays, at);
    }
    case "weekday": {
      const days = until.days.map((day) => words.days[day - 1] ?? "");
      const last = days.pop() ?? "";
      return words.weekday(days.length === 0 ? last : `${days.join(", ")} ${words.or} ${last}`, until.at);
    }
    case "opening":
      return words.opening;
  }
}
