import { isInScope } from "../trigger/start-rules.ts";
import type { DealRecord } from "./deal-record.ts";
import type { Deals } from "./deals.ts";
import type { ReadyAutomation } from "./setup.ts";
import type { Happening } from "./types.ts";

/**
 * The deals that an event is about, each of which has one of its own; null stands for none. `listening` are the automations
 * of its type.
 */
export function subjectsOf(
  { event, dealId, contactId = null, payload }: Extract<Happening, { type: "event" }>,
  listening: readonly ReadyAutomation[],
  deals: Deals,
): readonly (DealRecord | null)[] {
  if (event === "instagram_comment" && dealId === undefined) return [deals.newestOf(contactId ?? "")];
  const { automation } = listening.find((each) => each.automation.id === payload?.["automationId"]) ?? {};
  if (event !== "schedule" || automation?.triggerConfig?.["forEachDeal"] !== true) return [deals.get(dealId ?? null)];
  return deals
    .all()
    .filter(({ id }) => id === (dealId ?? id))
    .filter((deal) => deal.isOpen && isInScope(automation, { dealId: deal.id, payload: deal.place() }, {}));
}
