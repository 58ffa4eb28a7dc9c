import { customSlug, dealChanges, eventsOfChange, eventsOfNewDeal, type DealChanges } from "@trilho/engine/trigger";
import type { ActivityType, NewActivity, NewEvent } from "../activities/history.ts";
import type { DealStatus, StoredDeal } from "./model.ts";

/** The history lines of a change, and the events that automations may start from. */
export interface DealHistory {
  activities: NewActivity[];
  events: NewEvent[];
}

/** The history of a new deal. It enters its first stage like any other. */
export function historyOfNew(deal: StoredDeal): DealHistory {
  const about = { dealId: deal.id, contactId: deal.contactId };
  return {
    activities: [{ dealId: deal.id, type: "DEAL_CREATED", metadata: { source: deal.source, stageId: deal.stageId } }],
    events: eventsOfNewDeal(deal).map((event) => ({ ...about, ...event })),
  };
}

/** The history of a changed deal. Empty where nothing changed. */
export function historyOfChange(before: StoredDeal, after: StoredDeal): DealHistory {
  const changes = dealChanges(before, after);
  const about = { dealId: after.id, contactId: after.contactId };
  const activities = Object.entries(changes).flatMap(([path, change]) => activityOf(path, change, before, after));
  const events = eventsOfChange(before, after, changes).map((event) => ({ ...about, ...event }));
  return { activities, events };
}

/** Fields whose change has a word of its own. */
const ACTIVITY_TYPES: Readonly<Record<string, ActivityType>> = {
  stageId: "STAGE_CHANGED",
  responsibleUserId: "RESPONSIBLE_CHANGED",
};

const OUTCOME_WORDS: Record<DealStatus, ActivityType> = { won: "DEAL_WON", lost: "DEAL_LOST", open: "DEAL_REOPENED" };

function activityOf(path: string, changes: DealChanges[string], before: StoredDeal, after: StoredDeal): NewActivity[] {
  const slug = customSlug(path);
  const dealId = after.id;
  if (slug !== null) return [{ dealId, type: "CUSTOM_FIELD_CHANGED", field: slug, changes }];
  if (path === "status") {
    const metadata = after.status === "lost" ? { metadata: { lostReason: after.lostReason } } : {};
    return [{ dealId, type: OUTCOME_WORDS[after.status], field: path, changes, ...metadata }];
  }
  // The move to its stage tells of the pipeline.
  if (path === "pipelineId") return [];
  // The reason is told with the loss itself.
  if (path === "lostReason" && before.status !== after.status) return [];
  const type = ACTIVITY_TYPES[path] ?? "DEAL_UPDATED";
  const moved = type === "STAGE_CHANGED" && before.pipelineId !== after.pipelineId;
  const metadata = moved ? { metadata: { fromPipelineId: before.pipelineId, toPipelineId: after.pipelineId } } : {};
  return [{ dealId, type, field: path, changes, ...metadata }];
}
