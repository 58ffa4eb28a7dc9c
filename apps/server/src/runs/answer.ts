import type { Answered } from "../areas/conversations/inbound.ts";
import type { Store } from "./model/stores.ts";

/** Wakes the run that awaits an answer. */
export const answerRun: Answered<Pick<Store, "runs">> = async (
  { runs },
  workspaceId,
  { contactId, quotedExternalId, isTest, content },
) => {
  await runs.answer(workspaceId, { contactId, messageId: quotedExternalId, isTest }, content);
};
