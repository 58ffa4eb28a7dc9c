import { DAY_MS } from "../contract/durations.ts";
import { isFilled } from "../contract/filled.ts";
import { isObject } from "../contract/json.ts";
import type { ActionType } from "../contract/definition.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import type { Facts, Reply } from "../contract/run.ts";
import type { Catalogue, WorkspaceStage } from "../contract/scenario.ts";
import { CUSTOM_FIELD_PREFIX } from "../contract/fields.ts";
import { asTyped } from "../query/compare.ts";
import { fieldPath, readField } from "../query/fields.ts";
import { parseInstant } from "../query/instant.ts";
import { iso } from "./instants.ts";

/** Where facts are kept, by field. */
export interface FactStore {
  get(field: string): JsonValue;
  set(field: string, value: JsonValue): void;
  /** Sets an instant (Unix ms), which reads as ISO 8601. */
  setInstant(field: string, at: number): void;
  /** Whether anything of a field is kept at all. */
  keeps(field: string): boolean;
}

/** Facts as an object; each change makes another. */
export class FactsObject implements FactStore {
  facts: Facts;

  constructor(facts: Facts) {
    this.facts = facts;
  }

  get(field: string): JsonValue {
    return readField(this.facts, field);
  }

  set(field: string, value: JsonValue): void {
    this.facts = withPath(this.facts as JsonObject, fieldPath(field), 0, value);
  }

  setInstant(field: string, at: number): void {
    this.set(field, iso(at));
  }

  keeps(): boolean {
    return true;
  }
}

/** An object with something on a path changed; a computed key may be `__proto__`. */
export function withPath(holder: JsonObject, path: readonly string[], from: number, value: JsonValue): JsonObject {
  const key = path[from] ?? "";
  if (from >= path.length - 1) return { ...holder, [key]: value };
  const inner = Object.hasOwn(holder, key) ? holder[key] : undefined;
  return { ...holder, [key]: withPath(isObject(inner) ? inner : {}, path, from + 1, value) };
}

/** What an action does to the facts that later conditions and messages read. `at` is Unix ms. */
type Change = (facts: FactStore, config: JsonObject, at: number, catalogue: Catalogue) => void;

const unchanged: Change = () => undefined;

const CHANGES: Record<ActionType, Change> = {
  add_tag: (facts, { tagIds = [] }) => {
    facts.set(TAGS, [...new Set([...texts(facts.get(TAGS)), ...texts(tagIds)])].toSorted());
  },
  remove_tag: (facts, { tagIds = [] }) => {
    const gone = new Set(texts(tagIds));
    facts.set(
      TAGS,
      texts(facts.get(TAGS)).filter((id) => !gone.has(id)),
    );
  },
  move_stage: (facts, { targetStageId, lostReason }, at, { stages }) => {
    if (typeof targetStageId !== "string") return;
    if (targetStageId !== facts.get("deal.stageId")) {
      facts.set("deal.stageId", targetStageId);
      facts.setInstant(STAGE_CHANGED, at);
      facts.set(DAYS_IN_STAGE, 0);
    }
    settleStage(facts, stages, lostReason || facts.get(LOST_REASON));
  },
  set_custom_field: (facts, config, _, { fieldSlugs = {}, fieldTypes = {} }) => {
    const slug = slugOf(config, fieldSlugs);
    if (slug !== null) facts.set(CUSTOM_FIELD_PREFIX + slug, asTyped(config["value"] ?? null, fieldTypes[slug]));
  },
  assign_responsible: (facts, config) => setUser(facts, "deal.responsibleUserId", config),
  add_co_owner: (facts, config) => setUser(facts, "deal.coOwnerUserId", config),
  close_conversation: (facts) => facts.set("conversation.closed", true),
  send_whatsapp: (facts, _, at) => facts.setInstant(LAST_MESSAGE, at),
  send_email: unchanged,
  reply_instagram_comment: unchanged,
  send_instagram_private_reply: unchanged,
  hide_instagram_comment: unchanged,
  webhook: unchanged,
  wait: unchanged,
  create_task: unchanged,
  create_lead: unchanged,
  create_calendar_event: unchanged,
  send_meta_conversion: unchanged,
  cia_deal_analysis: unchanged,
  stop_automations: unchanged,
};

/** Pipeline, status and reason follow from the stage where that is known. */
export function settleStage(facts: FactStore, stages: Catalogue["stages"], lostReason: JsonValue): void {
  const stageId = facts.get("deal.stageId");
  const stage = stages?.find(({ id }) => id === stageId);
  if (stage === undefined) return;
  const { pipelineId, status } = placeOf(stage);
  facts.set("deal.pipelineId", pipelineId);
  facts.set("deal.status", status);
  facts.set(LOST_REASON, status === "lost" ? lostReason : null);
}

/** Where a deal in a stage is, and how it stands. */
export const placeOf = ({ pipelineId, isWon, isLost }: WorkspaceStage) => ({
  pipelineId,
  status: isWon === true ? "won" : isLost === true ? "lost" : "open",
});

const TAGS = "deal.tagIds";
const LOST_REASON = "deal.lostReason";
const LAST_MESSAGE = "deal.lastMessageAt";
const STAGE_CHANGED = "deal.stageChangedAt";
const DAYS_IN_STAGE = "deal.daysInStage";

/** What time changes, by itself and with a change of stage. */
export const BY_TIME: readonly string[] = [DAYS_IN_STAGE, STAGE_CHANGED];

/** Lets an action change facts. */
export function changeByAction(
  actionType: ActionType,
  facts: FactStore,
  config: JsonObject,
  at: number,
  catalogue: Catalogue,
): void {
  CHANGES[actionType](facts, config, at, catalogue);
}

/** The facts after an action. */
export function afterAction(
  actionType: ActionType,
  facts: Facts,
  config: JsonObject,
  at: number,
  catalogue: Catalogue,
): Facts {
  const changed = new FactsObject(facts);
  changeByAction(actionType, changed, config, at, catalogue);
  return changed.facts;
}

/** The fields that an action may change. */
const WRITES: Partial<Record<ActionType, readonly string[]>> = {
  add_tag: [TAGS],
  remove_tag: [TAGS],
  move_stage: ["deal.stageId", "deal.pipelineId", "deal.status", LOST_REASON, ...BY_TIME],
  set_custom_field: ["deal.customFields"],
  assign_responsible: ["deal.responsibleUserId"],
  add_co_owner: ["deal.coOwnerUserId"],
  close_conversation: ["conversation.closed"],
  send_whatsapp: [LAST_MESSAGE],
};

/** The fields that an action may change, by itself or by the reply to it. */
export function writesOf(actionType: ActionType): readonly string[] {
  const own = WRITES[actionType] ?? [];
  return actionType === "send_whatsapp" ? [...own, "message"] : own;
}

/** The facts after the contact answered. */
export function afterReply(facts: Facts, reply: Reply, at: number): Facts {
  const changed = new FactsObject(facts);
  changeByReply(changed, reply, at);
  return changed.facts;
}

/** Lets the contact's answer change facts. */
export function changeByReply(facts: FactStore, { buttonId, text }: Reply, at: number): void {
  if (facts.keeps("message")) {
    const timestamp = iso(at);
    facts.set("message", { text: text ?? null, buttonId: buttonId ?? null, direction: "inbound", timestamp });
  }
  changeByMessage(facts, at);
}

/** Lets what the contact writes change facts, where it answers nothing. */
export function changeByMessage(facts: FactStore, at: number): void {
  facts.setInstant(LAST_MESSAGE, at);
}

/** Lets time pass: `deal.daysInStage` counts whole days from `since`, the instant (Unix ms) the deal entered its stage. */
export function atInstant(facts: Facts, at: number, since: number | null): Facts {
  const changed = new FactsObject(facts);
  changeByTime(changed, at, since);
  return changed.facts;
}

/** Lets time change facts, as `atInstant` does. */
export function changeByTime(facts: FactStore, at: number, since: number | null): void {
  if (since === null) return;
  const days = daysBetween(since, at);
  if (days !== facts.get(DAYS_IN_STAGE)) facts.set(DAYS_IN_STAGE, days);
}

/**
 * When the deal entered its stage, Unix ms: from `stageChangedAt`, unless `daysInStage` says otherwise; null when
 * neither is known.
 */
export function stageSince(facts: Facts, at: number): number | null {
  return sinceOf(new FactsObject(facts), at);
}

/** What `stageSince` says. */
export function sinceOf(facts: FactStore, at: number): number | null {
  const stageChangedAt = facts.get(STAGE_CHANGED);
  const daysInStage = facts.get(DAYS_IN_STAGE);
  const changed = typeof stageChangedAt === "string" ? (parseInstant(stageChangedAt)?.at ?? null) : null;
  if (typeof daysInStage !== "number" || !Number.isFinite(daysInStage)) return changed;
  return changed !== null && daysBetween(changed, at) === daysInStage ? changed : at - daysInStage * DAY_MS;
}

function daysBetween(from: number, to: number): number {
  return Math.max(0, Math.floor((to - from) / DAY_MS));
}

function setUser(facts: FactStore, field: string, { userId }: JsonObject): void {
  if (isFilled(userId)) facts.set(field, userId);
}

function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function slugOf({ fieldSlug, fieldId }: JsonObject, slugs: Readonly<Record<string, string>>): string | null {
  if (isFilled(fieldSlug)) return fieldSlug;
  if (!isFilled(fieldId)) return null;
  return Object.hasOwn(slugs, fieldId) ? (slugs[fieldId] ?? fieldId) : fieldId;
}
