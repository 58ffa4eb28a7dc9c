import { type Kysely, sql } from "kysely";
import type { StoredConversation } from "../model.ts";
import type { ConversationFilter, ConversationKey } from "../port.ts";
import { phoneDigits } from "../../../platform/service/phone.ts";
import type { Viewer } from "../../../platform/security/principal.ts";
import { before, behind, containing, fold } from "../../../platform/database/columns.ts";
import { selectConversations, toConversation } from "./conversation-rows.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { NEARBY, oneContactIsVisible } from "../../../platform/database/visibility.ts";
import type { Position } from "../../../platform/security/cursors.ts";

type Query = ReturnType<typeof selectConversations>;

/** By activity; ties by id. */
export async function listConversations(
  db: Kysely<Database>,
  viewer: Viewer,
  filter: ConversationFilter,
  limit: number,
  after: Position | null,
): Promise<StoredConversation[]> {
  const position = filter.sort === "asc" ? behind : before;
  const page = (conversations: Query) => {
    const query = narrowed(conversations, viewer.workspaceId, filter);
    return (after === null ? query : query.where(position("conversations.last_activity_at", "conversations.id", after)))
      .orderBy("conversations.last_activity_at", filter.sort)
      .orderBy("conversations.id", filter.sort)
      .limit(limit)
      .execute();
  };
  const nearby = viewer.visibility === "own" ? await page(selectNearby(db, viewer, filter, after)) : [];
  const rows = nearby.length === limit ? nearby : await page(selectConversations(db, viewer));
  return rows.map(toConversation);
}

/** Who may see much finds a page among the first in order. */
function selectNearby(db: Kysely<Database>, viewer: Viewer, filter: ConversationFilter, after: Position | null): Query {
  const position = filter.sort === "asc" ? behind : before;
  let first = db
    .selectFrom("conversations as first")
    .select("first.id")
    .where("first.workspace_id", "=", viewer.workspaceId)
    .where("first.closed_at", filter.filter === "closed" ? "is not" : "is", null);
  if (after !== null) first = first.where(position("first.last_activity_at", "first.id", after));
  return selectConversations(db, viewer, oneContactIsVisible(viewer)).where(
    "conversations.id",
    "in",
    first.orderBy("first.last_activity_at", filter.sort).orderBy("first.id", filter.sort).limit(NEARBY),
  );
}

/** One look-up a way to name it: one for all of them could use no index. */
export async function findConversation(
  db: Kysely<Database>,
  viewer: Viewer,
  { id, phone, instagramId }: ConversationKey,
): Promise<StoredConversation | null> {
  const all = selectConversations(db, viewer, oneContactIsVisible(viewer));
  const ways = [
    all.where("conversations.id", "=", id),
    ...(phone === null ? [] : [all.where("contacts.phone", "=", phone)]),
    ...(instagramId === null ? [] : [all.where(isKnownAs(viewer.workspaceId, instagramId))]),
  ];
  for (const way of ways) {
    const row = await way.executeTakeFirst();
    if (row !== undefined) return toConversation(row);
  }
  return null;
}

const isKnownAs = (workspaceId: string, instagramId: string) => sql<boolean>`conversations.contact_id = (
  select known.contact_id from contact_identities as known
  where known.workspace_id = ${workspaceId} and known.kind = 'instagram' and known.external_id = ${instagramId}
)`;

function narrowed(all: Query, workspaceId: string, filter: ConversationFilter): Query {
  let query = BY_STATE[filter.filter](all);
  if (filter.search !== "") query = query.where(matches(filter.search));
  query = query.where(hasDealOf(workspaceId, filter));
  if (filter.channelIds.length > 0) query = query.where(usesOneOf(filter.channelIds));
  return query;
}

/** Which column of the active deal each filter is for. */
const DEAL_FILTERS = {
  responsibleId: "responsible_user_id",
  pipelineId: "pipeline_id",
  stageId: "stage_id",
  source: "source",
} as const;

/**
 * The active deal is found contact by contact, so the contacts with any such deal are found first: few, where the
 * filter says much.
 */
function hasDealOf(workspaceId: string, filter: ConversationFilter) {
  const given = Object.entries(DEAL_FILTERS).flatMap(([name, column]) => {
    const value = filter[name as keyof typeof DEAL_FILTERS];
    return value === undefined ? [] : [{ column, value }];
  });
  if (given.length === 0) return sql<boolean>`true`;
  const match = (table: string) =>
    sql.join(
      given.map(({ column, value }) => sql`${sql.ref(`${table}.${column}`)} = ${value}`),
      sql` and `,
    );
  return sql<boolean>`(conversations.contact_id in (
    select wanted.contact_id from deals as wanted
    where wanted.workspace_id = ${workspaceId} and wanted.status = 'open' and ${match("wanted")}
  ) and ${match("active")})`;
}

const open = (query: Query): Query => query.where("conversations.closed_at", "is", null);

const BY_STATE: Record<ConversationFilter["filter"], (query: Query) => Query> = {
  all: open,
  unread: (query) => open(query).where("conversations.unread_count", ">", 0),
  returned: (query) => open(query).where("conversations.is_returning", "=", true),
  internal: (query) => open(query).where("contacts.is_internal", "=", true),
  closed: (query) => query.where("conversations.closed_at", "is not", null),
};

/** Names, e-mail and Instagram name in any case; a phone as people write it by its digits. */
function matches(search: string) {
  const digits = phoneDigits(search);
  const inTexts = sql<boolean>`contacts.search_text like ${containing(fold(search.trim()))}`;
  return digits === null ? inTexts : sql<boolean>`(${inTexts} or contacts.phone like ${containing(digits)})`;
}

const usesOneOf = (channelIds: readonly string[]) => sql<boolean>`exists (
  select 1 from conversation_channels as used
  where used.workspace_id = conversations.workspace_id and used.conversation_id = conversations.id
    and used.channel_id = any(${channelIds}::text[])
)`;
