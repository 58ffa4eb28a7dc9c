import { DEFAULT_IDLE_SECONDS } from "../contract/trigger-schemas.ts";
import { iso } from "../simulate/instants.ts";
import type { DealEvent } from "../trigger/deal-events.ts";
import { RANK } from "./alarms.ts";
import type { Alarms } from "./alarms.ts";
import type { DealRecord } from "./deal-record.ts";
import type { ReadyAutomation } from "./setup.ts";

/** Notices deals to which nothing happened for as long as an automation asks. Instants are Unix ms. */
export class Idleness {
  private readonly waits: readonly { automationId: string; seconds: number }[];
  private readonly alarms: Alarms;
  private readonly raise: (deal: DealRecord, event: DealEvent) => void;

  constructor(
    automations: readonly ReadyAutomation[],
    alarms: Alarms,
    raise: (deal: DealRecord, event: DealEvent) => void,
  ) {
    this.alarms = alarms;
    this.raise = raise;
    this.waits = automations.map(({ automation: { id, triggerConfig } }) => {
      const seconds = triggerConfig?.["idleSeconds"];
      return { automationId: id, seconds: typeof seconds === "number" ? seconds : DEFAULT_IDLE_SECONDS };
    });
  }

  /** Something happened to a deal. */
  sign(deal: DealRecord, at: number): void {
    deal.lastSignAt = at;
    for (const { automationId, seconds } of this.waits) {
      this.alarms.set(at + seconds * 1000, RANK.run, () => {
        if (deal.lastSignAt !== at || !deal.isOpen) return;
        const payload = { ...deal.place(), automationId, idleSince: iso(at), idleSeconds: seconds };
        this.raise(deal, { type: "deal_idle", payload });
      });
    }
  }
}
