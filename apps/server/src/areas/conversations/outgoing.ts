import type { SendMessageRequest } from "@trilho/contract";
import type { JsonObject } from "@trilho/engine/contract";
import type { Channel, Outgoing, OutgoingFile } from "./sender.ts";
import type { Problem } from "../../platform/service/outcome.ts";
import { isMedia, partOf, typeOf } from "./message-types.ts";
import type { StoredMessage } from "./model.ts";
import type { Recipient } from "./recipient.ts";

/** What of a message can be sent where. WhatsApp takes everything. */
export function problemsOfKind(kind: Recipient["kind"], request: SendMessageRequest): Problem[] {
  if (kind === "whatsapp") return [];
  const type = typeOf(request);
  if (!INSTAGRAM_TYPES.has(type)) return [{ field: "type", message: `${type} cannot be sent on Instagram` }];
  return [
    ...(request.mediaAssetId ? [{ field: "mediaAssetId", message: "Instagram takes media by mediaLink only" }] : []),
    ...(request.caption ? [{ field: "caption", message: "is not possible on Instagram" }] : []),
    ...(request.quotedMessageId ? [{ field: "quotedMessageId", message: "is not possible on Instagram" }] : []),
  ];
}

const INSTAGRAM_TYPES: ReadonlySet<string> = new Set(["text", "image", "audio", "video"]);

export interface OutgoingParts {
  request: SendMessageRequest;
  channel: Channel;
  recipient: Recipient;
  quoted: Pick<StoredMessage, "externalId"> | null;
  /** The message a reaction is for. */
  target: Pick<StoredMessage, "externalId"> | null;
  file: OutgoingFile | null;
}

/** The message in the provider's words. */
export function toOutgoing(parts: OutgoingParts): Outgoing {
  const { recipient, channel, request, file } = parts;
  if (recipient.kind === "instagram")
    return { kind: "instagram", channel, to: recipient.instagramId, message: instagramMessage(request) };
  return {
    kind: "whatsapp",
    channel,
    to: recipient.phone.slice(1),
    message: whatsappMessage(parts),
    ...(file !== null && { file }),
  };
}

function whatsappMessage({ request, quoted, target }: OutgoingParts): JsonObject {
  const type = typeOf(request);
  const link = isMedia(request) && request.mediaLink ? { link: request.mediaLink } : {};
  const quotedId = quoted?.externalId ?? null;
  return {
    type,
    [type]: PARTS[type]?.(request, target) ?? { ...partOf(request), ...link },
    ...(quotedId !== null && { context: { message_id: quotedId } }),
  };
}

/** Parts without an object of their own. */
const PARTS: Readonly<
  Record<string, (request: SendMessageRequest, target: OutgoingParts["target"]) => JsonObject | JsonObject[]>
> = {
  contacts: ({ content }) => (content?.["contacts"] ?? []) as JsonObject[],
  reaction: ({ content }, target) => ({ message_id: target?.externalId ?? "", emoji: content?.["emoji"] ?? "" }),
};

function instagramMessage(request: SendMessageRequest): JsonObject {
  const type = typeOf(request);
  if (type === "text") return { text: request.text ?? "" };
  return { attachment: { type, payload: { url: request.mediaLink ?? "" } } };
}
