import { Liquid, toValueSync } from "liquidjs";
import type { Template } from "liquidjs";
import type { Names } from "../contract/names.ts";
import { isTimeZone } from "../interpreter/zone.ts";
import type { Scope } from "./context.ts";
import { Meter, parseCost, Sizes, WORK } from "./costs.ts";
import { createFilters } from "./filters.ts";
import type { Clock } from "./filters.ts";
import { metered, meteredBlocks, MeteredContext, meteredOperators } from "./metering.ts";
import type { Counting } from "./metering.ts";
import { valueTextsOf } from "./value-texts.ts";
import type { ValueTexts } from "./value-texts.ts";

/** What Liquid may cost. All of it is counted, not timed: the same config has the same outcome everywhere. */
export const LIQUID_LIMITS = {
  /** Characters of one text. */
  characters: 100_000,
  /** Of one config: what is parsed, rendered, read, compared, filtered and printed, in units of about 20 ns. */
  work: WORK,
} as const;

/** Tags that read other templates: there are none. */
const FILE_TAGS = ["include", "render", "layout", "block"] as const;

/** A Liquid engine that reaches nothing but the facts: no files, no prototypes, no real clock, no chance. */
export interface Sandbox {
  readonly engine: Liquid;
  readonly meter: Meter;
  /** Begins a config, at an instant (Unix ms), which may use a share of what one may cost. */
  begin(at: number, share: number): void;
  /** In the renderer's language. */
  readonly words: ValueTexts;
  /** Throws LiquidJS's errors, and where the config costs too much. `known` is what came of the same text before. */
  parse(text: string, known?: Template[]): Template[];
  /** The same. */
  render(templates: Template[], scope: Scope): string;
}

/** How texts are written. */
export interface SandboxOptions {
  /** IANA time zone; UTC by default. */
  timeZone?: string;
  /** BCP 47; "en" by default. */
  locale?: string;
  /** What the ids in the facts are called. */
  names?: Names;
}

/** Unless `strictFilters`, a text may name filters that there are not, to be read all the same. */
export function createSandbox(options: SandboxOptions = {}, strictFilters = true): Sandbox {
  const timeZone = isTimeZone(options.timeZone) ? options.timeZone : "UTC";
  const locale = isLocale(options.locale) ? options.locale : "en";
  const clock: Clock = { at: 0, formats: new Map() };
  const counting: Counting = { meter: new Meter(), sizes: new Sizes() };
  const { meter, sizes } = counting;
  const engine = new Liquid({
    templates: {},
    ownPropertyOnly: true,
    strictFilters,
    parseLimit: LIQUID_LIMITS.characters,
    operators: meteredOperators(counting),
    timezoneOffset: timeZone,
    locale,
  });
  for (const tag of FILE_TAGS) Reflect.deleteProperty(engine.tags, tag);
  engine.unregisterFilter("sample");
  engine.registerFilter("raw", (value: unknown) => value);
  const words = valueTextsOf(locale);
  const own = createFilters(clock, { locale, timeZone, words }, meter);
  for (const [name, filter] of Object.entries(own)) engine.registerFilter(name, filter);
  for (const [name, filter] of Object.entries(engine.filters)) {
    engine.registerFilter(name, metered(name, filter, counting));
  }
  const { renderer } = engine;
  renderer.renderTemplates = meteredBlocks(renderer.renderTemplates.bind(renderer), counting);
  return {
    engine,
    meter,
    words,
    begin: (at, share) => {
      clock.at = at;
      clock.formats.clear();
      meter.begin(share);
      sizes.forget();
    },
    parse: (text, known) => {
      meter.charge(parseCost(text));
      return known ?? engine.parse(text);
    },
    render: (templates, scope) =>
      String(toValueSync(renderer.renderTemplates(templates, new MeteredContext({ ...scope }, engine, counting)))),
  };
}

function isLocale(locale: string | undefined): locale is string {
  if (locale === undefined) return false;
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
