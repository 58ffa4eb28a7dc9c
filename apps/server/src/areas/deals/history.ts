import { isDeepStrictEqual } from "node:util";
import type { JsonObject, JsonValue } from "@trilho/engine/contract";
import type { ActivityType, NewActivity, NewEvent } from "../activities/history.ts";
import type { DealStatus, DealValues, StoredDeal } from "./model.ts";

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
    events: [
      { ...about, type: "deal_created", payload: { ...placeOf(deal), source: deal.source, value: deal.value } },
      { ...about, type: "stage_entered", payload: { ...placeOf(deal), fromStageId: null, fromPipelineId: null } },
    ],
  };
}

/** The history of a changed deal. Empty where nothing changed. */
export function historyOfChange(before: StoredDeal, after: StoredDeal): DealHistory {
  const changes = { ...changedValues(before, after), ...changedCustom(before, after) };
  if (Object.keys(changes).length === 0) return { activities: [], events: [] };
  const about = { dealId: after.id, contactId: after.contactId };
  const activities = Object.entries(changes).flatMap(([path, change]) => activityOf(path, change, before, after));
  const events: NewEvent[] = [
    { ...about, type: "deal_updated", payload: { ...placeOf(after), fields: Object.keys(changes), changes } },
    ...stageEvents(before, after).map((event) => ({ ...about, ...event })),
    ...outcomeEvents(before, after).map((event) => ({ ...about, ...event })),
    ...Object.entries(changes).flatMap(([path, change]) => {
      const slug = slugOf(path);
      return slug === null
        ? []
        : [
            {
              ...about,
              type: "custom_field_changed" as const,
              payload: { ...placeOf(after), fieldSlug: slug, ...change },
            },
          ];
    }),
  ];
  return { activities, events };
}

type Change = { from: JsonValue; to: JsonValue };

/** Values in whose change people are interested one by one. `status` and `closedAt` follow from the stage. */
const RECORDED = [
  "name",
  "value",
  "currency",
  "closeProbability",
  "pipelineId",
  "stageId",
  "contactId",
  "companyId",
  "responsibleUserId",
  "coOwnerUserId",
  "channelId",
  "lostReason",
  "notes",
  "metadata",
  "expectedCloseAt",
  "status",
] as const satisfies readonly (keyof DealValues)[];

const CUSTOM = "customFields.";
const slugOf = (path: string): string | null => (path.startsWith(CUSTOM) ? path.slice(CUSTOM.length) : null);

function changedValues(before: StoredDeal, after: StoredDeal): Record<string, Change> {
  const changed = RECORDED.filter((key) => !isDeepStrictEqual(before[key], after[key]));
  return Object.fromEntries(changed.map((key) => [key, { from: before[key], to: after[key] }]));
}

function changedCustom(before: StoredDeal, after: StoredDeal): Record<string, Change> {
  const slugs = [...new Set([...Object.keys(before.customFields), ...Object.keys(after.customFields)])];
  const changes = slugs.map((slug): [string, Change] => [
    `${CUSTOM}${slug}`,
    { from: own(before.customFields, slug), to: own(after.customFields, slug) },
  ]);
  return Object.fromEntries(changes.filter(([, { from, to }]) => !isDeepStrictEqual(from, to)));
}

const own = (values: JsonObject, slug: string): JsonValue =>
  Object.hasOwn(values, slug) ? (values[slug] ?? null) : null;

/** Fields whose change has a word of its own. */
const ACTIVITY_TYPES: Readonly<Record<string, ActivityType>> = {
  stageId: "STAGE_CHANGED",
  responsibleUserId: "RESPONSIBLE_CHANGED",
};

const OUTCOME_WORDS: Record<DealStatus, ActivityType> = { won: "DEAL_WON", lost: "DEAL_LOST", open: "DEAL_REOPENED" };

function activityOf(path: string, changes: Change, before: StoredDeal, after: StoredDeal): NewActivity[] {
  const slug = slugOf(path);
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

type EventOf = Pick<NewEvent, "type" | "payload">;

function stageEvents(before: StoredDeal, after: StoredDeal): EventOf[] {
  if (before.stageId === after.stageId) return [];
  const [from, to] = [placeOf(before), placeOf(after)];
  return [
    { type: "stage_left", payload: { ...from, toStageId: after.stageId, toPipelineId: after.pipelineId } },
    { type: "stage_entered", payload: { ...to, fromStageId: before.stageId, fromPipelineId: before.pipelineId } },
  ];
}

function outcomeEvents(before: StoredDeal, after: StoredDeal): EventOf[] {
  if (before.status === after.status) return [];
  const place = { ...placeOf(after), value: after.value, currency: after.currency };
  if (after.status === "won") return [{ type: "deal_won", payload: place }];
  if (after.status === "lost") return [{ type: "deal_lost", payload: { ...place, lostReason: after.lostReason } }];
  return [];
}

/** What scopes and filters of triggers ask first. */
const placeOf = (deal: StoredDeal): JsonObject => ({
  pipelineId: deal.pipelineId,
  stageId: deal.stageId,
  status: deal.status,
  responsibleUserId: deal.responsibleUserId,
});
