import type { AnswerMessageRequest, ConversationMessage } from "@trilho/contract";
import type { Principal } from "../../platform/security/principal.ts";
import {
  done,
  found,
  invalid,
  notFound,
  problem,
  refused,
  type Failure,
  type Outcome,
} from "../../platform/service/outcome.ts";
import type { Inbound, Inbox } from "./inbound.ts";
import type { StoredMessage } from "./model.ts";
import type { ChannelStore, ConversationStore, OutboxEntry, OutboxStore } from "./port.ts";
import { presentMessage } from "./present.ts";
import type { Channel } from "./sender.ts";

/** What a contact does about a message, or what becomes of it. */
export type ContactAnswer =
  | { type: "text"; text: string }
  | { type: "button"; buttonId: string }
  | { type: "reaction"; emoji: string }
  | { type: "delivered" | "read" | "failed" };

/** A message that was kept here instead of being sent. */
export interface KeptMessage {
  message: StoredMessage;
  entry: OutboxEntry;
  channel: Channel;
}

/** The delivery by which the provider would tell of an answer at an instant (Unix ms); null where it would not. */
export type DeliveryOf = (kept: KeptMessage, answer: ContactAnswer, at: number) => Inbound | null;

export interface AnsweringParts {
  store: { conversations: ConversationStore; channels: ChannelStore; outbox: OutboxStore };
  inbox: Inbox;
  deliveryOf: DeliveryOf;
  connected: { meta: boolean };
  /** Unix ms. */
  now: () => number;
}

/** Takes an answer to a message that nobody got, in the way in which a provider's deliveries are taken. */
export async function answerMessage(
  parts: AnsweringParts,
  principal: Principal,
  id: string,
  request: AnswerMessageRequest,
): Promise<Outcome<ConversationMessage>> {
  const { inbox, deliveryOf, now, store } = parts;
  const answer = readAnswer(request);
  if (!answer.ok) return answer;
  const kept = await findKept(parts, principal, id);
  if (!kept.ok) return kept;
  const inbound = deliveryOf(kept.value, answer.value, now());
  if (inbound === null) return refused(invalid([answer.value.type === "button" ? NO_BUTTON : NOT_REPORTED]));
  const { message, channel } = kept.value;
  const { workspaceId, locale, memberId: typedByUserId } = principal;
  const receiver = { workspaceId, locale, channel, typedByUserId, ...(message.isTest && { isTest: true as const }) };
  await inbox.receiveFor(receiver, inbound);
  const after = await store.conversations.message(workspaceId, id);
  return found(after && presentMessage(after), WHAT);
}

function readAnswer({ type, text, buttonId, emoji }: AnswerMessageRequest): Outcome<ContactAnswer> {
  if (type === "text")
    return text === undefined || text.trim() === ""
      ? refused(invalid([problem("text", "is required for a text")]))
      : done({ type, text });
  if (type === "button")
    return buttonId === undefined
      ? refused(invalid([problem("buttonId", "is required for a button")]))
      : done({ type, buttonId });
  if (type === "reaction")
    return emoji === undefined
      ? refused(invalid([problem("emoji", "is required; an empty text takes it back")]))
      : done({ type, emoji });
  return done({ type });
}

async function findKept(
  { store, connected }: AnsweringParts,
  principal: Principal,
  id: string,
): Promise<Outcome<KeptMessage>> {
  const { workspaceId } = principal;
  const message = await store.conversations.message(workspaceId, id);
  const place = { id: message?.conversationId ?? "", phone: null, instagramId: null };
  const isSeen = message !== null && (await store.conversations.find(principal, place)) !== null;
  if (!isSeen) return refused(notFound(WHAT));
  if (message.direction === "inbound") return refused(conflict("The contact wrote this message."));
  const entry = await store.outbox.find(workspaceId, id);
  if (entry === null) return refused(conflict("This message was sent: only its contact can answer it."));
  if (connected.meta && !message.isTest)
    return refused(
      conflict("This message was kept before its channel was connected: now, only its contact can answer."),
    );
  const channel = (await store.channels.list(workspaceId)).find((each) => each.id === message.channelId);
  return channel === undefined
    ? refused(conflict("The channel of this message is gone."))
    : done({ message, entry, channel });
}

const NO_BUTTON = problem("buttonId", "is no button of this message");
const NOT_REPORTED = problem("type", "is nothing that the provider of this channel tells of");
const WHAT = "message";
const conflict = (message: string): Failure => ({ code: "CONFLICT", message });
