import { DAY_MS, HOUR_MS } from "../contract/durations.ts";
import { filters } from "liquidjs";
import type { FilterImplOptions } from "liquidjs";
import { zoneOffsets } from "../interpreter/zone.ts";
import { parseInstant } from "../query/instant.ts";
import { COSTS } from "./costs.ts";
import type { Meter } from "./costs.ts";
import type { ValueTexts } from "./value-texts.ts";

/** The instant a config is rendered at, Unix ms, and the currencies it writes. */
export interface Clock {
  at: number;
  readonly formats: Map<string, Intl.NumberFormat>;
}

/** How dates and amounts are written. */
interface Writing {
  readonly locale: string;
  readonly timeZone: string;
  readonly words: ValueTexts;
}

const DATE_FILTERS = ["date", "date_to_xmlschema", "date_to_rfc822", "date_to_string", "date_to_long_string"] as const;

/**
 * Filters beside or instead of LiquidJS's own: dates by the run's clock, and
 * `days_since`, `days_until`, `add_days`, `add_hours`, `relative_time`, `money`, `localize`.
 */
export function createFilters(clock: Clock, writing: Writing, meter: Meter): Record<string, FilterImplOptions> {
  const { locale } = writing;
  const inWords = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  return {
    ...Object.fromEntries(DATE_FILTERS.map((name) => [name, dateFilter(name, clock, writing.timeZone, meter)])),
    days_since: (value: unknown) => wholeDays(clock.at - instantOf(value, clock)),
    days_until: (value: unknown) => wholeDays(instantOf(value, clock) - clock.at),
    add_days: (value: unknown, count: unknown) => shift(value, Number(count) * DAY_MS, clock),
    add_hours: (value: unknown, count: unknown) => shift(value, Number(count) * HOUR_MS, clock),
    relative_time: (value: unknown) => relativeTime(instantOf(value, clock) - clock.at, inWords),
    localize: (value: unknown) => localized(value, writing, meter),
    money: (value: unknown, currency: unknown) =>
      money(value, currency, (code) => {
        const known = clock.formats.get(code);
        if (known) return known;
        meter.charge(COSTS.format);
        const format = new Intl.NumberFormat(locale, { style: "currency", currency: code });
        clock.formats.set(code, format);
        return format;
      }),
  };
}

/** LiquidJS's filter with `now` from the run's clock. Only ISO 8601 is a date: other forms depend on the machine's zone. */
function dateFilter(name: string, clock: Clock, timeZone: string, meter: Meter): FilterImplOptions {
  const original = filters[name];
  if (typeof original !== "function") return (value: unknown) => value;
  const offsetAt = zoneOffsets(timeZone);
  return function date(value: unknown, format?: unknown, zone?: unknown) {
    const at = instantOf(value, clock);
    if (Number.isNaN(at)) return value;
    meter.charge(dateCost(format, zone));
    // LiquidJS asks the platform for a zone's name each time, which takes long.
    const own = offsetAt === null || mayNameZone(format) ? undefined : Math.round(-offsetAt(at) / 60_000);
    return original.call(this, new Date(at), format, zone ?? (isDay(value) ? 0 : own));
  };
}

function mayNameZone(format: unknown): boolean {
  return typeof format === "string" && format.includes("Z");
}

/** Names of days and months come from the platform, too, each anew. */
const WORDS = /[AaBbhcZ]/g;

function dateCost(format: unknown, zone: unknown): number {
  const named = typeof format === "string" ? (format.match(WORDS)?.length ?? 0) * COSTS.word : COSTS.word;
  const written = typeof format === "string" ? format.length * COSTS.code : 0;
  return named + written + (zone === undefined && !mayNameZone(format) ? COSTS.date : COSTS.zone);
}

/** An instant (Unix ms) from ISO 8601, Unix seconds, `now` or `today`; NaN otherwise. A time without zone is UTC. */
function instantOf(value: unknown, clock: Clock): number {
  if (value === "now" || value === "today") return clock.at;
  if (typeof value === "number") return value * 1000;
  return (typeof value === "string" ? parseInstant(value)?.at : undefined) ?? NaN;
}

function isDay(value: unknown): boolean {
  return typeof value === "string" && parseInstant(value)?.form === "day";
}

function wholeDays(ms: number): number | string {
  return Number.isNaN(ms) ? "" : Math.trunc(ms / DAY_MS) + 0;
}

function shift(value: unknown, ms: number, clock: Clock): unknown {
  const at = new Date(instantOf(value, clock) + ms);
  return Number.isNaN(at.getTime()) ? value : at.toISOString();
}

const RELATIVE_UNITS = [
  ["day", DAY_MS],
  ["hour", HOUR_MS],
  ["minute", 60_000],
] as const;

function relativeTime(ms: number, format: Intl.RelativeTimeFormat): string {
  if (Number.isNaN(ms)) return "";
  const [unit, size] = RELATIVE_UNITS.find(([, length]) => Math.abs(ms) >= length) ?? ["second", 1000];
  return format.format(Math.trunc(ms / size), unit);
}

/** Dates, numbers, yes and no as the language writes them. A time that is midnight, here or in UTC, stands for its day. */
function localized(value: unknown, { locale, timeZone, words }: Writing, meter: Meter): unknown {
  if (typeof value === "boolean") return value ? words.yes : words.no;
  meter.charge(COSTS.format);
  if (typeof value === "number") return new Intl.NumberFormat(locale).format(value);
  const read = typeof value === "string" ? parseInstant(value) : null;
  if (read === null) return value;
  const format = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, { dateStyle: "long", ...options }).format(read.at);
  if (read.form === "day" || read.at % DAY_MS === 0) return format({ timeZone: "UTC" });
  const offset = zoneOffsets(timeZone)?.(read.at) ?? 0;
  return format({ timeZone, ...((read.at + offset) % DAY_MS !== 0 && { timeStyle: "short" }) });
}

const CURRENCY = /^[A-Za-z]{3}$/;

/** An amount in a currency (ISO 4217; BRL by default) as the locale writes it. */
function money(value: unknown, currency: unknown, formatOf: (code: string) => Intl.NumberFormat): unknown {
  const amount = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof amount !== "number" || !Number.isFinite(amount)) return value;
  const code = typeof currency === "string" && CURRENCY.test(currency) ? currency : "BRL";
  return formatOf(code.toUpperCase()).format(amount);
}
