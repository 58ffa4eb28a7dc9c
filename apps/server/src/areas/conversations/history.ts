import type { ConversationMessage, Operations } from "@trilho/contract";
import type { Cursors, Position } from "../../platform/security/cursors.ts";
import { done, type Outcome } from "../../platform/service/outcome.ts";
import { readPage, type Page } from "../../platform/service/page.ts";
import type { StoredMessage } from "./model.ts";
import type { ConversationStore } from "./port.ts";
import { presentMessage } from "./present.ts";

type Query = Operations["listConversationMessages"]["query"] & { limit: number };

/**
 * One page of a history. Backwards from the newest without `since`, forward from it otherwise; within a page always
 * chronological. A cursor is of the `since` that it came with, and of no other; sent without it, it reads backwards from
 * there (contract). Null stands for a conversation that is not there: the cursor is still checked.
 */
export async function readHistory(
  { conversations, cursors }: { conversations: ConversationStore; cursors: Cursors },
  workspaceId: string,
  conversationId: string | null,
  { channelId, since, limit, cursor }: Query,
): Promise<Outcome<Page<ConversationMessage>>> {
  const direction = since === undefined ? "backward" : "forward";
  const read = (count: number, after: Position | null): Promise<StoredMessage[]> =>
    conversationId === null
      ? Promise.resolve([])
      : conversations.messages(workspaceId, conversationId, { channelId, since, direction, limit: count, after });
  const page = await readPage({
    cursors,
    cursor,
    limit,
    scope: {
      workspaceId,
      operationId: "listConversationMessages",
      filters: { conversationId: conversationId ?? "", channelId },
      droppable: since === undefined ? undefined : new Date(since).toISOString(),
    },
    read,
    positionOf: ({ sentAt, id }) => ({ at: sentAt, id }),
    present: presentMessage,
  });
  if (!page.ok || direction === "forward") return page;
  return done({ ...page.value, items: page.value.items.toReversed() });
}
