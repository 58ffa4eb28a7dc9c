import type { JsonObject } from "@trilho/engine/contract";
import type { Channel, NotSent, SendContext, Sent } from "../../areas/conversations/sender.ts";
import type { StoredContact } from "../../areas/contacts/model.ts";
import type { Store } from "../model/stores.ts";
import { modeOf, permanent, refusal, transient, uncertain, type ActionCall } from "../action.ts";
import type { ActionOutcome, HeldRun } from "../model/run.ts";
import { automationPrincipal } from "../../areas/automations/principal.ts";

/** How an action ended that a provider was asked for. */
export const outcomeOfSent = (sent: Sent, result: JsonObject = {}): ActionOutcome =>
  sent.ok
    ? {
        ok: true,
        result: { ...result, provider: sent.provider, messageId: sent.externalId },
        messageId: sent.externalId,
      }
    : failureOf(sent);

export function failureOf({ isPermanent, isUncertain, failure, retryAfterMs }: NotSent) {
  if (isUncertain === true) return uncertain(failure);
  return isPermanent ? permanent(failure) : transient(failure, retryAfterMs);
}

export const sendContextOf = ({ run, key }: ActionCall): SendContext => ({
  workspaceId: run.workspaceId,
  mode: modeOf(run),
  idempotencyKey: key,
  contactId: run.contactId,
});

/** Whom the run is about, as stored now. */
export const contactOf = async (store: Store, run: HeldRun): Promise<StoredContact | null> =>
  run.contactId === null ? null : store.contacts.get(automationPrincipal(run), run.contactId);

export const NO_CONTACT = refusal("contact-gone");

/** Why nothing may be sent to a contact; null when it may. */
export function objectionOf({ blocked, optedOutAt }: StoredContact): ActionOutcome | null {
  if (blocked) return refusal("contact-blocked");
  return optedOutAt === null ? null : refusal("contact-opted-out");
}

/** The channel that a config or the automation names, which may be gone by now. */
export async function channelNamed(store: Store, { workspaceId }: HeldRun, id: string): Promise<Channel | null> {
  const channels = await store.channels.list(workspaceId);
  return channels.find((channel) => channel.id === id) ?? null;
}
