import { isObject } from "@trilho/engine";
import type { JsonObject } from "@trilho/engine/contract";
import type { Inbound, InboundMessage } from "../../areas/conversations/inbound.ts";
import { previewOf } from "../../areas/conversations/message-types.ts";
import { idIn, instantOf, listIn, nameIn, objectIn, textIn } from "./reading.ts";

const target = (receiver: string) => ({ channelKind: "instagram" as const, receiver });

/** One entry of `messaging`; null for what is not understood. */
export function readInstagramMessaging(entry: unknown, account: string, now: number): Inbound | null {
  if (!isObject(entry)) return null;
  const at = instantOf(entry["timestamp"], now);
  for (const key of Object.keys(READERS)) {
    const part = objectIn(entry, key);
    if (part !== null) return READERS[key]?.(part, entry, account, at) ?? null;
  }
  return null;
}

type Reader = (
  part: Record<string, unknown>,
  entry: Record<string, unknown>,
  account: string,
  at: string,
) => Inbound | null;

const READERS: Readonly<Record<string, Reader>> = {
  message: readMessage,
  postback: (part, entry, account, at) => {
    const title = textIn(part, "title") ?? "";
    return asMessage(entry, account, at, idIn(part, "mid"), {
      type: "interactive",
      body: title,
      content: { postback: part as JsonObject },
      reply: { id: textIn(part, "payload") ?? title, title },
    });
  },
  reaction: (part, entry, account, at) => {
    const mid = idIn(part, "mid");
    const sender = idIn(objectIn(entry, "sender"), "id");
    if (mid === null || sender === null) return null;
    // A reaction has no id of its own: one a person, message and moment.
    return asMessage(entry, account, at, `reaction:${sender}:${mid}:${at}`, {
      type: "reaction",
      body: textIn(part, "action") === "unreact" ? "" : (textIn(part, "emoji") ?? textIn(part, "reaction") ?? ""),
      content: part as JsonObject,
      quotedExternalId: mid,
    });
  },
  read: (part, _, account, at) => {
    const externalId = idIn(part, "mid");
    return externalId === null ? null : { ...target(account), type: "read", externalId, at };
  },
  message_edit: (part, _, account, at) => {
    const externalId = idIn(part, "mid");
    if (externalId === null) return null;
    return { ...target(account), type: "edit", externalId, edit: { body: textIn(part, "text") ?? "", at } };
  },
};

function readMessage(
  part: Record<string, unknown>,
  entry: Record<string, unknown>,
  account: string,
  at: string,
): Inbound | null {
  const externalId = idIn(part, "mid");
  if (externalId !== null && part["is_deleted"] === true)
    return { ...target(account), type: "edit", externalId, edit: { body: null, at } };
  const body = textIn(part, "text") ?? "";
  const attachments = listIn(part, "attachments").filter(isObject);
  const [attachment] = attachments;
  const url = textIn(objectIn(attachment, "payload"), "url");
  const type = textIn(attachment, "type") ?? "text";
  const isFile = url !== null && MEDIA.has(type);
  const payload = idIn(objectIn(part, "quick_reply"), "payload");
  const replyTo = objectIn(part, "reply_to");
  const story = objectIn(replyTo, "story");
  const referral = objectIn(part, "referral");
  const content: JsonObject = {
    ...(attachment !== undefined &&
      (!isFile || attachments.length > 1) && { attachments: attachments as JsonObject[] }),
    ...(story !== null && { story: story as JsonObject }),
    ...(referral !== null && { referral: referral as JsonObject }),
  };
  if (body === "" && attachment === undefined && part["is_unsupported"] !== true) return null;
  return asMessage(entry, account, at, externalId, {
    type: part["is_unsupported"] === true ? "unsupported" : type,
    body,
    content: Object.keys(content).length === 0 ? null : content,
    quotedExternalId: idIn(replyTo, "mid"),
    reply: payload === null ? null : { id: payload, title: body },
    isEcho: part["is_echo"] === true,
    ...(isFile && {
      file: { providerMediaId: null, url },
      media: {
        mediaType: type === "file" ? "document" : type,
        contentType: null,
        caption: body === "" ? null : body,
        filename: null,
        providerMediaId: null,
        providerMediaUrl: url,
      },
    }),
  });
}

const MEDIA: ReadonlySet<string> = new Set(["image", "video", "audio", "file"]);

function asMessage(
  entry: Record<string, unknown>,
  account: string,
  sentAt: string,
  externalId: string | null,
  message: Partial<InboundMessage> & { type: string; body: string },
): Inbound | null {
  const isEcho = message.isEcho ?? false;
  const person = idIn(objectIn(entry, isEcho ? "recipient" : "sender"), "id");
  if (externalId === null || person === null || person === account) return null;
  return {
    ...target(account),
    type: "message",
    message: {
      externalId,
      from: { externalId: person, name: null, username: null },
      sentAt,
      recipientPhone: null,
      quotedExternalId: null,
      reply: null,
      file: null,
      content: null,
      media: null,
      ...message,
      isEcho,
      previewText: previewOf(message.type, message.body),
    },
  };
}

/** A change of the fields `comments` and `live_comments`; one's own comments start nothing. */
export function readInstagramComment(value: Record<string, unknown>, account: string): Inbound | "own" | null {
  const id = idIn(value, "id");
  const from = objectIn(value, "from");
  const person = idIn(from, "id");
  if (id === null || person === null) return null;
  if (person === account || idIn(from, "self_ig_scoped_id") !== null) return "own";
  return {
    ...target(account),
    type: "comment",
    from: { externalId: person, name: null, username: nameIn(from, "username") },
    comment: {
      id,
      mediaId: idIn(objectIn(value, "media"), "id"),
      parentId: idIn(value, "parent_id"),
      text: textIn(value, "text") ?? "",
    },
  };
}
