import { isObject } from "../contract/json.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import type { KnownTriggerType } from "../contract/triggers.ts";
import { canonical } from "../json/canonical.ts";

/** What happened to a deal, for automations to start from. */
export interface DealEvent {
  readonly type: KnownTriggerType;
  readonly payload: JsonObject;
}

/** What of a deal its events tell. */
export type TellingDeal = Readonly<
  Record<
    "pipelineId" | "stageId" | "status" | "responsibleUserId" | "value" | "currency" | "lostReason" | "source",
    JsonValue
  >
>;

/** What changed of a deal, by field; a custom field as `customFields.<slug>`. */
export type DealChanges = Readonly<Record<string, { from: JsonValue; to: JsonValue }>>;

/**
 * The events of a new deal. It enters its first stage like any other.
 *
 * @example
 * ```ts
 * import { eventsOfNewDeal } from "@trilho/engine/trigger";
 *
 * const place = { pipelineId: "pl_1", stageId: "st_1", status: "open", responsibleUserId: null };
 * const deal = { ...place, value: 10, currency: "BRL", lostReason: null, source: "api" };
 * eventsOfNewDeal(deal).map(({ type }) => type); // ["deal_created", "stage_entered"]
 * ```
 */
export function eventsOfNewDeal(deal: TellingDeal): DealEvent[] {
  return [
    { type: "deal_created", payload: { ...placeOf(deal), source: deal.source, value: deal.value } },
    { type: "stage_entered", payload: { ...placeOf(deal), fromStageId: null, fromPipelineId: null } },
  ];
}

/**
 * The events of a changed deal, in their order; none where nothing changed.
 *
 * @example
 * ```ts
 * import { eventsOfChange } from "@trilho/engine/trigger";
 *
 * const place = { pipelineId: "pl_1", stageId: "st_1", status: "open", responsibleUserId: null };
 * const before = { ...place, value: 10, currency: "BRL", lostReason: null, source: "api" };
 * const changes = { stageId: { from: "st_1", to: "st_2" } };
 * eventsOfChange(before, { ...before, stageId: "st_2" }, changes).map(({ type }) => type);
 * // ["deal_updated", "stage_left", "stage_entered"]
 * ```
 */
export function eventsOfChange(before: TellingDeal, after: TellingDeal, changes: DealChanges): DealEvent[] {
  const fields = Object.keys(changes);
  if (fields.length === 0) return [];
  return [
    { type: "deal_updated", payload: { ...placeOf(after), fields, changes } },
    ...stageEvents(before, after),
    ...outcomeEvents(before, after),
    ...Object.entries(changes).flatMap(([path, change]): DealEvent[] => {
      const fieldSlug = customSlug(path);
      if (fieldSlug === null) return [];
      return [{ type: "custom_field_changed", payload: { ...placeOf(after), fieldSlug, ...change } }];
    }),
  ];
}

const CUSTOM = "customFields.";

/**
 * The slug of a custom field's path among changes; null for fields that every deal has.
 *
 * @example
 * ```ts
 * import { customSlug } from "@trilho/engine/trigger";
 *
 * customSlug("customFields.roof"); // "roof"
 * customSlug("stageId"); // null
 * ```
 */
export const customSlug = (path: string): string | null => (path.startsWith(CUSTOM) ? path.slice(CUSTOM.length) : null);

function stageEvents(before: TellingDeal, after: TellingDeal): DealEvent[] {
  if (before.stageId === after.stageId) return [];
  const [from, to] = [placeOf(before), placeOf(after)];
  return [
    { type: "stage_left", payload: { ...from, toStageId: after.stageId, toPipelineId: after.pipelineId } },
    { type: "stage_entered", payload: { ...to, fromStageId: before.stageId, fromPipelineId: before.pipelineId } },
  ];
}

function outcomeEvents(before: TellingDeal, after: TellingDeal): DealEvent[] {
  if (before.status === after.status) return [];
  const payload = { ...placeOf(after), value: after.value, currency: after.currency };
  if (after.status === "won") return [{ type: "deal_won", payload }];
  return after.status === "lost" ? [{ type: "deal_lost", payload: { ...payload, lostReason: after.lostReason } }] : [];
}

/** What scopes and filters of triggers ask first. */
const placeOf = ({ pipelineId, stageId, status, responsibleUserId }: TellingDeal): JsonObject => ({
  pipelineId,
  stageId,
  status,
  responsibleUserId,
});

/** A deal under the names of the API, as far as its changes are told. */
type ChangingDeal = { readonly [Field in (typeof TOLD_FIELDS)[number]]?: JsonValue } & {
  readonly customFields?: JsonValue;
};

/**
 * What of a deal is another than before: values of the deal, then custom fields, as `customFields.<slug>`.
 *
 * @example
 * ```ts
 * import { dealChanges } from "@trilho/engine/trigger";
 *
 * dealChanges({ value: 10, customFields: {} }, { value: 10, customFields: { roof: "metal" } });
 * // { "customFields.roof": { from: null, to: "metal" } }
 * ```
 */
export function dealChanges(before: ChangingDeal, after: ChangingDeal): DealChanges {
  const told = TOLD_FIELDS.map((field) => [field, before[field] ?? null, after[field] ?? null] as const);
  const [old, now] = [before.customFields ?? {}, after.customFields ?? {}].map((values) =>
    isObject(values) ? values : {},
  );
  const slugs = old === now ? [] : [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])];
  const custom = slugs.map((slug) => [`${CUSTOM}${slug}`, own(old, slug), own(now, slug)] as const);
  const changed = [...told, ...custom].filter(([, from, to]) => from !== to && canonical(from) !== canonical(to));
  return Object.fromEntries(changed.map(([field, from, to]) => [field, { from, to }]));
}

/** Whether a change of one of the values that every deal has is told. */
export const isToldField = (field: string): boolean => TOLD_FIELDS.some((each) => each === field);

const own = (values: object | undefined, slug: string): JsonValue =>
  values !== undefined && Object.hasOwn(values, slug) ? ((values as JsonObject)[slug] ?? null) : null;

/** Of a deal, what people are told of when it changes. `closedAt` follows from the stage. */
const TOLD_FIELDS = [
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
] as const;
