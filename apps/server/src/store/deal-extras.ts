import type { Kysely } from "kysely";
import type { DealCard } from "../domain/deals/card.ts";
import type { StoredDeal } from "../domain/deals/model.ts";
import { cadencesOfDeals } from "./cadence-lookups.ts";
import { conversationSummaries } from "./conversation-summaries.ts";
import type { Database } from "./schema.ts";
import { taskSummaries } from "./task-summaries.ts";

type Extras = Pick<DealCard, "messages" | "taskSummary" | "cadence">;

const SILENCE: Extras["messages"] = {
  lastMessageAt: null,
  lastMessageText: "",
  replyPending: false,
  activeChannels: [],
};

/** What other areas tell of these deals at an instant (ISO 8601): one read each, however many deals. */
export async function cardExtras(
  db: Kysely<Database>,
  workspaceId: string,
  deals: readonly StoredDeal[],
  at: string,
): Promise<(deal: StoredDeal) => Extras> {
  const contactIds = deals.flatMap(({ contactId }) => contactId ?? []);
  const said = await conversationSummaries(db, workspaceId, contactIds);
  const ids = deals.map(({ id }) => id);
  const cadences = await cadencesOfDeals(db, workspaceId, ids);
  const tasks = await taskSummaries(db, workspaceId, ids, at);
  return ({ id, contactId }) => {
    const summary = contactId === null ? undefined : said.get(contactId);
    return {
      messages: summary === undefined ? SILENCE : messagesOf(summary),
      taskSummary: tasks.get(id) ?? null,
      cadence: cadences.get(id) ?? null,
    };
  };
}

const messagesOf = ({ lastMessageAt, lastMessageText, replyPending, activeChannels }: Extras["messages"]) => ({
  lastMessageAt,
  lastMessageText,
  replyPending,
  activeChannels: activeChannels.map(({ id, kind, name }) => ({ id, kind, name })),
});
