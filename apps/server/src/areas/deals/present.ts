import { DAY_MS } from "@trilho/engine";
import {
  TRACKING_KEYS,
  type DealContact,
  type DealLastActivity,
  type DealListItem,
  type DealResponse,
  type DealTracking,
} from "@trilho/contract";
import type { JsonObject } from "@trilho/engine/contract";
import { avatarUrlOf, displayNameOf } from "../contacts/model.ts";
import { titleOfActivity } from "./activity-titles.ts";
import type { CardActivity, CardContact, DealCard } from "./card.ts";
import type { StoredDeal } from "./model.ts";

/** Contract, "Deal, summary". */
export const presentDeal = (deal: StoredDeal): DealResponse => ({
  id: deal.id,
  seq: deal.seq,
  name: deal.name,
  contactId: deal.contactId,
  responsibleUserId: deal.responsibleUserId,
  companyId: deal.companyId,
  pipelineId: deal.pipelineId,
  stageId: deal.stageId,
  value: deal.value,
  currency: deal.currency,
  closeProbability: deal.closeProbability,
  source: deal.source,
  status: deal.status,
  coOwnerUserId: deal.coOwnerUserId,
  expectedCloseAt: deal.expectedCloseAt,
  stageChangedAt: deal.stageChangedAt,
  closedAt: deal.closedAt,
  lostReason: deal.lostReason,
  customFields: deal.customFields,
  createdAt: deal.createdAt,
  tracking: presentTracking(deal.tracking),
  ...(deal.isTest && { test: true }),
});

/** What a card is shown with beside itself. */
export interface CardView {
  locale: string;
  /** Unix ms. */
  now: number;
}

/** What a deal's own row says of it. `now` is Unix ms. */
export const presentRow = (deal: StoredDeal, now: number) => ({
  id: deal.id,
  seq: deal.seq,
  name: deal.name,
  value: deal.value,
  currency: deal.currency,
  closeProbability: deal.closeProbability,
  source: deal.source,
  status: deal.status,
  isReturning: deal.isReturning,
  pipelineId: deal.pipelineId,
  stageId: deal.stageId,
  responsibleUserId: deal.responsibleUserId,
  coOwnerUserId: deal.coOwnerUserId,
  lostReason: deal.lostReason,
  notes: deal.notes,
  daysInStage: Math.max(0, Math.floor((now - Date.parse(deal.stageChangedAt)) / DAY_MS)),
  expectedCloseAt: deal.expectedCloseAt,
  closedAt: deal.closedAt,
  returnSignaledAt: deal.returnSignaledAt,
  stageChangedAt: deal.stageChangedAt,
  createdAt: deal.createdAt,
  updatedAt: deal.updatedAt,
  tracking: presentTracking(deal.tracking),
  ...(deal.isTest && { test: true }),
});

/** Contract, "Deal, detailed". */
export const presentCard = (card: DealCard, { locale, now }: CardView): DealListItem =>
  // Assigned, not spread: V8 takes 80 times as long for a literal that begins with so many spread properties.
  Object.assign(presentRow(card.deal, now), {
    tags: card.tags,
    responsible: card.responsible,
    coOwner: card.coOwner,
    lastMessageAt: card.messages.lastMessageAt,
    lastMessageText: card.messages.lastMessageText,
    replyPending: card.messages.replyPending,
    activeChannels: card.messages.activeChannels,
    properties: card.properties,
    channel: card.channelOverride ?? card.defaultChannel,
    channelOverride: card.channelOverride,
    contact: card.contact && presentContact(card.contact),
    stage: card.stage,
    company: card.company,
    cadence: card.cadence,
    taskSummary: card.taskSummary,
    lastActivity: card.lastActivity && presentActivity(card.lastActivity, locale),
  });

const presentTracking = (tracking: JsonObject | null): DealTracking | null =>
  tracking && (Object.fromEntries(TRACKING_KEYS.map((key) => [key, tracking[key] ?? null])) as unknown as DealTracking);

const presentContact = (contact: CardContact): DealContact => ({
  id: contact.id,
  seq: contact.seq,
  displayName: displayNameOf(contact),
  firstName: contact.firstName,
  lastName: contact.lastName,
  phone: contact.phone ?? "",
  email: contact.email,
  instagramUsername: contact.instagramUsername,
  avatarUrl: avatarUrlOf(contact),
  blocked: contact.blocked,
  optedOutAt: contact.optedOutAt,
});

const presentActivity = (activity: CardActivity, locale: string): DealLastActivity => ({
  id: activity.id,
  type: activity.type,
  occurredAt: activity.occurredAt,
  title: titleOfActivity(activity.type, locale, activity.metadata?.["test"] === true),
  body: null,
  meta: { ...activity.metadata, field: activity.field, changes: activity.changes },
  actor: {
    actorType: activity.actorType,
    userId: activity.userId,
    userName: activity.userName,
    userAvatarUrl: activity.userAvatarUrl,
    automationId: activity.automationId,
    automationName: activity.automationName,
    copilotActionId: null,
    apiKeyId: activity.apiKeyId,
  },
});
