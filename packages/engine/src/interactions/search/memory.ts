import { partiesOf } from "../finding.ts";
import type { Candidate, Seeking, Sought, Told } from "../kinds/kind.ts";
import type { KnownAutomation } from "../model/read-automations.ts";
import { neverStarts } from "../starts/never-starts.ts";
import type { Things } from "../starts/things.ts";
import type { Inquiry } from "../witness/trial.ts";

/** What came of looking for a candidate, and what that took. */
interface Kept {
  readonly parties: readonly (KnownAutomation | null | undefined)[];
  readonly sought: Sought;
  readonly cost: number;
}

/** What was found out of automations that are as they were. What is sought depends on those that take part alone. */
export class Memory {
  private before: ReadonlyMap<string, Kept> = new Map();
  private now = new Map<string, Kept>();
  private written = "";
  private proofs = new WeakMap<KnownAutomation, Told | null>();

  /** A search begins; what the one before did not ask for is forgotten, if it came to its end. */
  begin(isOver: boolean): void {
    this.before = isOver ? this.now : new Map([...this.before, ...this.now]);
    this.now = new Map();
  }

  /** The same as `seek`, which is asked only where one of those that take part is new. */
  *sought(candidate: Candidate, byId: ReadonlyMap<string, KnownAutomation>, inquiry: Inquiry): Seeking {
    const { told, from = null, third = null, seek } = candidate;
    const key = JSON.stringify([told, from, third?.id]);
    const parties = [...partiesOf(told).map((id) => byId.get(id)), third];
    const kept = this.before.get(key);
    if (kept?.parties.every((party, place) => party === parties[place])) {
      inquiry.left -= kept.cost;
      this.now.set(key, kept);
      return kept.sought;
    }
    const { left } = inquiry;
    const sought = yield* seek(inquiry);
    // Of what was broken off, more may come another time.
    if (inquiry.left > 0) this.now.set(key, { parties, sought, cost: left - inquiry.left });
    return sought;
  }

  /** The proof that nothing can start an automation, or null. */
  never(automation: KnownAutomation, things: Things): Told | null {
    if (things.written !== this.written) this.proofs = new WeakMap();
    this.written = things.written;
    const kept = this.proofs.get(automation);
    if (kept !== undefined) return kept;
    const never = neverStarts(automation, things);
    this.proofs.set(automation, never);
    return never;
  }
}
