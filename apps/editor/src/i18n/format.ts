import { DAY_SECONDS, HOUR_SECONDS } from "@trilho/engine";

/** One for each language: making it takes far longer than using it. */
function onePerLocale<Format>(make: (locale: string) => Format): (locale: string) => Format {
  const made = new Map<string, Format>();
  return (locale) => {
    const format = made.get(locale) ?? make(locale);
    made.set(locale, format);
    return format;
  };
}

const instants = onePerLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }));
const distances = onePerLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }));

/** A point in time of the API, in the person's time zone: "Nov 21, 2026, 2:45 PM". */
export function formatInstant(instant: string, locale: string): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? instant : instants(locale).format(date);
}

const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number, until: number])[] = [
  ["minute", 60, HOUR_SECONDS],
  ["hour", HOUR_SECONDS, DAY_SECONDS],
  ["day", DAY_SECONDS, 7 * DAY_SECONDS],
  ["week", 7 * DAY_SECONDS, 30 * DAY_SECONDS],
  ["month", 30 * DAY_SECONDS, 365 * DAY_SECONDS],
  ["year", 365 * DAY_SECONDS, Number.POSITIVE_INFINITY],
];

const dayOf = (at: number): number => {
  const date = new Date(at);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / (DAY_SECONDS * 1000);
};

/**
 * How far away a point in time is: "3 hours ago", "in 2 days", "now" within a minute. `now` in ms since 1970. Days are
 * those of the calendar, for "tomorrow" names one.
 */
export function formatRelative(instant: string, locale: string, now: number): string {
  const at = Date.parse(instant);
  if (Number.isNaN(at)) return instant;
  const away = (at - now) / 1000;
  const format = distances(locale);
  if (Math.abs(away) < 60) return format.format(0, "second");
  const [unit, seconds] = STEPS.find(([, , until]) => Math.abs(away) < until) ?? (["year", 31_536_000] as const);
  if (unit === "day") return format.format(dayOf(at) - dayOf(now), unit);
  // What is to come is not said to be sooner than it is.
  return format.format(away > 0 ? Math.round(away / seconds) : Math.trunc(away / seconds), unit);
}

/** The smallest share that one decimal of a percent tells from nothing. */
const LEAST = 0.001;

/** A share of 1 in percent, with a decimal where it says something: "41%", "0.4%". What is there is never "0%". */
export function shareFormat(locale: string): (share: number) => string {
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  return (share) => (share > 0 && share < LEAST / 2 ? `<${percent.format(LEAST)}` : percent.format(share));
}

/** An amount; a currency that nobody knows stands beside its number. */
export function formatMoney(value: number, currency: string, locale: string): string {
  try {
    return new Intl.NumberFormat(locale, { style: "currency", currency, maximumFractionDigits: 2 }).format(value);
  } catch {
    return `${currency} ${new Intl.NumberFormat(locale).format(value)}`.trim();
  }
}

/** First letters of the first and the last name: "AL" of "Ana Maria Lima". */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? "")][0]?.toUpperCase() ?? "").join("") || "?";
}
