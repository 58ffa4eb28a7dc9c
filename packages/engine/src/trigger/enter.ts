import type { EntryRule } from "./entry.ts";
import { instant } from "./start-rules.ts";
import type { EntryReasonCode } from "./start-rules.ts";
import type { StartReason } from "./starts-on.ts";

/** What a deal's earlier runs of an automation, or a contact's, say about another one. Instants are Unix ms. */
export interface EntryStanding {
  /** When a run last began, or is certain to; null without one. Starts that ended before they began do not count. */
  readonly startedAt: number | null;
  /** Whether a run has begun, or is certain to, and is not over. */
  readonly isLive: boolean;
  /** The start that waits for changes to end: the event's instant, and until when. */
  readonly settling: { readonly at: number; readonly until: number } | null;
}

export const NEVER_ENTERED: EntryStanding = { startedAt: null, isLive: false, settling: null };

/**
 * What becomes of an event. A start that `settles` is put off once more by the next event, and takes its place among the
 * starts of an hour when it has settled; `replaces` says that the start which settled so far is not to be.
 */
export type EntryDecision =
  | { readonly starts: true; readonly at: number; readonly settles: boolean; readonly replaces: boolean }
  | { readonly starts: false; readonly reason: StartReason };

/**
 * Whether an event at an instant may enter, and when its run starts. `now` is the instant of the decision, which may come
 * later than the event. Where starts are spread, `nextStart` has the last word on those that do not settle.
 *
 * @example
 * ```ts
 * import { decideEntry, NEVER_ENTERED, readEntry } from "@trilho/engine/trigger";
 *
 * const once = readEntry({ entry: { again: "once", settleSeconds: 60 } })!;
 * decideEntry(once, NEVER_ENTERED, 0, 0); // { starts: true, at: 60_000, settles: true, replaces: false }
 * decideEntry(once, { ...NEVER_ENTERED, startedAt: 0 }, 5, 5).starts; // false
 * ```
 */
export function decideEntry(rule: EntryRule, standing: EntryStanding, at: number, now: number): EntryDecision {
  const { startedAt, isLive, settling } = begun(standing, at);
  if (settling !== null && at < settling.at) return refused("later-event", at, settling.at);
  if (startedAt !== null && rule.again === "once") return refused("entered-before", startedAt, null);
  if (startedAt !== null && rule.again === "after" && at < startedAt + rule.afterMs) {
    return refused("entered-lately", startedAt, startedAt + rule.afterMs);
  }
  if (isLive && rule.again === "not_while_live") return refused("run-live", startedAt, null);
  const settles = rule.settleMs > 0;
  return { starts: true, at: settles ? at + rule.settleMs : now, settles, replaces: settling !== null };
}

/** What had settled when an event came has begun, whether somebody has got round to it or not. */
function begun(standing: EntryStanding, at: number): EntryStanding {
  const { settling } = standing;
  return settling === null || at <= settling.until
    ? standing
    : { startedAt: settling.until, isLive: true, settling: null };
}

/**
 * Why the start of an event is not to be, now that a later one has come.
 *
 * @example
 * ```ts
 * import { replacedBy } from "@trilho/engine/trigger";
 *
 * replacedBy(0, 5000).code; // "later-event"
 * ```
 */
export const replacedBy = (at: number, later: number): StartReason => reason("later-event", at, later);

/**
 * When a run starts that is ready now, after the one that started last, or is to: one gap later at the earliest, so that
 * no hour has more than it may.
 *
 * @example
 * ```ts
 * import { nextStart, readEntry } from "@trilho/engine/trigger";
 *
 * const hourly = readEntry({ entry: { perHour: 2 } })!;
 * nextStart(hourly, null, 0); // 0
 * nextStart(hourly, 0, 5); // 1_800_000
 * ```
 */
export const nextStart = ({ gapMs }: EntryRule, lastAt: number | null, now: number): number =>
  lastAt === null || gapMs === 0 ? now : Math.max(now, lastAt + gapMs);

const refused = (code: EntryReasonCode, seen: number | null, asked: number | null): EntryDecision => ({
  starts: false,
  reason: reason(code, seen, asked),
});

const reason = (code: EntryReasonCode, seen: number | null, asked: number | null): StartReason => ({
  code,
  params: { ...(seen !== null && { seen: instant(seen) }), ...(asked !== null && { asked: instant(asked) }) },
});
