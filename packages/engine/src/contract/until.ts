/** Ways to say until when a wait lasts. */
export const UNTIL_KINDS = ["field", "weekday", "opening"] as const;
export type UntilKind = (typeof UNTIL_KINDS)[number];

/** A date that is moved by more days than this is none that anyone means. */
export const MOST_OFFSET_DAYS = 3650;

/**
 * Until when a wait lasts, as its `config.until` has it, in the workspace's time zone. Times are "HH:MM".
 * `field`: the day of a date in the facts, moved by whole days (-3 is three days before), at a time of day; without `at`
 * at the date's own. `weekday`: the next of these ISO weekdays (1 Monday … 7 Sunday) at a time. `opening`: the next
 * instant within business hours. Types, not interfaces: they are plain JSON.
 */
export type Until =
  | { kind: "field"; field: string; offsetDays: number; at: string | null }
  | { kind: "weekday"; days: number[]; at: string }
  | { kind: "opening" };

/** Why a wait lasts its `delaySeconds` although it says until when. */
export type UntilLack = "empty" | "unreadable" | "past" | "never-open";
