import type { ChannelKind } from "./sender.ts";
import { countryOf, normalisePhone } from "../../platform/service/phone.ts";
import type { StoredContact } from "../contacts/model.ts";
import type { MessageContent, ReceivingChannel } from "./model.ts";
import { optOutKeyword } from "./opt-out.ts";
import type {
  MessageEdit,
  NewComment,
  NewIncoming,
  StatusUpdate,
  ChannelStore,
  ConversationStore,
  Undelivered,
} from "./port.ts";
import type { Atomic } from "../../platform/service/atomic.ts";

/** The sender, by the provider's id and what else it sends. */
export interface InboundSender {
  externalId: string;
  name: string | null;
  username: string | null;
}

/** A message as a provider delivers it. */
export interface InboundMessage extends MessageContent {
  from: InboundSender;
  externalId: string;
  /** ISO 8601. */
  sentAt: string;
  recipientPhone: string | null;
  quotedExternalId: string | null;
  isEcho: boolean;
  reply: NewIncoming["reply"];
  /** A file to copy, of a message with `media`: by its id at the provider, or by its address. */
  file: { providerMediaId: string | null; url: string | null } | null;
}

/** What a provider delivers, and to which of our senders. */
export type Inbound = { channelKind: ChannelKind; receiver: string } & (
  | { type: "message"; message: InboundMessage }
  | { type: "status"; update: StatusUpdate }
  | { type: "read"; externalId: string; at: string }
  | { type: "edit"; externalId: string; edit: MessageEdit }
  | { type: "comment"; from: InboundSender; comment: Omit<NewComment, "channel" | "contactId" | "username"> }
);

export interface Inbox {
  /**
   * Takes in one thing that a provider delivered, for every workspace with that sender; what is known already changes
   * nothing. Answers for how many channels it was, and whether there is media to copy.
   */
  receive(inbound: Inbound): Promise<{ channels: number; hasMedia: boolean }>;
  /** The same for one channel, whichever sender the delivery names. */
  receiveFor(receiver: ReceivingChannel, inbound: Inbound): Promise<void>;
}

/** What is done in the transaction that saves an answer: a reply and what its time brings about cannot both win. */
export type Answered<Stores> = (inside: Stores, workspaceId: string, answer: InboundAnswer) => Promise<void>;

/** What is done in the transaction that saves what a provider delivered. */
export interface Hearing<Stores> {
  answered: Answered<Stores>;
  /** A message did not arrive, though the provider had taken it. */
  undelivered(inside: Stores, workspaceId: string, message: Undelivered): Promise<void>;
}

/** What a contact wrote, and the provider's id of the message that it refers to. */
export interface InboundAnswer {
  contactId: string;
  quotedExternalId: string | null;
  /** Given in a test: runs that are none do not hear it. */
  isTest: boolean;
  content: { buttonId?: string; text?: string };
}

interface InboxStores {
  channels: ChannelStore;
  conversations: ConversationStore;
}

export function createInbox<Stores extends InboxStores>(store: Atomic<Stores>, hearing: Hearing<Stores>): Inbox {
  const receiveFor: Inbox["receiveFor"] = (receiver, inbound) =>
    store.transaction(async (inside) => {
      const { workspaceId } = receiver;
      await ACTS[inbound.type](inside, receiver, inbound as never, {
        answered: (answer) => hearing.answered(inside, workspaceId, answer),
        undelivered: (message) => hearing.undelivered(inside, workspaceId, message),
      });
    });
  return {
    receiveFor,
    async receive(inbound) {
      const receivers = await store.channels.receiving(inbound.channelKind, inbound.receiver);
      for (const receiver of receivers) await receiveFor(receiver, inbound);
      const hasMedia = inbound.type === "message" && inbound.message.file !== null;
      return { channels: receivers.length, hasMedia };
    },
  };
}

interface HearingHere {
  answered(answer: InboundAnswer): Promise<void>;
  undelivered(message: Undelivered): Promise<void>;
}
type OfType<Type> = Extract<Inbound, { type: Type }>;

/** What is done with each kind of delivery. */
const ACTS: {
  [Type in Inbound["type"]]: (
    store: InboxStores,
    receiver: ReceivingChannel,
    inbound: OfType<Type>,
    hearing: HearingHere,
  ) => Promise<unknown>;
} = {
  message: (store, receiver, { message }, hearing) => takeMessage(store, receiver, message, hearing),
  async status({ conversations }, { workspaceId }, { update }, hearing) {
    const failed = await conversations.applyStatus(workspaceId, update);
    if (failed !== null) await hearing.undelivered(failed);
  },
  read: ({ conversations }, { workspaceId }, { externalId, at }) =>
    conversations.applyStatus(workspaceId, { externalId, messageId: null, status: "read", failure: null, at }),
  edit: ({ conversations }, { workspaceId }, { externalId, edit }) => conversations.edit(workspaceId, externalId, edit),
  async comment(store, receiver, { from, comment }) {
    const contact = await contactOf(store, receiver, from);
    const { channel, workspaceId } = receiver;
    const known = { ...comment, channel, contactId: contact.id, username: from.username };
    return contact.blocked ? false : store.conversations.addComment(workspaceId, known);
  },
};

async function takeMessage(
  store: InboxStores,
  receiver: ReceivingChannel,
  message: InboundMessage,
  { answered }: HearingHere,
): Promise<void> {
  const { workspaceId, channel, isTest = false, typedByUserId } = receiver;
  const { conversations } = store;
  const { from, file, media, ...rest } = message;
  const contact = await contactOf(store, receiver, from);
  const saved = await conversations.addIncoming(workspaceId, {
    ...rest,
    media,
    contact,
    channel,
    isTest,
    ...(typedByUserId !== undefined && { typedByUserId }),
    senderPhone: contact.phone,
    asset: file &&
      media && {
        mediaType: media.mediaType,
        contentType: media.contentType,
        filename: media.filename,
        createdBy: null,
        source: { channelId: channel.id, ...file },
      },
  });
  // As in the history: a reaction is no answer, and neither is what a blocked contact writes.
  const isAnswer = !message.isEcho && message.type !== "reaction" && !contact.blocked;
  if (saved !== null && isAnswer) await answered({ ...answerOf(contact.id, message), isTest });
  const keyword = saved === null || message.isEcho || isTest ? null : optOutKeyword(message.body);
  if (keyword !== null) await conversations.contacts.optOut(workspaceId, contact.id, keyword, channel.kind);
}

const answerOf = (
  contactId: string,
  { reply, body, quotedExternalId }: InboundMessage,
): Omit<InboundAnswer, "isTest"> => ({
  contactId,
  quotedExternalId,
  content: { ...(reply !== null && { buttonId: reply.id }), ...(body !== "" && { text: body }) },
});

/** WhatsApp's ids are phones; Instagram's are ids and nothing else. */
function contactOf(
  { conversations }: InboxStores,
  { workspaceId, locale, channel }: ReceivingChannel,
  { externalId, name, username }: InboundSender,
): Promise<StoredContact> {
  const phone = channel.kind === "whatsapp" ? normalisePhone(`+${externalId}`, countryOf(locale)) : null;
  return conversations.contacts.byIdentity(workspaceId, channel.kind, externalId, {
    name,
    instagramUsername: username,
    ...(phone !== null && { phone }),
  });
}
