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
