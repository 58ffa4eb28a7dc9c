import { MAX_REPLY_BUTTONS } from "@trilho/engine";
import { failureReason, type FailureReason } from "@trilho/engine/failures";

/** WhatsApp's limit of a list. */
const MAX_ROWS = 10;

/** What a message is put together from; null for what it has not. */
export interface WhatsappParts {
  text: string | null;
  template: string | null;
  link: string | null;
  assetId: string | null;
  buttons: number;
}

const wrong = (key: string, reason: FailureReason) => ({ key, reason });

/** Why WhatsApp takes no message with these parts together, and the setting that is too much or missing. */
export function partsProblem(parts: WhatsappParts): { reason: FailureReason; key: string } | null {
  const { text, template, link, assetId, buttons } = parts;
  if (link !== null && !isShown(link) && (template !== null || buttons > 0))
    return wrong("mediaLink", failureReason("media-not-shown"));
  if (template !== null) return assetId === null ? null : wrong("mediaAssetId", failureReason("template-with-file"));
  if (buttons === 0) return null;
  if (text === null) return wrong("text", failureReason("buttons-without-text"));
  if (buttons > MAX_ROWS) return wrong("buttons", failureReason("buttons-too-many", { count: MAX_ROWS }));
  if (assetId !== null) return wrong("mediaAssetId", failureReason("buttons-with-file"));
  return link !== null && buttons > MAX_REPLY_BUTTONS
    ? wrong("mediaLink", failureReason("buttons-with-media", { count: MAX_REPLY_BUTTONS }))
    : null;
}

const SHOWN: ReadonlySet<string> = new Set(["image", "video", "document"]);

/** Whether WhatsApp takes it above a message with buttons, or in a template. */
const isShown = (link: string): boolean => SHOWN.has(typeOfLink(link));

const TYPES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(["jpg", "jpeg", "png"].map((ending) => [ending, "image"])),
  ...Object.fromEntries(["mp4", "3gp"].map((ending) => [ending, "video"])),
  ...Object.fromEntries(["mp3", "ogg", "oga", "opus", "aac", "m4a", "amr"].map((ending) => [ending, "audio"])),
  webp: "sticker",
};

/** What a file at an address is, by its ending; a document where that tells nothing. */
export function typeOfLink(link: string): string {
  const path = URL.canParse(link) ? new URL(link).pathname : link;
  const ending = /\.(\w{2,4})$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return TYPES[ending] ?? "document";
}
