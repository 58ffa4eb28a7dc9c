import { Liquid } from "liquidjs";
import type { Context, Template } from "liquidjs";
import type { Facts } from "../contract/run.ts";
import { isTimeZone } from "../interpreter/zone.ts";
import { createFilters } from "./filters.ts";
import type { Clock } from "./filters.ts";
import { metered, Meter, MeteredContext } from "./metering.ts";

/** What one text may cost. All of them are counted, not timed: the same text has the same outcome everywhere. */
export const LIQUID_LIMITS = {
  /** Characters of a template. */
  characters: 100_000,
  /** LiquidJS's estimate of what rendering allocates, in characters and list items. */
  memory: 1_000_000,
  /** Tags, outputs and pieces of text rendered, loops included; fewer in a text so long that loops would repeat much of it. */
  steps: 20_000,
  /** Characters of values put into the text. */
  output: 1_000_000,
  /** Characters that are read, and that filters take and give; every read, list item and filter counts for some. */
  work: 5_000_000,
} as const;

/** Steps times characters of the template: what loops could print at most. */
const MAX_REPEATED = 100_000_000;

/** Tags that read other templates: there are none. */
const FILE_TAGS = ["include", "render", "layout", "block"] as const;

/** A Liquid engine that reaches nothing but the facts: no files, no prototypes, no real clock, no chance. */
export interface Sandbox {
  readonly engine: Liquid;
  /** Throws LiquidJS's errors. */
  parse(text: string): Template[];
  /** Renders a template of so many characters at an instant (Unix ms). Throws LiquidJS's errors. */
  render(templates: Template[], characters: number, facts: Facts, at: number): string;
}

/** How dates and amounts are written. */
export interface SandboxOptions {
  /** IANA time zone; UTC unless told. */
  timeZone?: string;
  /** BCP 47; "en" unless told. */
  locale?: string;
}

export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const timeZone = isTimeZone(options.timeZone) ? options.timeZone : "UTC";
  const locale = isLocale(options.locale) ? options.locale : "en";
  const clock: Clock = { at: 0 };
  const meter = new Meter(LIQUID_LIMITS.work);
  let printed = 0;
  const engine = new Liquid({
    templates: {},
    ownPropertyOnly: true,
    strictFilters: true,
    parseLimit: LIQUID_LIMITS.characters,
    memoryLimit: LIQUID_LIMITS.memory,
    timezoneOffset: timeZone,
    locale,
    outputEscape: (value: string) => {
      printed += typeof value === "string" ? value.length : 0;
      if (printed > LIQUID_LIMITS.output) throw new Error("output limit exceeded");
      return value;
    },
  });
  for (const tag of FILE_TAGS) Reflect.deleteProperty(engine.tags, tag);
  engine.unregisterFilter("sample");
  engine.registerFilter("raw", (value: unknown) => value);
  for (const [name, filter] of Object.entries(createFilters(clock, locale))) engine.registerFilter(name, filter);
  for (const [name, filter] of Object.entries(engine.filters)) engine.registerFilter(name, metered(filter, meter));
  return {
    engine,
    parse: (text) => engine.parse(text),
    render: (templates, characters, facts, at) => {
      clock.at = at;
      printed = 0;
      meter.reset();
      const steps = Math.min(LIQUID_LIMITS.steps, MAX_REPEATED / Math.max(characters, 1));
      return String(engine.renderSync(templates, limited(new MeteredContext({ ...facts }, engine, meter), steps)));
    },
  };
}

/** LiquidJS limits rendering by the real clock; here its checks are counted instead. */
function limited(context: Context, maxSteps: number): Context {
  let steps = 0;
  context.renderLimit.check = () => {
    steps += 1;
    if (steps > maxSteps) throw new Error("step limit exceeded");
  };
  return context;
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
