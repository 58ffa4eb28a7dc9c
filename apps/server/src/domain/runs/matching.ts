import { evaluateQuery, nextOpening } from "@trilho/engine";
import type { BusinessHours, Facts, JsonObject, JsonValue, KnownTriggerType, RuleGroup } from "@trilho/engine/contract";
import { isObject } from "../json.ts";
import type { StoredAutomation } from "../model.ts";
import type { StoredEvent } from "./port.ts";

/** Whether an event starts an automation: it listens there, at that time, to such events, of such deals. */
export function isStartedBy(automation: StoredAutomation, event: StoredEvent, facts: Facts): boolean {
  if (!isMeant(automation, event.payload)) return false;
  // Nothing can be asked of a deal that could not be made; its run only says so.
  if (refusalOf(event) !== null) return true;
  return (
    isInScope(automation, event, facts) &&
    isInWindow(automation, event) &&
    (TRIGGER_FILTERS[event.type as KnownTriggerType]?.(automation.triggerConfig ?? {}, event.payload) ?? true) &&
    holds(automation.conditions, facts) &&
    holds(automation.triggerConfig?.["filter"] ?? null, facts)
  );
}

/** Why the deal that an incoming call was to be about could not be made; null for all other events. */
export const refusalOf = ({ type, payload }: StoredEvent): string | null =>
  type === "incoming_webhook" && typeof payload["refusal"] === "string" ? payload["refusal"] : null;

type Payload = Readonly<Record<string, unknown>>;

/** Schedules and incoming calls are for one automation. */
const isMeant = ({ id }: StoredAutomation, { automationId }: Payload): boolean =>
  automationId === undefined || automationId === id;

function isInScope(
  { scope, pipelineId, stageId }: StoredAutomation,
  { dealId, payload }: StoredEvent,
  facts: Facts,
): boolean {
  if (scope === "global") return true;
  // A time, or a call, that is for this automation and about no deal has no place that could be another one.
  if (dealId === null && payload["automationId"] !== undefined) return true;
  const wanted = scope === "stage" ? { name: "stageId", id: stageId } : { name: "pipelineId", id: pipelineId };
  // Where it happened, which may be another place than where the deal is by now.
  return (payload[wanted.name] ?? facts.deal?.[wanted.name] ?? null) === wanted.id;
}

/** An event outside of the window starts nothing. A window that cannot be read lets everything through. */
function isInWindow({ triggerWindow }: StoredAutomation, { createdAt, workspace }: StoredEvent): boolean {
  const days = triggerWindow?.["days"];
  if (triggerWindow === null || !Array.isArray(days) || days.length === 0) return true;
  const own = triggerWindow["timeZone"];
  const timeZone = typeof own === "string" && own !== "" ? own : workspace.timeZone;
  const hours = { ...triggerWindow, timeZone, days: days.flatMap(untilMidnight) };
  const opening = nextOpening(hours as unknown as BusinessHours, createdAt);
  return "error" in opening || opening.opensAt <= createdAt;
}

/** Hours that end before they begin go on into the next day. */
function untilMidnight(row: JsonValue): JsonValue[] {
  if (!isObject(row)) return [row];
  const { weekday, from, to } = row;
  if (typeof weekday !== "number" || typeof from !== "string" || typeof to !== "string" || from <= to) return [row];
  const evening = { ...row, to: "24:00" };
  return to === "00:00" ? [evening] : [evening, { ...row, weekday: (weekday % 7) + 1, from: "00:00" }];
}

function holds(query: JsonValue | object | null, facts: Facts): boolean {
  const rules = query === null ? undefined : (query as Partial<RuleGroup>).rules;
  return !Array.isArray(rules) || rules.length === 0 || evaluateQuery(query as unknown as RuleGroup, facts);
}

type Filter = (config: JsonObject, payload: Payload) => boolean;

/** A choice that was not made fits everything. */
const fits = (chosen: JsonValue | undefined, value: unknown): boolean =>
  chosen === undefined || chosen === null || chosen === "" || chosen === value;

/** One text is a list of one. */
const choices = (chosen: JsonValue | undefined): JsonValue[] =>
  (Array.isArray(chosen) ? chosen : [chosen ?? ""]).filter((choice) => choice !== "");

const fitsOne = (chosen: JsonValue | undefined, values: readonly unknown[]): boolean =>
  choices(chosen).length === 0 || choices(chosen).some((choice) => values.includes(choice));

const tag: Filter = ({ tagIds }, { tagId }) => fitsOne(tagIds, [tagId]);

/** Any of the words, anywhere, without regard to case and accents. */
const keywords: Filter = ({ keywords: words }, { text }) => {
  const said = typeof text === "string" ? plain(text) : "";
  const wanted = choices(words)
    .map((word) => (typeof word === "string" ? plain(word) : null))
    .filter((word) => word !== "");
  return wanted.length === 0 || wanted.some((word) => word !== null && said.includes(word));
};

const plain = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().trim();

/** The setting is a text; the field's value may be a number, yes or no, or one of several. */
function becomes(chosen: JsonValue | undefined, to: unknown): boolean {
  const wanted = written(chosen);
  return fits(chosen, to) || (wanted !== null && [to].flat().some((item) => written(item) === wanted));
}

const written = (value: unknown): string | null =>
  ["string", "number", "boolean"].includes(typeof value) ? String(value) : null;

/** What each trigger's settings let through; the engine's TRIGGER_SCHEMAS name them for people. */
const TRIGGER_FILTERS: Record<KnownTriggerType, Filter> = {
  deal_created: ({ source }, payload) => fits(source, payload["source"]),
  deal_updated: ({ fields }, payload) => fitsOne(fields, Array.isArray(payload["fields"]) ? payload["fields"] : []),
  stage_entered: ({ stageId, fromStageId }, payload) =>
    fits(stageId, payload["stageId"]) && fits(fromStageId, payload["fromStageId"]),
  // The stage of the event is the one that was left.
  stage_left: ({ stageId, toStageId }, payload) =>
    fits(stageId, payload["stageId"]) && fits(toStageId, payload["toStageId"]),
  deal_won: () => true,
  deal_lost: ({ lostReasons }, payload) => fitsOne(lostReasons, [payload["lostReason"]]),
  tag_added: tag,
  tag_removed: tag,
  custom_field_changed: ({ fieldSlug, value }, payload) =>
    fits(fieldSlug, payload["fieldSlug"]) && becomes(value, payload["to"]),
  message_received: (config, payload) => fits(config["channelId"], payload["channelId"]) && keywords(config, payload),
  instagram_comment: (config, payload) =>
    fits(config["channelId"], payload["channelId"]) &&
    fits(config["mediaId"], payload["mediaId"]) &&
    keywords(config, payload),
  task_completed: ({ assigneeUserId }, payload) => fits(assigneeUserId, payload["assigneeUserId"]),
  // What these are meant for, and when, is settled when their event is written.
  deal_idle: () => true,
  schedule: () => true,
  incoming_webhook: () => true,
};
