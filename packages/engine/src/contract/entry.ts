import { DAY_SECONDS, MINUTE_SECONDS } from "./durations.ts";

/** How often the same deal, or contact, may enter an automation. */
export const ENTRY_AGAIN = ["always", "once", "after", "not_while_live"] as const;
export type EntryAgain = (typeof ENTRY_AGAIN)[number];

/** Bounds of what an entry rule asks, both included. */
export const ENTRY_LIMITS = {
  afterSeconds: { minimum: MINUTE_SECONDS, maximum: 3660 * DAY_SECONDS },
  settleSeconds: { minimum: 5, maximum: 30 * DAY_SECONDS },
  perHour: { minimum: 1, maximum: 10_000 },
} as const;

/**
 * How often a deal, or a contact without one, may enter an automation: `triggerConfig.entry`. `again` says whether it may
 * enter once more (`always` where it is left out; `after` needs `afterSeconds`), `settleSeconds` how long nothing more may
 * have happened before a run starts, and `perHour` how many runs start within an hour. A type: it is plain JSON.
 */
export type Entry = {
  again?: EntryAgain | null;
  /** Since its last run began; with `after` alone. */
  afterSeconds?: number | null;
  settleSeconds?: number | null;
  perHour?: number | null;
};

/**
 * JSON Schema 2020-12 of an entry rule. Every part may be left out, or null; unknown ones may be limits, misspelt, and so
 * are refused.
 *
 * @example
 * ```ts
 * import { ENTRY_SCHEMA } from "@trilho/engine";
 *
 * Object.keys(ENTRY_SCHEMA.properties); // ["again", "afterSeconds", "settleSeconds", "perHour"]
 * ```
 */
export const ENTRY_SCHEMA = {
  type: "object",
  title: "Entry rule",
  description: "How often a deal, or a contact where there is no deal, may enter the automation.",
  properties: {
    again: {
      type: ["string", "null"],
      enum: ["always", "once", "after", "not_while_live", null],
      description:
        "Whether it may enter again; `always` by default. `after`: when `afterSeconds` have passed since its last run " +
        "began. `not_while_live`: when no run of it is live.",
    },
    afterSeconds: {
      type: ["integer", "null"],
      minimum: ENTRY_LIMITS.afterSeconds.minimum,
      maximum: ENTRY_LIMITS.afterSeconds.maximum,
      description: "In seconds, from a minute to ten years. With `after` alone, which needs it.",
    },
    settleSeconds: {
      type: ["integer", "null"],
      minimum: ENTRY_LIMITS.settleSeconds.minimum,
      maximum: ENTRY_LIMITS.settleSeconds.maximum,
      description:
        "A run starts when nothing more has happened for so long; each event puts it off. In seconds, from 5 to 30 days.",
    },
    perHour: {
      type: ["integer", "null"],
      minimum: ENTRY_LIMITS.perHour.minimum,
      maximum: ENTRY_LIMITS.perHour.maximum,
      description: "So many runs start within an hour at most, evenly spread; later ones wait for their turn.",
    },
  },
  additionalProperties: false,
} as const;
