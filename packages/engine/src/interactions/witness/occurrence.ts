import { isFilled } from "../../contract/filled.ts";
import type { JsonObject, JsonValue } from "../../contract/json.ts";
import { DEFAULT_IDLE_SECONDS } from "../../contract/trigger-schemas.ts";
import { isIdleTime } from "../../trigger/trigger-problems.ts";
import type { KnownAutomation } from "../model/read-automations.ts";

/** What people or the world do. */
export type OccurrenceType = "create" | "move" | "tag" | "untag" | "set" | "say" | "idle" | "raise";

/**
 * Something that people or the world do to a deal, from which events follow. `asks` are the values that it must have; what
 * is left out may be anything. One occurrence may raise several events: a move leaves one stage and enters another.
 */
export interface Occurrence {
  readonly type: OccurrenceType;
  readonly asks: Readonly<Record<string, JsonValue>>;
}

/** So many choices of one setting are tried. */
const MOST_CHOICES = 3;

/** What starts an automation, the likeliest first. */
export function occurrencesOf({ id, automation, settings }: KnownAutomation): Occurrence[] {
  const { triggerType } = automation;
  const { stageId, fromStageId, toStageId } = settings;
  switch (triggerType) {
    case "deal_created":
      return [occurrence("create", { source: settings["source"] })];
    case "stage_entered": {
      const move = occurrence("move", { to: stageId, from: fromStageId });
      return isFilled(fromStageId) ? [move] : [move, occurrence("create", { stageId })];
    }
    case "stage_left":
      return [occurrence("move", { from: stageId, to: toStageId })];
    case "deal_won":
      return [occurrence("move", { outcome: "won" })];
    case "deal_lost":
      return choices(settings["lostReasons"]).map((lostReason) => occurrence("move", { outcome: "lost", lostReason }));
    case "tag_added": {
      const tags = choices(settings["tagIds"]);
      // A deal that is made with a tag receives it too.
      const made = tags.map((tagId) => occurrence("create", { isTagged: true, tagId }));
      return [...tags.map((tagId) => occurrence("tag", { tagId })), ...made];
    }
    case "tag_removed":
      return choices(settings["tagIds"]).map((tagId) => occurrence("untag", { tagId }));
    case "custom_field_changed":
      return [fieldSet(settings)];
    case "deal_updated":
      return choices(settings["fields"]).flatMap(updateOf);
    case "message_received":
      return choices(settings["keywords"]).map((word) =>
        occurrence("say", { channelId: settings["channelId"], text: word }),
      );
    case "deal_idle": {
      const { idleSeconds } = settings;
      return [occurrence("idle", { seconds: isIdleTime(idleSeconds) ? idleSeconds : DEFAULT_IDLE_SECONDS })];
    }
    default:
      return [occurrence("raise", { event: triggerType, ...raisedWith(id, triggerType, settings) })];
  }
}

function raisedWith(automationId: string, triggerType: string, settings: JsonObject): JsonObject {
  const { channelId, mediaId, keywords, assigneeUserId, forEachDeal } = settings;
  switch (triggerType) {
    case "instagram_comment":
      return plain({ channelId, mediaId, text: choices(keywords)[0] });
    case "task_completed":
      return plain({ assigneeUserId });
    case "schedule":
      return { automationId, ...(forEachDeal !== true && { ofNobody: true }) };
    case "incoming_webhook":
      return { automationId };
    default:
      return {};
  }
}

function fieldSet({ fieldSlug, value }: JsonObject): Occurrence {
  return occurrence("set", { field: isFilled(fieldSlug) ? `customFields.${fieldSlug}` : undefined, value });
}

const MOVED = ["stageId", "pipelineId", "status"];

/** A change of a deal's field: that of its place is a move. */
function updateOf(field: JsonValue | undefined): Occurrence[] {
  if (isFilled(field)) return MOVED.includes(field) ? [occurrence("move", {})] : [occurrence("set", { field })];
  return [occurrence("set", { field: "value" }), occurrence("move", {})];
}

/** Some of what was chosen; where nothing was, one choice that may be anything. */
const choices = (chosen: JsonValue | undefined): (JsonValue | undefined)[] => {
  const listed = [chosen ?? []].flat().filter(isFilled);
  return listed.length === 0 ? [undefined] : listed.slice(0, MOST_CHOICES);
};

function occurrence(type: OccurrenceType, asks: Readonly<Record<string, JsonValue | undefined>>): Occurrence {
  return { type, asks: plain(asks) };
}

/** Without what says nothing. */
const plain = (values: Readonly<Record<string, JsonValue | undefined>>): JsonObject =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      value === undefined || value === null || value === "" ? [] : [[key, value] as const],
    ),
  );

/** One occurrence that is both of two; null where none can be. */
export function merged(one: Occurrence, other: Occurrence): Occurrence | null {
  if (one.type !== other.type) return null;
  const asks = { ...one.asks, ...other.asks };
  const agree = Object.entries(one.asks).every(([key, value]) => asks[key] === value || key === "text");
  if (!agree) return null;
  const { from, to } = asks;
  if (from !== undefined && from === to) return null;
  const words = new Set([one.asks["text"], other.asks["text"]].filter(isFilled));
  return { type: one.type, asks: words.size === 0 ? asks : { ...asks, text: [...words].join(" ") } };
}
