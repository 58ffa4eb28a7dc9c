import { isFilled } from "../../contract/filled.ts";
import type { JsonObject, JsonValue } from "../../contract/json.ts";
import { canonical } from "../../json/canonical.ts";

/** What a message says, apart from how it is sent. */
const CONTENT: Readonly<Record<string, readonly string[]>> = {
  send_whatsapp: [
    "text",
    "templateName",
    "templateLanguageCode",
    "templateParameters",
    "mediaAssetId",
    "mediaLink",
    "scriptId",
  ],
  send_email: ["to", "subject", "body"],
  reply_instagram_comment: ["text"],
  send_instagram_private_reply: ["text"],
};
/** What says something by itself. */
const SAYING = ["text", "templateName", "mediaAssetId", "mediaLink", "scriptId", "subject", "body"];

/** Equal for messages that say the same; null for what says nothing. */
export function contentOf(actionType: string, config: JsonObject): string | null {
  const keys = Object.hasOwn(CONTENT, actionType) ? CONTENT[actionType] : undefined;
  if (keys === undefined || !keys.some((key) => SAYING.includes(key) && isFilled(config[key]))) return null;
  return canonical([actionType, ...keys.map((key) => spaced(config[key] ?? null))]);
}

const spaced = (value: JsonValue): JsonValue =>
  typeof value === "string" ? value.trim().replaceAll(/\s+/g, " ").toLowerCase() : value;
