import type { Hearing } from "../areas/conversations/inbound.ts";
import type { Store } from "./model/stores.ts";

/** Tells runs what they await: an answer, or that there will be none. */
export const hearingOfRuns: Hearing<Pick<Store, "runs">> = {
  async answered({ runs }, workspaceId, { contactId, quotedExternalId, isTest, content }) {
    await runs.answer(workspaceId, { contactId, messageId: quotedExternalId, isTest }, content);
  },
  undelivered: ({ runs }, workspaceId, { key, failure }) => runs.undelivered(workspaceId, key, failure),
};
