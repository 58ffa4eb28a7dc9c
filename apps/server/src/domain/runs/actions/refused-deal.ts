import type { FieldError } from "@trilho/contract";
import { sayFailure } from "@trilho/engine/failures";
import type { Failure } from "../../outcome.ts";
import { meaningOf, type Meanings } from "../../refused-fields.ts";

const OF_DEALS: Meanings = [
  ["stageId", "is not a stage", "stage-gone"],
  ["stageId", "belongs to an archived", "stage-archived"],
  ["stageId", "is a final stage", "stage-final"],
  ["responsibleUserId", "is not an active member", "responsible-gone"],
  ["responsibleUserId", "has no access", "responsible-without-access"],
  ["coOwnerUserId", "is not an active member", "co-owner-gone"],
  ["lostReason", "is required", "loss-reason-missing"],
  ["lostReason", "must be one of", "loss-reason-gone"],
  ["lostReason", "belongs to lost deals", "loss-reason-not-lost"],
  ["name", "is required", "name-required"],
  ["value", "is required", "value-required"],
  ["expectedCloseAt", "is required", "close-required"],
  ["phone", "is required", "phone-required"],
  ["phone", "is not a phone number", "contact-phone-wrong"],
  ["email", "is required", "email-required"],
];

/** What is wrong with a custom field's value; `words` are its slug. */
const OF_CUSTOM_FIELDS = [
  ["is required", "field-required"],
  ["is not a custom field", "field-unknown"],
  ["must be true or false", "field-not-true-or-false"],
  ["must be a date", "field-not-a-date"],
  ["must be an instant", "field-not-an-instant"],
  ["must be a number", "field-not-a-number"],
  ["must be text", "field-not-a-text"],
  ["must be an e-mail address", "field-not-an-email"],
  ["must be a phone number", "field-not-a-phone"],
  ["must be an http", "field-not-web"],
  ["must be a file", "field-not-a-file"],
  ["must be the value of an option", "field-not-an-option"],
  ["is not the value of an option", "field-not-an-option"],
  ["must be a list", "field-not-a-list"],
  ["must not repeat", "field-not-a-list"],
  ["must be an active member", "field-not-a-member"],
] as const;

const CUSTOM = "customFields.";

/** Why a deal could not be made or changed so. */
export function sayRefusedDeal({ code, message, fieldErrors = [] }: Failure): string {
  if (fieldErrors.length > 0) return fieldErrors.map(sayDealField).join(" ");
  if (code === "NOT_FOUND") return sayFailure("deal-gone");
  return code === "CONFLICT" && message.startsWith("There is no pipeline")
    ? sayFailure("pipeline-missing")
    : sayFailure("change-refused", { words: message });
}

function sayDealField(error: FieldError): string {
  const { field, message } = error;
  const known = field.startsWith(CUSTOM)
    ? sayCustomField(field.slice(CUSTOM.length), message)
    : meaningOf(OF_DEALS, error);
  return known ?? sayFailure("change-refused", { words: `${field} ${message}` });
}

function sayCustomField(slug: string, message: string): string | null {
  const [, count, unit] = /^must have at most (\d+) (characters|items)$/.exec(message) ?? [];
  if (count !== undefined)
    return sayFailure(unit === "items" ? "field-too-many" : "field-too-long", { words: slug, count });
  const found = OF_CUSTOM_FIELDS.find(([problem]) => message.startsWith(problem));
  return found === undefined ? null : sayFailure(found[1], { words: slug });
}
