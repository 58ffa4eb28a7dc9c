import { isObject } from "@trilho/engine";
import type { JsonObject } from "@trilho/engine/contract";
import type { Inbound, InboundMessage } from "../../areas/conversations/inbound.ts";
import { previewOf } from "../../areas/conversations/message-types.ts";
import type { StatusUpdate } from "../../areas/conversations/port.ts";
import { reasonsOf } from "./errors.ts";
import { idIn, instantOf, listIn, nameIn, objectIn, textIn } from "./reading.ts";

type Content = Pick<InboundMessage, "body" | "content" | "reply" | "file"> & { type?: string };
type Reader = (part: Record<string, unknown>, message: Record<string, unknown>) => Content;

const contentWith = (change: Partial<Content>): Content => ({
  body: "",
  content: null,
  reply: null,
  file: null,
  ...change,
});

const media: Reader = (part) =>
  contentWith({ body: textIn(part, "caption") ?? "", file: { providerMediaId: idIn(part, "id"), url: null } });

const MEDIA: ReadonlySet<string> = new Set(["image", "video", "audio", "document", "sticker"]);

/** The content of each type of message, from the part with its name. */
const READERS: Readonly<Record<string, Reader>> = {
  text: (part) => contentWith({ body: textIn(part, "body") ?? "" }),
  image: media,
  video: media,
  audio: (part, message) => ({ ...media(part, message), content: part["voice"] === true ? { voice: true } : null }),
  document: media,
  sticker: media,
  location: (part) =>
    contentWith({
      body: [textIn(part, "name"), textIn(part, "address")].filter((text) => text !== null).join(", "),
      content: part as JsonObject,
    }),
  // A button of a template.
  button: (part) => {
    const title = textIn(part, "text") ?? "";
    return contentWith({
      body: title,
      reply: { id: textIn(part, "payload") ?? title, title },
      content: part as JsonObject,
    });
  },
  interactive: (part) => {
    const chosen = objectIn(part, "button_reply") ?? objectIn(part, "list_reply");
    const title = textIn(chosen, "title") ?? textIn(objectIn(part, "nfm_reply"), "body") ?? "";
    const id = textIn(chosen, "id");
    return contentWith({ body: title, reply: id === null ? null : { id, title }, content: part as JsonObject });
  },
  reaction: (part) => contentWith({ body: textIn(part, "emoji") ?? "", content: part as JsonObject }),
  order: (part) => contentWith({ body: textIn(part, "text") ?? "", content: part as JsonObject }),
  system: (part) => contentWith({ body: textIn(part, "body") ?? "", content: part as JsonObject }),
};

/** `contacts` is a list, and what WhatsApp itself cannot show has no part at all. */
function read(type: string, message: Record<string, unknown>): Content | null {
  if (type === "contacts") return contentWith({ content: { contacts: listIn(message, type) as JsonObject[] } });
  if (type === "unsupported" || type === "unknown")
    return contentWith({ content: { errors: listIn(message, "errors") as JsonObject[] } });
  const part = objectIn(message, type);
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  return part === null || reader === undefined ? null : reader(part, message);
}

/** Messages and statuses of one change of the field `messages`; null stands for what is not understood. */
export function readWhatsapp(value: Record<string, unknown>, now: number): (Inbound | null)[] {
  const metadata = objectIn(value, "metadata");
  const receiver = idIn(metadata, "phone_number_id");
  if (receiver === null) return [null];
  const target = { channelKind: "whatsapp" as const, receiver };
  const names = namesOf(value);
  const recipientPhone = textIn(metadata, "display_phone_number");
  const messages = listIn(value, "messages").map((message) => readMessage(message, names, recipientPhone, now));
  const statuses = listIn(value, "statuses").map((status) => readStatus(status, now));
  return [
    ...messages.map((message) => message && { ...target, type: "message" as const, message }),
    ...statuses.map((update) => update && { ...target, type: "status" as const, update }),
  ];
}

function namesOf(value: unknown): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const contact of listIn(value, "contacts")) {
    const id = idIn(contact, "wa_id");
    const name = nameIn(objectIn(contact, "profile"), "name");
    if (id !== null && name !== null) names.set(id, name);
  }
  return names;
}

function readMessage(
  message: unknown,
  names: ReadonlyMap<string, string>,
  recipientPhone: string | null,
  now: number,
): InboundMessage | null {
  const externalId = idIn(message, "id");
  const from = idIn(message, "from");
  const type = textIn(message, "type");
  if (externalId === null || from === null || type === null || !isObject(message)) return null;
  const content = read(type, message);
  if (content === null) return null;
  const part = objectIn(message, type);
  const filename = nameIn(part, "filename");
  const reactedTo = type === "reaction" ? idIn(part, "message_id") : null;
  return {
    externalId,
    from: { externalId: from, name: names.get(from) ?? null, username: null },
    sentAt: instantOf(message["timestamp"], now),
    recipientPhone,
    quotedExternalId: reactedTo ?? idIn(objectIn(message, "context"), "id"),
    isEcho: false,
    reply: content.reply,
    file: content.file,
    type,
    body: content.body,
    previewText: previewOf(type, content.body, filename),
    content: withOrigin(message, content.content),
    media: MEDIA.has(type)
      ? {
          mediaType: type,
          contentType: textIn(part, "mime_type"),
          caption: textIn(part, "caption"),
          filename,
          providerMediaId: idIn(part, "id"),
          providerMediaUrl: null,
        }
      : null,
  };
}

/** The ad that somebody came from stands beside what they say. */
function withOrigin(message: Record<string, unknown>, content: JsonObject | null): JsonObject | null {
  const referral = objectIn(message, "referral");
  return referral === null ? content : { ...content, referral: referral as JsonObject };
}

/** A voice message that was played was read. */
const STATUSES: Readonly<Record<string, StatusUpdate["status"]>> = {
  sent: "sent",
  delivered: "delivered",
  read: "read",
  played: "read",
  failed: "failed",
};

function readStatus(value: unknown, now: number): StatusUpdate | null {
  const externalId = idIn(value, "id");
  const name = textIn(value, "status") ?? "";
  const status = Object.hasOwn(STATUSES, name) ? STATUSES[name] : undefined;
  if (externalId === null || status === undefined || !isObject(value)) return null;
  const error = listIn(value, "errors").find(isObject);
  return {
    externalId,
    messageId: idIn(value, "biz_opaque_callback_data"),
    status,
    failure: error === undefined ? null : reasonsOf(error),
    at: instantOf(value["timestamp"], now),
  };
}
