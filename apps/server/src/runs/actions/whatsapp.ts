import { recallMessage, type Messenger, type SentMessage } from "../../areas/conversations/messenger.ts";
import type { StoredMessage } from "../../areas/conversations/model.ts";
import type { Store } from "../model/stores.ts";
import { reasonsOf } from "../../platform/service/refusals.ts";
import { frozenWords, modeOf, permanent, refusal, type Action } from "../action.ts";
import type { ActionOutcome } from "../model/run.ts";
import { actorOf, textIn } from "./context.ts";
import { channelNamed, contactOf, NO_CONTACT, objectionOf, outcomeOfSent } from "./sending.ts";
import { contentOf } from "./whatsapp-content.ts";
import { automationPrincipal } from "../../areas/automations/principal.ts";

/** Sends through the conversation with the run's contact, where it can be read. */
export const sendWhatsapp = (store: Store, messenger: Messenger): Action => ({
  where: "outside",
  freeze: frozenWords,
  async recall(inside, { run, key }) {
    const recalled = await recallMessage(inside, run.workspaceId, key);
    return recalled === "not-begun" ? recalled : outcomeOfMessage(recalled);
  },
  async perform(call) {
    const { run, config } = call;
    const contact = await contactOf(store, run);
    if (contact === null) return NO_CONTACT;
    const objection = objectionOf(contact);
    if (objection !== null) return objection;
    if (contact.phone === null) return refusal("contact-without-phone");
    const channelId = textIn(config, "channelId") ?? run.definition.outboundChannelId;
    if (channelId !== null && (await channelNamed(store, run, channelId)) === null) return refusal("channel-gone");
    const content = await contentOf(store, call);
    if ("ok" in content) return content;
    const viewer = automationPrincipal(run);
    const author = {
      viewer,
      mode: modeOf(run),
      locale: run.workspace.locale,
      actor: actorOf(call),
      sentByUserId: null,
      origin: "automation" as const,
      originLabel: run.automationName,
    };
    const request = { to: contact.phone, ...(channelId !== null && { channelId }), ...content };
    const answer = await messenger.send(author, request, call.key);
    if (!answer.ok) return permanent(reasonsOf(answer.failure, "message-refused"));
    return outcomeOfMessage(answer.value);
  },
});

/** A provider may tell that a message did not arrive before it is known here that it was taken. */
const outcomeOfMessage = ({ message, sent }: SentMessage): ActionOutcome =>
  sent.ok && message.status === "failed"
    ? undelivered(message)
    : outcomeOfSent(sent, { conversationId: message.conversationId, text: message.previewText });

function undelivered({ errorMessage, failure }: StoredMessage): ActionOutcome {
  if (errorMessage === null || failure === null) return refusal("message-undelivered");
  return { ok: false, error: { message: errorMessage, failure, permanent: true } };
}
