import { randomUUID } from "node:crypto";
import { found, invalid, notFound, refused } from "../../platform/service/outcome.ts";
import { orderedId } from "../../platform/service/ordered-id.ts";
import type { Store } from "../model/stores.ts";
import { testEvent } from "../model/trial.ts";
import type { Handlers } from "../../platform/service/handlers.ts";

/** Tries automations out. */
export function createAutomationTryService({
  store,
  now,
}: {
  store: Store;
  now: () => number;
}): Pick<Handlers, "tryAutomation"> {
  return {
    /**
     * Starts a run of the stored version for a deal, whatever the automation's switch, filters and conditions say. What it
     * sends stays here; what it does to the deal is real.
     */
    tryAutomation: ({ principal: viewer, params: { id }, body: { dealSeq, skipWaits = false } }) =>
      store.transaction(async (inside) => {
        const { workspaceId } = viewer;
        const automation = await inside.automations.get(workspaceId, id);
        if (automation === null) return refused(notFound("automation"));
        const deal = await inside.lookups.holdDeal(viewer, dealSeq);
        if (deal === null) return refused(invalid([NO_DEAL]));
        const eventId = `test_${randomUUID()}`;
        const begun = await inside.runs.start({
          workspaceId,
          id: orderedId(),
          automationId: id,
          automationVersion: automation.version,
          dealId: deal.id,
          contactId: deal.contactId,
          triggerType: automation.triggerType,
          eventId,
          event: testEvent(automation.triggerType, now(), skipWaits),
          chainId: eventId,
          depth: 0,
          refusal: null,
        });
        const recorded = begun && (await inside.runRecords.read(viewer, { automationId: id, runId: begun.runId }));
        return found(recorded && recorded.run, "run");
      }),
  };
}

const NO_DEAL = { field: "dealSeq", message: "is no deal of this workspace" };
