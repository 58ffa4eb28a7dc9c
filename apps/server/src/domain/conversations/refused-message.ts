import type { FieldError } from "@trilho/contract";
import { sayFailure } from "@trilho/engine/failures";
import type { Failure } from "../outcome.ts";
import { meaningOf, type Meanings } from "../refused-fields.ts";

const OF_MESSAGES: Meanings = [
  ["to", "is not a phone number", "contact-phone-wrong"],
  ["channelId", "is not a channel", "channel-gone"],
  ["channelId", "is a channel of", "channel-of-another-kind"],
  ["mediaAssetId", "is not media stored", "file-gone"],
  ["mediaLink", "must be an http", "media-not-web"],
];

/** Why a message could not be made so. */
export function sayRefusedMessage({ code, message, fieldErrors = [] }: Failure): string {
  if (fieldErrors.length > 0) return fieldErrors.map(sayMessageField).join(" ");
  if (code === "NOT_FOUND") return sayFailure("contact-gone");
  return code === "CONFLICT" ? sayFailure("channel-missing") : sayFailure("message-refused", { words: message });
}

const sayMessageField = (error: FieldError): string =>
  meaningOf(OF_MESSAGES, error) ?? sayFailure("message-refused", { words: `${error.field} ${error.message}` });
