import type {
  DealCadence,
  DealChannel,
  DealCompany,
  DealMember,
  DealStage,
  DealTag,
  DealTaskSummary,
} from "@trilho/contract";
import type { JsonObject } from "@trilho/engine/contract";
import type { ActivityType } from "../activities/history.ts";
import type { StoredDeal } from "./model.ts";

/** The person of a deal, as stored. */
export interface CardContact {
  id: string;
  seq: number;
  name: string | null;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  email: string | null;
  instagramUsername: string | null;
  avatarUrl: string | null;
  avatarKey: string | null;
  blocked: boolean;
  optedOutAt: string | null;
}

/** The newest line of a deal's history. */
export interface CardActivity {
  id: string;
  type: ActivityType;
  field: string | null;
  changes: JsonObject | null;
  metadata: JsonObject | null;
  occurredAt: string;
  actorType: string;
  userId: string | null;
  userName: string | null;
  userAvatarUrl: string | null;
  automationId: string | null;
  automationName: string | null;
  apiKeyId: string | null;
}

/** The last message with the contact. */
export interface CardMessages {
  lastMessageAt: string | null;
  lastMessageText: string;
  /** The contact wrote last. */
  replyPending: boolean;
  /** Channels in which there is a conversation. */
  activeChannels: DealChannel[];
}

/** A deal with all that is shown of it. */
export interface DealCard {
  deal: StoredDeal;
  /** Custom values of the fields there are: those of deleted ones are not shown, nor those that were cleared. */
  properties: JsonObject;
  stage: DealStage;
  responsible: DealMember;
  coOwner: DealMember | null;
  contact: CardContact | null;
  company: DealCompany | null;
  tags: DealTag[];
  channelOverride: DealChannel | null;
  /** The workspace's default channel. */
  defaultChannel: DealChannel | null;
  lastActivity: CardActivity | null;
  messages: CardMessages;
  taskSummary: DealTaskSummary | null;
  cadence: DealCadence | null;
}
