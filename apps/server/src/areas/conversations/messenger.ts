import type { SendMessageRequest } from "@trilho/contract";
import { failureReason, type FailureReason } from "@trilho/engine/failures";
import { LOST, notSent, type Channel, type Sender, type Sent } from "./sender.ts";
import type { StoredContact } from "../contacts/model.ts";
import { isTest, type Actor } from "../activities/history.ts";
import type { Viewer } from "../../platform/security/principal.ts";
import {
  done,
  invalid,
  notFound,
  problem,
  refused,
  type Failure,
  type Outcome,
  type Problem,
} from "../../platform/service/outcome.ts";
import { contentOf, isMedia, problemsOfType, typeOf } from "./message-types.ts";
import type { StoredAsset, StoredMessage } from "./model.ts";
import { problemsOfKind, toOutgoing } from "./outgoing.ts";
import { chooseChannel, noChannel, readRecipient, type Recipient } from "./recipient.ts";
import type { Atomic } from "../../platform/service/atomic.ts";
import type { FileStore } from "../../platform/service/files.ts";
import type { ConversationStore, ChannelStore } from "./port.ts";

/** On whose behalf a message is sent. */
export interface MessageAuthor {
  viewer: Viewer;
  mode: "live" | "test";
  /** BCP 47: where phones without a country code are from. */
  locale: string;
  actor: Actor;
  sentByUserId: string | null;
  origin: "api" | "app" | "automation" | "agent" | "cadence";
  /** What to call the origin: an automation's name. */
  originLabel: string | null;
}

/** The saved message and the response of the provider. A message that was sent before is returned as it was. */
export interface SentMessage {
  message: StoredMessage;
  sent: Sent;
}

export interface Messenger {
  /**
   * Sends one message and saves it, whatever becomes of it: a provider's refusal is the message's `failed`, not a
   * refusal of the request. With a key, every attempt is at the same saved message, and what was accepted is not sent
   * again. Not to be called within a transaction: the provider may take its time.
   */
  send(author: MessageAuthor, request: SendMessageRequest, idempotencyKey?: string): Promise<Outcome<SentMessage>>;
}

/** Everything that was looked up for a message. */
interface Plan {
  channel: Channel;
  recipient: Recipient;
  asset: StoredAsset | null;
}

type MessengerStores = Atomic<{ conversations: ConversationStore; channels: ChannelStore; files: FileStore }>;

/** `onError` hears of what was sent and could not be recorded. */
export function createMessenger(store: MessengerStores, sender: Sender, onError: (error: unknown) => void): Messenger {
  const { conversations } = store;

  async function plan({ viewer, locale }: MessageAuthor, request: SendMessageRequest): Promise<Outcome<Plan>> {
    const recipient = readRecipient(request.to, locale);
    const problems: Problem[] = [
      ...(recipient === null ? [NO_RECIPIENT] : problemsOfKind(recipient.kind, request)),
      ...problemsOfType(request),
    ];
    const choice = chooseChannel(await store.channels.list(viewer.workspaceId), {
      kind: recipient?.kind ?? "whatsapp",
      channelId: request.channelId || null,
      senderPhoneNumberId: request.senderPhoneNumberId || null,
    });
    if (!choice.ok && choice.problem !== null) problems.push(choice.problem);
    const asset =
      isMedia(request) && request.mediaAssetId ? await conversations.assets.find(viewer, request.mediaAssetId) : null;
    if (isMedia(request) && request.mediaAssetId && asset?.status !== "READY") problems.push(NO_ASSET);
    if (problems.length > 0 || recipient === null) return refused(invalid(firstOfEach(problems)));
    if (!choice.ok) return refused(noChannel(recipient.kind));
    return done({ recipient, channel: choice.channel, asset });
  }

  async function contactOf(author: MessageAuthor, recipient: Recipient): Promise<StoredContact | null> {
    const { viewer, sentByUserId } = author;
    const { contacts } = conversations;
    const known =
      recipient.kind === "whatsapp"
        ? await contacts.findByPhone(viewer.workspaceId, recipient.phone)
        : await contacts.findByIdentity(viewer.workspaceId, "instagram", recipient.instagramId);
    if (known !== null) return (await contacts.isVisible(viewer, known.id)) ? known : null;
    // Nobody can be written to on Instagram who did not write first.
    if (recipient.kind === "instagram") return null;
    return contacts.byPhone(viewer.workspaceId, recipient.phone, null, sentByUserId);
  }

  /** The message that is quoted or reacted to, which must be of the same conversation. */
  async function referred(author: MessageAuthor, contactId: string, field: string, id: string) {
    const { viewer } = author;
    const message = await conversations.message(viewer.workspaceId, id);
    const conversationId = message?.conversationId ?? "";
    const conversation = await conversations.find(viewer, { id: conversationId, phone: null, instagramId: null });
    return message !== null && conversation?.contact.id === contactId
      ? done(message)
      : refused(invalid([problem(field, "is not a message of this conversation")]));
  }

  async function save(
    author: MessageAuthor,
    request: SendMessageRequest,
    { channel, recipient, asset }: Plan,
    contact: StoredContact,
    quoted: StoredMessage | null,
    idempotencyKey: string | null,
    earlier: StoredMessage | null,
  ): Promise<StoredMessage | null> {
    const { workspaceId } = author.viewer;
    return store.transaction(async ({ conversations: inside }) => {
      const message = {
        ...contentOf(request, asset),
        conversationId: await inside.open(workspaceId, contact.id, channel.id),
        contactId: contact.id,
        channelId: channel.id,
        idempotencyKey,
        assetId: asset?.id ?? null,
        senderPhone: null,
        recipientPhone: recipient.kind === "whatsapp" ? recipient.phone : null,
        quotedMessageId: quoted?.id ?? null,
        sentByUserId: author.sentByUserId,
        origin: author.origin,
        originLabel: author.originLabel,
        isTest: isTest(author.actor),
      };
      return inside.addOutgoing(workspaceId, message, earlier?.id ?? null);
    });
  }

  const record = (...known: Parameters<ConversationStore["recordSent"]>) =>
    conversations.recordSent(...known).catch((error: unknown) => void onError(error));

  async function fileOf(workspaceId: string, asset: StoredAsset | null) {
    return asset?.fileKey ? store.files.read(workspaceId, asset.fileKey) : null;
  }

  /** Another attempt is at this very message. */
  async function beingSent(workspaceId: string, idempotencyKey: string): Promise<Outcome<SentMessage>> {
    const message = await conversations.messageByKey(workspaceId, idempotencyKey);
    return message === null ? refused(notFound("message")) : done({ message, sent: BEING_SENT });
  }

  return {
    async send(author, request, idempotencyKey) {
      const { workspaceId } = author.viewer;
      const earlier =
        idempotencyKey === undefined ? null : await conversations.messageByKey(workspaceId, idempotencyKey);
      if (earlier !== null && earlier.externalId !== null && earlier.status !== "failed")
        return done(asSent(earlier, earlier.externalId));
      const planned = await plan(author, request);
      if (!planned.ok) return planned;
      const { channel, recipient, asset } = planned.value;
      const contact = await contactOf(author, recipient);
      if (contact === null) return refused(NO_CONTACT);

      const quoted = request.quotedMessageId
        ? await referred(author, contact.id, "quotedMessageId", request.quotedMessageId)
        : done(null);
      if (!quoted.ok) return quoted;
      const target =
        typeOf(request) === "reaction"
          ? await referred(author, contact.id, "content.messageId", String(request.content?.["messageId"]))
          : done(null);
      if (!target.ok) return target;

      const key = idempotencyKey ?? null;
      const message = await save(author, request, planned.value, contact, quoted.value, key, earlier);
      if (message === null) return beingSent(workspaceId, idempotencyKey ?? "");
      const file = await fileOf(workspaceId, asset);
      const outgoing = toOutgoing({ request, channel, recipient, quoted: quoted.value, target: target.value, file });
      const sent = await sender.send(
        { workspaceId, mode: author.mode, idempotencyKey: message.id, contactId: contact.id },
        outgoing,
      );
      const recorded = await record(workspaceId, message.id, author.actor, sent);
      // Deleted meanwhile, with its contact, or not to be recorded: what was sent stays sent, and nobody is to send it anew.
      return done({ message: recorded ?? { ...message, externalId: sent.ok ? sent.externalId : null }, sent });
    },
  };
}

/**
 * What is known of a message that a process which is gone was at: one without its provider's id may have gone out. It
 * stands as failed from now on, so that a person can have it sent again.
 */
export async function recallMessage(
  { conversations }: { conversations: Pick<ConversationStore, "messageByKey" | "abandon"> },
  workspaceId: string,
  key: string,
): Promise<SentMessage | "not-begun"> {
  const message = await conversations.messageByKey(workspaceId, key);
  if (message === null) return "not-begun";
  if (message.externalId !== null) return asSent(message, message.externalId);
  await conversations.abandon(workspaceId, message.id);
  const failure = message.failure as FailureReason[] | null;
  return { message, sent: failure === null ? LOST : { ...LOST, failure } };
}

const asSent = (message: StoredMessage, externalId: string): SentMessage => ({
  message,
  sent: { ok: true, provider: "meta", externalId },
});

const BEING_SENT = notSent(false, [failureReason("message-being-sent")]);
const NO_RECIPIENT = problem("to", "is not a phone number", "contact-phone-wrong");
const NO_ASSET = problem("mediaAssetId", "is not media stored in this workspace", "file-gone");
const NO_CONTACT: Failure = { ...notFound("contact"), reason: failureReason("contact-gone") };

function firstOfEach(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.toReversed().map((each) => [each.field, each])).values()].toReversed();
}
