import { DEFAULT_IDLE_SECONDS } from "../contract/trigger-schemas.ts";
import { iso } from "../simulate/instants.ts";
import type { DealEvent } from "../trigger/deal-events.ts";
import { isInScope } from "../trigger/start-rules.ts";
import { RANK } from "./alarms.ts";
import type { Alarms } from "./alarms.ts";
import type { DealRecord } from "./deal-record.ts";
import type { ReadyAutomation } from "./setup.ts";
import type { WorkspaceAutomation } from "./types.ts";

/** Events that are in no history of a deal: as far as anybody sees, nothing happened to it. */
const UNSEEN = ["instagram_comment", "schedule", "incoming_webhook", "deal_idle"];

/** Whether an event shows that somebody does something about its deal. */
export const isSign = (type: string): boolean => !UNSEEN.includes(type);

/**
 * Notices deals to which nothing happened for as long as an automation asks: one automation after the other, and each
 * finds its deals in the order of what happened to them last. Instants are Unix ms.
 */
export class Idleness {
  private readonly automations: readonly WorkspaceAutomation[];
  private readonly alarms: Alarms;
  private readonly raise: (deal: DealRecord, event: DealEvent) => void;
  /** Deals to which something happened at the latest instant of all. */
  private latest: { at: number; deals: Set<DealRecord> } | null = null;

  constructor(
    automations: readonly ReadyAutomation[],
    alarms: Alarms,
    raise: (deal: DealRecord, event: DealEvent) => void,
  ) {
    this.automations = automations.map(({ automation }) => automation);
    this.alarms = alarms;
    this.raise = raise;
  }

  /** Something happened to a deal. */
  sign(deal: DealRecord, at: number): void {
    deal.lastSignAt = at;
    if (this.latest?.at !== at) this.await(at);
    this.latest?.deals.delete(deal);
    this.latest?.deals.add(deal);
  }

  private await(at: number): void {
    const deals = new Set<DealRecord>();
    this.latest = { at, deals };
    for (const [place, automation] of this.automations.entries()) {
      const given = automation.triggerConfig?.["idleSeconds"];
      const seconds = typeof given === "number" ? given : DEFAULT_IDLE_SECONDS;
      const rank = RANK.look + place / this.automations.length;
      this.alarms.set(at + seconds * 1000, rank, () => this.look(automation, seconds, at, deals));
    }
  }

  private look(automation: WorkspaceAutomation, seconds: number, at: number, deals: Iterable<DealRecord>): void {
    for (const deal of deals) {
      const payload = { ...deal.place(), automationId: automation.id, idleSince: iso(at), idleSeconds: seconds };
      const isIdle = deal.lastSignAt === at && deal.isOpen;
      if (isIdle && isInScope(automation, { dealId: deal.id, payload }, {}))
        this.raise(deal, { type: "deal_idle", payload });
    }
  }
}
