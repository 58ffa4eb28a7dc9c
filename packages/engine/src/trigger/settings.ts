import type { JsonObject, JsonValue } from "../contract/json.ts";
import type { KnownTriggerType } from "../contract/triggers.ts";
import { hasKeyword } from "./keywords.ts";

export type Payload = Readonly<Record<string, unknown>>;
type Fits = (config: JsonObject, payload: Payload) => boolean;

/** A choice that was not made fits everything. */
const fits = (chosen: JsonValue | undefined, value: unknown): boolean =>
  chosen === undefined || chosen === null || chosen === "" || chosen === value;

/** One text is a list of one. */
const choices = (chosen: JsonValue | undefined): JsonValue[] =>
  (Array.isArray(chosen) ? chosen : [chosen ?? ""]).filter((choice) => choice !== "");

const fitsOne = (chosen: JsonValue | undefined, values: readonly unknown[]): boolean =>
  choices(chosen).length === 0 || choices(chosen).some((choice) => values.includes(choice));

const tag: Fits = ({ tagIds }, { tagId }) => fitsOne(tagIds, [tagId]);

/** What is no word is in no text. */
const keywords: Fits = ({ keywords: words }, { text }) => {
  const wanted = choices(words);
  const known = wanted.filter((word) => typeof word === "string");
  if (known.length === 0) return wanted.length === 0;
  return hasKeyword(typeof text === "string" ? text : "", known);
};

/** The setting is a text; the field's value may be a number, yes or no, or one of several. */
function becomes(chosen: JsonValue | undefined, to: unknown): boolean {
  const wanted = written(chosen);
  return fits(chosen, to) || (wanted !== null && [to].flat().some((item) => written(item) === wanted));
}

const written = (value: unknown): string | null =>
  ["string", "number", "boolean"].includes(typeof value) ? String(value) : null;

const FITS: Readonly<Record<KnownTriggerType, Fits>> = {
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

/** What each trigger's settings let through; TRIGGER_SCHEMAS name them for people. */
export const settingsFit = (type: string, config: JsonObject, payload: Payload): boolean =>
  !Object.hasOwn(FITS, type) || FITS[type as KnownTriggerType](config, payload);
