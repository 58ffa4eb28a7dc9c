import type { Automation } from "@trilho/contract";
import type { Outcome } from "../../../platform/service/outcome.ts";
import { isSameDefinition } from "../draft.ts";
import type { StoredAutomation } from "../model.ts";
import { replaceStored, type ReplaceRequest } from "../replace.ts";
import { NOT_APPROVED, NOT_REVIEWED } from "./review-refusals.ts";
import type { AutomationReviews } from "./review-port.ts";
import type { Author, AutomationStore } from "../port.ts";

/** What writing an automation needs where a review may be required. */
export interface ReviewedStores {
  automations: AutomationStore;
  automationReviews: AutomationReviews;
  transaction<T>(work: (inside: Pick<ReviewedStores, "automations" | "automationReviews">) => Promise<T>): Promise<T>;
}

/**
 * Replaces what is stored, where that needs nobody's approval: what does the same under whatever name, and what nobody
 * approved yet and is off. Credentials alone are free too, for one that leaked cannot wait.
 */
export async function replaceGuarded(
  store: ReviewedStores,
  workspaceId: string,
  id: string,
  request: ReplaceRequest,
): Promise<Outcome<Automation>> {
  if (!(await store.automationReviews.isRequired(workspaceId)))
    return replaceStored(store.automations, workspaceId, id, request);
  return store.transaction(async ({ automations, automationReviews }) => {
    // Held, so that nobody approves what is stored while another version takes its place.
    const held = await automationReviews.hold(workspaceId, id);
    const guard: ReplaceRequest["guard"] = (stored, replacement) => {
      if (held?.approved === false && !stored.enabled) return replacement.enabled === true ? NOT_APPROVED : null;
      return isSameDefinition(stored, { ...replacement, name: stored.name }) ? null : NOT_REVIEWED;
    };
    return replaceStored(automations, workspaceId, id, { ...request, guard });
  });
}

/** Switches it; on only what was approved, where that is required. Null where there is none. */
export async function switchGuarded(
  store: ReviewedStores,
  by: Author & { workspaceId: string },
  id: string,
  enabled: boolean,
): Promise<StoredAutomation | "unapproved" | null> {
  const { workspaceId } = by;
  if (!enabled || !(await store.automationReviews.isRequired(workspaceId)))
    return store.automations.setEnabled(workspaceId, id, enabled, by);
  return store.transaction(async ({ automations, automationReviews }) => {
    const held = await automationReviews.hold(workspaceId, id);
    if (held !== null && !held.approved && !held.enabled) return "unapproved";
    return automations.setEnabled(workspaceId, id, enabled, by);
  });
}
