import { decideEntry, NEVER_ENTERED, nextStart, replacedBy } from "../trigger/enter.ts";
import type { EntryDecision } from "../trigger/enter.ts";
import type { EntryRule } from "../trigger/entry.ts";
import type { SimulatedRun } from "./simulated-run.ts";

/** What a deal, or a contact, has entered. Instants are Unix ms. */
interface Entered {
  /** Of runs that are over. */
  startedAt: number | null;
  live: Set<SimulatedRun>;
  settling: SimulatedRun | null;
}

/** Who has entered an automation, and when its runs start. */
export class Entries {
  private readonly rule: EntryRule;
  private readonly bySubject = new Map<string, Entered>();
  private lastAt: number | null = null;

  constructor(rule: EntryRule) {
    this.rule = rule;
  }

  /** Whether an event enters, and when its run starts. */
  decide(subject: string, at: number): EntryDecision {
    const entered = this.bySubject.get(subject);
    const decision = decideEntry(this.rule, entered === undefined ? NEVER_ENTERED : standing(entered), at, at);
    return decision.starts && !decision.settles ? { ...decision, at: this.place(at) } : decision;
  }

  /** Takes the run of a decision in, and answers the one that it replaces, which is over. */
  enter(
    subject: string,
    run: SimulatedRun,
    { settles, replaces }: EntryDecision & { starts: true },
    at: number,
  ): SimulatedRun | null {
    const entered = this.bySubject.get(subject) ?? { startedAt: null, live: new Set(), settling: null };
    this.bySubject.set(subject, entered);
    const { settling } = entered;
    if (replaces) settling?.skip(replacedBy(settling.start.at, at), at);
    entered.live.add(run);
    entered.settling = settles ? run : null;
    return replaces ? settling : null;
  }

  /** A run has settled; answers when it starts. */
  settled(subject: string, run: SimulatedRun, now: number): number {
    const entered = this.bySubject.get(subject);
    if (entered?.settling === run) entered.settling = null;
    return this.place(now);
  }

  private place(now: number): number {
    this.lastAt = nextStart(this.rule, this.lastAt, now);
    return this.lastAt;
  }
}

function standing(entered: Entered) {
  let isLive = false;
  for (const run of entered.live) {
    if (!run.isLive) entered.live.delete(run);
    if (run === entered.settling || !(run.isLive || run.hasBegun)) continue;
    isLive ||= run.isLive;
    entered.startedAt = Math.max(entered.startedAt ?? run.startsAt, run.startsAt);
  }
  if (entered.settling?.isLive === false) entered.settling = null;
  const { startedAt, settling } = entered;
  return { startedAt, isLive, settling: settling && { at: settling.start.at, until: settling.startsAt } };
}
