import type { DealActivity, DealTimelineEntry } from "@trilho/api-client";
import type { Lookup } from "../../document/lookup.ts";
import type { Text } from "../../i18n/use-text.ts";
import { valueText } from "./value-text.ts";

export interface Words {
  t: Text<"deals">;
  names: Lookup;
  locale: string;
}

/** What a line of a deal's history says happened, in a sentence. */
export function activityText(activity: DealActivity, words: Words): string {
  const { t, names } = words;
  const { type, metadata } = activity;
  const told = (key: string): string => textIn(metadata, key) ?? "";
  switch (type) {
    case "STAGE_CHANGED":
      return t("did.STAGE_CHANGED", namedChange(activity, names.stageName));
    case "RESPONSIBLE_CHANGED":
      return t("did.RESPONSIBLE_CHANGED", namedChange(activity, names.userName));
    case "DEAL_LOST":
      return told("lostReason") === "" ? t("did.DEAL_LOST") : t("did.lostBecause", { reason: told("lostReason") });
    case "TAG_ADDED":
    case "TAG_REMOVED":
      return t(`did.${type}`, { name: told("tagName") });
    case "DEAL_CREATED":
    case "DEAL_WON":
    case "DEAL_REOPENED":
    case "NOTE_CREATED":
    case "NOTE_UPDATED":
    case "NOTE_DELETED":
    case "MESSAGE_RECEIVED":
      return t(`did.${type}`);
    case "MESSAGE_SENT":
      return sentText(metadata?.["kept"] === true, t);
    case "TASK_CREATED": {
      const assigneeId = textIn(metadata, "assigneeUserId");
      const assignee = assigneeId === null ? null : names.userName(assigneeId);
      const name = told("title");
      return assignee === null ? t("did.TASK_CREATED", { name }) : t("did.taskCreatedFor", { name, assignee });
    }
    case "TASK_UPDATED":
    case "TASK_COMPLETED":
    case "TASK_DELETED":
    case "MEETING_CREATED":
    case "MEETING_UPDATED":
    case "MEETING_DELETED":
      return t(`did.${type}`, { name: told("title") });
    case "CADENCE_ENROLLED":
    case "CADENCE_TASK_DONE":
    case "CADENCE_STOPPED":
      return t(`did.${type}`, { name: told("cadenceName") });
    case "DEAL_UPDATED":
    case "CUSTOM_FIELD_CHANGED":
      return changeText(activity, words);
    default:
      // The set is open.
      return t("did.other", { type });
  }
}

/** What became of a message that was to be sent: without a provider the outbox keeps it. */
export const sentText = (isKept: boolean, t: Words["t"]): string => t(isKept ? "did.messageKept" : "did.MESSAGE_SENT");

/** The text of a message that came or went; null of all else. */
export const messageIn = ({ type, metadata }: DealActivity): string | null =>
  type === "MESSAGE_SENT" || type === "MESSAGE_RECEIVED" ? textIn(metadata, "text") : null;

/** The text of a message that a step sent and no line tells of, as of a test; null of all else. */
export const sentIn = ({ actionType, ok, config }: NonNullable<DealTimelineEntry["effect"]>): string | null =>
  ok && actionType === "send_whatsapp" ? textIn(config, "text") : null;

/** What a step sent, as a headline; null of what is no message. */
export function sentTitle(effect: NonNullable<DealTimelineEntry["effect"]>, t: Words["t"]): string | null {
  const { actionType, ok, result } = effect;
  const isKept = result?.["provider"] === "outbox";
  if (sentIn(effect) !== null) return sentText(isKept, t);
  if (!ok || actionType !== "send_email") return null;
  return t(isKept ? "did.emailKept" : "did.emailSent", { subject: textIn(result, "subject") ?? "" });
}

const textIn = (holder: DealActivity["metadata"], key: string): string | null => {
  const value = holder?.[key];
  return typeof value === "string" ? value : null;
};

function namedChange({ changes }: DealActivity, nameOf: (id: string) => string | null): { from: string; to: string } {
  const named = (key: string): string => {
    const id = textIn(changes, key);
    return id === null ? "–" : (nameOf(id) ?? id);
  };
  return { from: named("from"), to: named("to") };
}

/** Fields whose values are people's words; all others hold ids, or more than a line. */
const SHOWN: ReadonlySet<string> = new Set([
  "name",
  "value",
  "currency",
  "closeProbability",
  "lostReason",
  "expectedCloseAt",
]);

const FIELDS = [
  "name",
  "value",
  "currency",
  "closeProbability",
  "contactId",
  "companyId",
  "coOwnerUserId",
  "channelId",
  "lostReason",
  "notes",
  "metadata",
  "expectedCloseAt",
] as const;

function changeText({ type, field, changes }: DealActivity, { t, names, locale }: Words): string {
  const isCustom = type === "CUSTOM_FIELD_CHANGED";
  const known = FIELDS.find((each) => each === field);
  const label = isCustom ? (names.fieldName(field ?? "") ?? field ?? "") : known ? t(`field.${known}`) : (field ?? "");
  const shown = (value: unknown): string | null => {
    if (isCustom)
      return valueText(typeof value === "string" ? (names.optionName?.(field ?? "", value) ?? value) : value, locale);
    if (field === "coOwnerUserId" && typeof value === "string") return names.userName(value);
    return SHOWN.has(field ?? "") ? valueText(value, locale) : null;
  };
  const [from, to] = [shown(changes?.["from"]), shown(changes?.["to"])];
  if (from !== null && to !== null) return t("did.changedFromTo", { field: label, from, to });
  if (to !== null) return t("did.set", { field: label, to });
  return from === null ? t("did.changed", { field: label }) : t("did.cleared", { field: label, from });
}
