import { isObject } from "@trilho/engine";
import type { SendMessageRequest } from "@trilho/contract";
import type { JsonObject } from "@trilho/engine/contract";
import { DEFAULT_TEMPLATE_LANGUAGE } from "@trilho/engine/whatsapp";
import { problem, type Problem } from "../../platform/service/outcome.ts";
import type { MessageContent, MessageMedia } from "./model.ts";

/** What a type of message needs, what of it is stored, and its part of the provider's message. */
interface MessageType {
  problems(request: SendMessageRequest): Problem[];
  /** The text that people read of it. */
  body(request: SendMessageRequest): string;
  /** The part named like the type, for WhatsApp: `text` of a text. Media get `id` or `link` added. */
  part(request: SendMessageRequest): JsonObject;
  isMedia: boolean;
}

const MEDIA_TYPES = ["image", "audio", "video", "document", "sticker"] as const;
type MediaType = (typeof MEDIA_TYPES)[number];

/** Which extras WhatsApp takes with each kind of media; it refuses messages with others. */
const MEDIA_EXTRAS: Record<MediaType, (request: SendMessageRequest) => JsonObject> = {
  image: captioned,
  video: captioned,
  document: (request) => ({ ...captioned(request), ...(request.filename ? { filename: request.filename } : {}) }),
  // Delivered as a voice message by default.
  audio: ({ voice }) => ({ voice: voice ?? true }),
  sticker: () => ({}),
};

function captioned({ caption }: SendMessageRequest): JsonObject {
  return caption ? { caption } : {};
}

function mediaProblems(type: MediaType, request: SendMessageRequest): Problem[] {
  const given = [request.mediaAssetId, request.mediaLink].filter(Boolean);
  const problems: Problem[] = [];
  if (given.length !== 1) problems.push(problem("mediaAssetId", "needs exactly one of mediaAssetId and mediaLink"));
  if (request.mediaLink && !/^https?:\/\//i.test(request.mediaLink))
    problems.push(problem("mediaLink", "must be an http or https address", "media-not-web"));
  if (request.caption && (type === "audio" || type === "sticker"))
    problems.push(problem("caption", `is not possible with ${type}`));
  return problems;
}

const media = (type: MediaType): MessageType => ({
  isMedia: true,
  problems: (request) => mediaProblems(type, request),
  body: ({ caption }) => caption ?? "",
  part: MEDIA_EXTRAS[type],
});

/** A type whose part is in the request's `content`. */
const structured = (check: (content: JsonObject) => Problem[], body: (content: JsonObject) => string): MessageType => ({
  isMedia: false,
  problems: ({ content }) =>
    isObject(content) ? check(content) : [problem("content", "is required for this type: an object")],
  body: ({ content }) => body(content ?? {}),
  part: ({ content }) => content ?? {},
});

const hasText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";
const within = (value: unknown, limit: number): boolean => typeof value === "number" && Math.abs(value) <= limit;

/** Every type that can be sent, in the provider's names. */
const TYPES: Readonly<Record<string, MessageType>> = {
  text: {
    isMedia: false,
    problems: ({ text }) => (hasText(text) ? [] : [problem("text", "is required for a text message")]),
    body: ({ text }) => text ?? "",
    part: ({ text }) => ({ body: text ?? "", preview_url: true }),
  },
  image: media("image"),
  audio: media("audio"),
  video: media("video"),
  document: media("document"),
  sticker: media("sticker"),
  template: {
    isMedia: false,
    problems: ({ templateName }) =>
      hasText(templateName) ? [] : [problem("templateName", "is required for a template message")],
    body: ({ text }) => text ?? "",
    part: ({ templateName, templateLanguageCode, templateComponents }) => ({
      name: templateName ?? "",
      language: { code: templateLanguageCode || DEFAULT_TEMPLATE_LANGUAGE },
      ...(templateComponents ? { components: templateComponents as JsonObject[] } : {}),
    }),
  },
  location: structured(
    ({ latitude, longitude }) => [
      ...(within(latitude, 90) ? [] : [problem("content.latitude", "must be a number from -90 to 90")]),
      ...(within(longitude, 180) ? [] : [problem("content.longitude", "must be a number from -180 to 180")]),
    ],
    ({ name, address }) => [name, address].filter(hasText).join(", "),
  ),
  contacts: {
    ...structured(
      ({ contacts }) =>
        Array.isArray(contacts) && contacts.length > 0 && contacts.every(isObject)
          ? []
          : [problem("content.contacts", "must be a list of contact cards")],
      ({ contacts }) => namesOf(contacts),
    ),
  },
  interactive: structured(
    ({ type, body, action }) => [
      ...(hasText(type) ? [] : [problem("content.type", "is required: button, list, cta_url …")]),
      ...(isObject(body) && hasText(body["text"]) ? [] : [problem("content.body.text", "is required")]),
      ...(isObject(action) ? [] : [problem("content.action", "is required")]),
    ],
    ({ body }) => (isObject(body) && hasText(body["text"]) ? body["text"] : ""),
  ),
  reaction: structured(
    ({ messageId, emoji }) => [
      ...(hasText(messageId) ? [] : [problem("content.messageId", "is required: the message reacted to")]),
      ...(typeof emoji === "string" ? [] : [problem("content.emoji", "is required; an empty text takes it back")]),
    ],
    ({ emoji }) => (hasText(emoji) ? emoji : ""),
  ),
};

function namesOf(contacts: unknown): string {
  if (!Array.isArray(contacts)) return "";
  const names = contacts.map((card) =>
    isObject(card) && isObject(card["name"]) ? card["name"]["formatted_name"] : "",
  );
  return names.filter(hasText).join(", ");
}

export const typeOf = ({ type }: SendMessageRequest): string => type || "text";

const describe = (request: SendMessageRequest): MessageType | undefined => {
  const type = typeOf(request);
  return Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
};

export const isMedia = (request: SendMessageRequest): boolean => describe(request)?.isMedia ?? false;

/** What the request lacks for its type. */
export function problemsOfType(request: SendMessageRequest): Problem[] {
  const type = describe(request);
  return type === undefined
    ? [problem("type", `must be one of ${Object.keys(TYPES).join(", ")}`)]
    : type.problems(request);
}

/** The part of a WhatsApp message that is named like its type. */
export const partOf = (request: SendMessageRequest): JsonObject => describe(request)?.part(request) ?? {};

/** What a message shows where only one line of it is shown; `[image]` for what has no words. */
export const previewOf = (type: string, body: string, label?: string | null): string => {
  const words = body.trim() || (label ?? "").trim();
  const line = (words === "" ? `[${type}]` : words).replaceAll(/\s+/g, " ");
  // By characters, so that none is cut in half.
  return Array.from(line).slice(0, 255).join("");
};

/** What of the request is saved. `asset` are the facts of stored media. */
export function contentOf(
  request: SendMessageRequest,
  asset: { contentType: string | null; filename: string | null } | null,
): MessageContent {
  const type = typeOf(request);
  const body = describe(request)?.body(request) ?? "";
  const ofMedia: MessageMedia | null = isMedia(request)
    ? {
        mediaType: type,
        contentType: asset?.contentType ?? request.mimeType ?? null,
        caption: request.caption || null,
        filename: request.filename ?? asset?.filename ?? null,
        providerMediaId: null,
        providerMediaUrl: request.mediaLink ?? null,
      }
    : null;
  const label = ofMedia?.filename ?? request.templateName;
  return { type, body, previewText: previewOf(type, body, label), content: structureOf(request), media: ofMedia };
}

function structureOf(request: SendMessageRequest): JsonObject | null {
  if (typeOf(request) === "template") return { template: partOf(request) };
  return isMedia(request) || typeOf(request) === "text" ? null : (request.content ?? null);
}
