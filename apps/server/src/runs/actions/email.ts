import { addressesIn, isEmailAddress } from "@trilho/engine";
import { mailOf } from "@trilho/engine/liquid";
import type { Sender } from "../../areas/conversations/sender.ts";
import type { Store } from "../model/stores.ts";
import { frozenWords, refusal, type Action } from "../action.ts";
import { textIn } from "./context.ts";
import { contactOf, NO_CONTACT, objectionOf, outcomeOfSent, sendContextOf } from "./sending.ts";

/** Sends to the addresses of the config, or else to the run's contact, who must not have objected. */
export const sendEmail = (store: Store, sender: Sender): Action => ({
  where: "outside",
  freeze: frozenWords,
  async perform(call) {
    const { run, config } = call;
    const given = textIn(config, "to");
    const contact = await contactOf(store, run);
    if (given === null && contact === null) return NO_CONTACT;
    const to = given === null ? [contact?.email ?? ""] : addressesIn(given);
    const isOwn = (address: string): boolean => isSame(address, contact?.email ?? "");
    const objection = contact !== null && to.some(isOwn) ? objectionOf(contact) : null;
    if (objection !== null) return objection;
    if (to[0] === "") return refusal("mail-without-recipient");
    const replyTo = textIn(config, "replyTo")?.trim() ?? null;
    // As the mail server is asked at last, so that the local outbox takes no more than that does.
    if (to.length === 0 || !to.every(isEmailAddress)) return refusal("mail-recipient-wrong");
    if (replyTo !== null && !isEmailAddress(replyTo)) return refusal("mail-reply-to-wrong");
    const { subject, preview, html, text } = mailOf(config);
    if (text === null && subject === null) return refusal("mail-empty");
    const email = {
      kind: "email" as const,
      to,
      cc: [],
      replyTo,
      subject: subject ?? run.automationName,
      preview,
      html,
      text,
    };
    return outcomeOfSent(await sender.send(sendContextOf(call), email), { to, subject: email.subject });
  },
});

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
