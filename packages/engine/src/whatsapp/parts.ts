import { MAX_REPLY_BUTTONS } from "../graph/buttons.ts";

/** WhatsApp's limit of a list. */
const MAX_ROWS = 10;

/** What a message is put together from; null for what it has not. */
export interface MessageParts {
  text: string | null;
  template: string | null;
  link: string | null;
  assetId: string | null;
  buttons: number;
}

const wrong = <Code extends string>(key: string, code: Code, params: Readonly<Record<string, number>> = {}) => ({
  key,
  reason: { code, params },
});

/**
 * Why WhatsApp takes no message with these parts together, and the setting that is too much or missing; null where it does.
 *
 * @example
 * ```ts
 * import { partsProblem } from "@trilho/engine/whatsapp";
 *
 * const parts = { text: "Hi", template: null, link: null, assetId: null, buttons: 11 };
 * partsProblem(parts); // { key: "buttons", reason: { code: "buttons-too-many", params: { count: 10 } } }
 * ```
 */
export function partsProblem({ text, template, link, assetId, buttons }: MessageParts) {
  if (link !== null && !SHOWN.has(typeOfLink(link)) && (template !== null || buttons > 0))
    return wrong("mediaLink", "media-not-shown");
  if (template !== null) return assetId === null ? null : wrong("mediaAssetId", "template-with-file");
  if (buttons === 0) return null;
  if (text === null) return wrong("text", "buttons-without-text");
  if (buttons > MAX_ROWS) return wrong("buttons", "buttons-too-many", { count: MAX_ROWS });
  if (assetId !== null) return wrong("mediaAssetId", "buttons-with-file");
  return link !== null && buttons > MAX_REPLY_BUTTONS
    ? wrong("mediaLink", "buttons-with-media", { count: MAX_REPLY_BUTTONS })
    : null;
}

/** What WhatsApp takes above a message with buttons, or in a template. */
const SHOWN: ReadonlySet<string> = new Set(["image", "video", "document"]);

const TYPES: Readonly<Record<string, string>> = {
  jpg: "image",
  jpeg: "image",
  png: "image",
  mp4: "video",
  "3gp": "video",
  mp3: "audio",
  ogg: "audio",
  oga: "audio",
  opus: "audio",
  aac: "audio",
  m4a: "audio",
  amr: "audio",
  webp: "sticker",
};

/**
 * What a file at an address is, by its ending; a document where that tells nothing.
 *
 * @example
 * ```ts
 * import { typeOfLink } from "@trilho/engine/whatsapp";
 *
 * typeOfLink("https://cdn.example/roof.jpg"); // "image"
 * ```
 */
export function typeOfLink(link: string): string {
  const path = URL.canParse(link) ? new URL(link).pathname : link;
  const ending = /\.(\w{2,4})$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return TYPES[ending] ?? "document";
}
