import type { Kysely } from "kysely";
import type { DealCard } from "../domain/deals/card.ts";
import type { StoredDeal } from "../domain/deals/model.ts";
import { cadencesOfDeals } from "./cadence-lookups.ts";
import { conversationSummaries } from "./conversation-summaries.ts";
import type { Database } from "./schema.ts";

type Extras = Pick<DealCard, "messages" | "taskSummary" | "cadence">;

const SILENCE: Extras["messages"] = {
  lastMessageAt: null,
  lastMessageText: "",
  replyPending: false,
  activeChannels: [],
};

/** What other areas tell of these deals: one read each, however many deals. */
export async function cardExtras(
  db: Kysely<Database>,
  workspaceId: string,
  deals: readonly StoredDeal[],
): Promise<(deal: StoredDeal) => Extras> {
  const contactIds = deals.flatMap(({ contactId }) => contactId ?? []);
  const said = await conversationSummaries(db, workspaceId, contactIds);
  const cadences = await cadencesOfDeals(
    db,
    workspaceId,
    deals.map(({ id }) => id),
  );
  return ({ id, contactId }) => {
    const summary = contactId === null ? undefined : said.get(contactId);
    return {
      messages: summary === undefined ? SILENCE : messagesOf(summary),
      taskSummary: null,
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
