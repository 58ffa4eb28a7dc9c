import type { Answered } from "../areas/conversations/inbound.ts";
import type { Store } from "./model/stores.ts";

/** Wakes the run that awaits an answer. */
export const answerRun: Answered<Pick<Store, "runs" | "jobs">> = async (
  { runs, jobs },
  workspaceId,
  { contactId, quotedExternalId, content },
) => {
  const job = await runs.answer(workspaceId, contactId, quotedExternalId, content);
  if (job !== null) await jobs.send(job);
};
