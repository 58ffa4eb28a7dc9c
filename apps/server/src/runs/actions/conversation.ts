import { inside, refusal, succeeded } from "../action.ts";
import { actorOf, factIn, textIn } from "./context.ts";

/** Closes the conversation with the run's contact. What it says about that becomes a note of the deal, if there is one. */
export const closeConversation = inside(async (store, call) => {
  const { run, config } = call;
  const { workspaceId, dealId } = run;
  const contactId = factIn(await call.facts(), "contact", "id") ?? run.contactId;
  const conversationId = contactId === null ? null : await store.conversations.idOfContact(workspaceId, contactId);
  if (conversationId === null) return refusal("conversation-missing");
  const closed = await store.conversations.setClosed(workspaceId, conversationId, true);
  const content = textIn(config, "note");
  if (content === null || dealId === null) return succeeded({ conversationId, closed });
  const note = { dealId, content, authorMemberId: null, attachmentIds: [] };
  const { id: noteId } = await store.notes.create(workspaceId, actorOf(call), note);
  return succeeded({ conversationId, closed, noteId });
});
