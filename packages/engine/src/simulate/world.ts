import type { ActionType } from "../contract/definition.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import type { Facts, Reply } from "../contract/run.ts";
import { isObject } from "../graph/parts.ts";
import { parseInstant } from "../query/instant.ts";
import { iso } from "./instants.ts";

/** What an action does to the facts that later conditions and messages read. `at` is Unix ms. */
type Change = (facts: Facts, config: JsonObject, at: number, slugs: Readonly<Record<string, string>>) => Facts;

const unchanged: Change = (facts) => facts;

const CHANGES: Record<ActionType, Change> = {
  add_tag: (facts, config) => withDeal(facts, { tagIds: [...new Set([...tagIds(facts), ...texts(config["tagIds"])])] }),
  remove_tag: (facts, config) => {
    const gone = new Set(texts(config["tagIds"]));
    return withDeal(facts, { tagIds: tagIds(facts).filter((id) => !gone.has(id)) });
  },
  move_stage: (facts, { targetStageId }, at) =>
    typeof targetStageId === "string" && targetStageId !== facts.deal?.["stageId"]
      ? withDeal(facts, { stageId: targetStageId, stageChangedAt: iso(at), daysInStage: 0 })
      : facts,
  set_custom_field: (facts, config, _, slugs) => {
    const slug = slugOf(config, slugs);
    if (slug === null) return facts;
    const values = isObject(facts.deal?.["customFields"]) ? facts.deal["customFields"] : {};
    return withDeal(facts, { customFields: { ...values, [slug]: config["value"] ?? null } });
  },
  assign_responsible: (facts, config) => withUser(facts, "responsibleUserId", config),
  add_co_owner: (facts, config) => withUser(facts, "coOwnerUserId", config),
  close_conversation: (facts) => {
    const conversation = isObject(facts["conversation"]) ? facts["conversation"] : {};
    return { ...facts, conversation: { ...conversation, closed: true } };
  },
  send_whatsapp: outbound,
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

/** The facts after an action. `slugs` gives custom-field slugs by id. */
export function afterAction(
  actionType: ActionType,
  facts: Facts,
  config: JsonObject,
  at: number,
  slugs: Readonly<Record<string, string>>,
): Facts {
  return CHANGES[actionType](facts, config, at, slugs);
}

const STAGE = ["deal.stageId", "deal.stageChangedAt", "deal.daysInStage"];

/** The fields that an action may change. */
const WRITES: Partial<Record<ActionType, readonly string[]>> = {
  add_tag: ["deal.tagIds"],
  remove_tag: ["deal.tagIds"],
  move_stage: STAGE,
  set_custom_field: ["deal.customFields"],
  assign_responsible: ["deal.responsibleUserId"],
  add_co_owner: ["deal.coOwnerUserId"],
  close_conversation: ["conversation.closed"],
  send_whatsapp: ["deal.lastMessageAt"],
};

/** The fields that an action may change, by itself or by the reply to it. */
export function writesOf(actionType: ActionType): readonly string[] {
  const own = WRITES[actionType] ?? [];
  return actionType === "send_whatsapp" ? [...own, "message"] : own;
}

/** The facts after the contact answered. */
export function afterReply(facts: Facts, { buttonId, text }: Reply, at: number): Facts {
  const timestamp = iso(at);
  const message = { text: text ?? null, buttonId: buttonId ?? null, direction: "inbound", timestamp };
  return { ...facts, message, deal: { ...facts.deal, lastMessageAt: timestamp } };
}

const DAY_MS = 86_400_000;

/** Lets time pass: `deal.daysInStage` counts whole days from `since`, the instant (Unix ms) the deal entered its stage. */
export function atInstant(facts: Facts, at: number, since: number | null): Facts {
  if (since === null) return facts;
  const daysInStage = daysBetween(since, at);
  return daysInStage === facts.deal?.["daysInStage"] ? facts : { ...facts, deal: { ...facts.deal, daysInStage } };
}

/**
 * When the deal entered its stage, Unix ms: from `stageChangedAt`, unless `daysInStage` says otherwise; null when
 * neither is known.
 */
export function stageSince(facts: Facts, at: number): number | null {
  const { stageChangedAt, daysInStage } = facts.deal ?? {};
  const changed = typeof stageChangedAt === "string" ? (parseInstant(stageChangedAt)?.at ?? null) : null;
  if (typeof daysInStage !== "number" || !Number.isFinite(daysInStage)) return changed;
  return changed !== null && daysBetween(changed, at) === daysInStage ? changed : at - daysInStage * DAY_MS;
}

function daysBetween(from: number, to: number): number {
  return Math.max(0, Math.floor((to - from) / DAY_MS));
}

function outbound(facts: Facts, _: JsonObject, at: number): Facts {
  return { ...facts, deal: { ...facts.deal, lastMessageAt: iso(at) } };
}

function withDeal(facts: Facts, changes: JsonObject): Facts {
  return { ...facts, deal: { ...facts.deal, ...changes } };
}

function withUser(facts: Facts, key: string, { userId }: JsonObject): Facts {
  return typeof userId === "string" && userId !== "" ? withDeal(facts, { [key]: userId }) : facts;
}

function tagIds(facts: Facts): string[] {
  return texts(facts.deal?.["tagIds"]);
}

function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function slugOf({ fieldSlug, fieldId }: JsonObject, slugs: Readonly<Record<string, string>>): string | null {
  if (typeof fieldSlug === "string" && fieldSlug !== "") return fieldSlug;
  if (typeof fieldId !== "string" || fieldId === "") return null;
  return Object.hasOwn(slugs, fieldId) ? (slugs[fieldId] ?? fieldId) : fieldId;
}
