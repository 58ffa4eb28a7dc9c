import { addressesIn } from "../contract/addresses.ts";
import type { ActionType } from "../contract/definition.ts";
import { isFilled } from "../contract/filled.ts";
import { isObject } from "../contract/json.ts";
import type { JsonObject } from "../contract/json.ts";
import { mayHoldLiquid } from "../contract/liquid-marks.ts";
import type { FailureReason, Facts } from "../contract/run.ts";
import type { Catalogue } from "../contract/scenario.ts";
import type { RECIPIENTS, SETTINGS } from "../failures/tables/settings.ts";
import { readField } from "../query/fields.ts";
import { settingsFailure } from "../rules/settings-failure.ts";

type Refusal = FailureReason<keyof typeof SETTINGS | keyof typeof RECIPIENTS>;

/**
 * What keeps an action of a run from succeeding by what is known of its deal, its contact and the workspace's stages. What
 * the facts leave out is not known, and keeps nothing from succeeding.
 */
export function refusalOf(
  actionType: ActionType,
  sent: JsonObject,
  facts: Facts,
  stages: Catalogue["stages"],
): Refusal | null {
  if (actionType === "send_whatsapp") return objectionOf(facts) ?? without(facts, "phone", "contact-without-phone");
  if (actionType === "send_email") return refusalOfMail(sent, facts);
  const reason = settingsFailure(actionType, sent, { stages })?.reason ?? null;
  // Who is lost already may move among lost stages without another reason.
  const stays = reason?.code === "loss-reason-missing" && readField(facts, "deal.status") === "lost";
  return stays ? null : reason;
}

/** It goes to the addresses that are given, or else to the contact. */
function refusalOfMail({ to }: JsonObject, facts: Facts): Refusal | null {
  if (!isFilled(to)) return objectionOf(facts) ?? without(facts, "email", "mail-without-recipient");
  const own = readField(facts, "contact.email");
  if (mayHoldLiquid(to) || !isFilled(own)) return null;
  return addressesIn(to).some((each) => each.toLowerCase() === own.toLowerCase()) ? objectionOf(facts) : null;
}

function objectionOf(facts: Facts): Refusal | null {
  if (readField(facts, "contact.blocked") === true) return refusal("contact-blocked");
  return isFilled(readField(facts, "contact.optedOutAt")) ? refusal("contact-opted-out") : null;
}

/** Of what is said to be empty, rather than left out. */
const without = ({ contact }: Facts, key: string, code: Refusal["code"]): Refusal | null =>
  isObject(contact) && Object.hasOwn(contact, key) && !isFilled(contact[key]) ? refusal(code) : null;

const refusal = (code: Refusal["code"]): Refusal => ({ code, params: {} });
