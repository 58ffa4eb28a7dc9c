import { Type } from "typebox";
import { dateTime, looseObject, madeByTest, nullable, oneOf } from "../schema.ts";

/** Contract, "Deal status". */
export const DEAL_STATUSES = ["open", "won", "lost"] as const;
export const DealStatus = oneOf(DEAL_STATUSES);

/** Where a deal came from, as advertising and analytics tools tell it. */
export const TRACKING_KEYS = [
  "utmContent",
  "utmMedium",
  "utmCampaign",
  "utmSource",
  "utmTerm",
  "utmReferrer",
  "referrer",
  "gclientid",
  "gclid",
  "fbclid",
  "metaLeadId",
  "fbp",
  "fbc",
  "clientIpAddress",
  "clientUserAgent",
  "ctwaClid",
] as const;

/** As it is read: every key, null where nothing is known. */
export const DealTracking = Type.Object(Object.fromEntries(TRACKING_KEYS.map((key) => [key, nullable(Type.String())])));

/** Contract, "Deal, summary". */
export const DealResponse = Type.Object({
  id: Type.String(),
  seq: Type.Integer(),
  name: Type.String(),
  contactId: nullable(Type.String()),
  responsibleUserId: Type.String(),
  companyId: nullable(Type.String()),
  pipelineId: Type.String(),
  stageId: Type.String(),
  value: Type.Number(),
  currency: Type.String(),
  closeProbability: Type.Integer(),
  source: Type.String(),
  status: DealStatus,
  coOwnerUserId: nullable(Type.String()),
  expectedCloseAt: nullable(dateTime()),
  stageChangedAt: dateTime(),
  closedAt: nullable(dateTime()),
  lostReason: nullable(Type.String()),
  customFields: looseObject(),
  createdAt: dateTime(),
  tracking: nullable(DealTracking),
  test: madeByTest(),
});

/** A tag as deals show it. */
export const DealTag = Type.Object({ id: Type.String(), name: Type.String(), color: Type.String() });

/** A member in charge of a deal. */
export const DealMember = Type.Object({ userId: Type.String(), name: nullable(Type.String()) });

/** A channel to the contact. `kind` is whatsapp, instagram or email. */
export const DealChannel = Type.Object({ id: Type.String(), kind: Type.String(), name: Type.String() });

export const DealContact = Type.Object({
  id: Type.String(),
  seq: Type.Integer(),
  displayName: Type.String(),
  firstName: nullable(Type.String()),
  lastName: nullable(Type.String()),
  phone: Type.String(),
  email: nullable(Type.String()),
  instagramUsername: nullable(Type.String()),
  avatarUrl: nullable(Type.String()),
  blocked: Type.Boolean(),
  optedOutAt: nullable(dateTime()),
});

export const DealStage = Type.Object({
  id: Type.String(),
  seq: Type.Integer(),
  order: Type.Integer(),
  name: Type.String(),
  color: Type.String(),
  isWon: Type.Boolean(),
  isLost: Type.Boolean(),
});

export const DealCompany = Type.Object({
  id: Type.String(),
  name: Type.String(),
  domain: nullable(Type.String()),
  cnpj: nullable(Type.String()),
  industry: nullable(Type.String()),
  website: nullable(Type.String()),
  logoUrl: nullable(Type.String()),
});

/** The cadence a deal is enrolled in. */
export const DealCadence = Type.Object({ id: Type.String(), name: Type.String(), pipelineId: Type.String() });

export const DealNextTask = Type.Object({
  id: Type.String(),
  title: Type.String(),
  dueAt: nullable(dateTime()),
  assigneeUserId: Type.Optional(Type.String()),
  categoryName: nullable(Type.String()),
  categoryColor: nullable(Type.String()),
});

export const DealTaskSummary = Type.Object({
  pendingCount: Type.Integer(),
  overdueCount: Type.Integer(),
  nextTask: nullable(DealNextTask),
});

export const DealActivityActor = Type.Object({
  actorType: Type.String(),
  userId: nullable(Type.String()),
  userName: nullable(Type.String()),
  userAvatarUrl: nullable(Type.String()),
  automationId: nullable(Type.String()),
  automationName: nullable(Type.String()),
  copilotActionId: nullable(Type.String()),
  apiKeyId: nullable(Type.String()),
});

/** What happened last with a deal, ready to be shown. */
export const DealLastActivity = Type.Object({
  id: Type.String(),
  type: Type.String(),
  occurredAt: dateTime(),
  title: Type.String(),
  body: nullable(Type.String()),
  meta: looseObject(),
  actor: nullable(DealActivityActor),
});

/** Contract, "Deal, detailed". `channel` is where messages go: the override, else the workspace's default channel. */
export const DealListItem = Type.Object({
  id: Type.String(),
  seq: Type.Integer(),
  name: Type.String(),
  value: Type.Number(),
  currency: Type.String(),
  closeProbability: Type.Integer(),
  source: Type.String(),
  status: DealStatus,
  isReturning: Type.Boolean(),
  pipelineId: Type.String(),
  stageId: Type.String(),
  responsibleUserId: Type.String(),
  coOwnerUserId: nullable(Type.String()),
  lostReason: nullable(Type.String()),
  notes: nullable(Type.String()),
  daysInStage: Type.Integer(),
  tags: Type.Array(DealTag),
  responsible: DealMember,
  coOwner: nullable(DealMember),
  activeChannels: Type.Array(DealChannel),
  lastMessageAt: nullable(dateTime()),
  lastMessageText: Type.String(),
  replyPending: Type.Boolean(),
  properties: looseObject(),
  channel: nullable(DealChannel),
  channelOverride: nullable(DealChannel),
  contact: nullable(DealContact),
  stage: nullable(DealStage),
  company: nullable(DealCompany),
  expectedCloseAt: nullable(dateTime()),
  closedAt: nullable(dateTime()),
  returnSignaledAt: nullable(dateTime()),
  stageChangedAt: dateTime(),
  createdAt: dateTime(),
  updatedAt: dateTime(),
  tracking: nullable(DealTracking),
  cadence: nullable(DealCadence),
  taskSummary: nullable(DealTaskSummary),
  lastActivity: nullable(DealLastActivity),
  test: madeByTest(),
});
