import { type Kysely, sql } from "kysely";
import type { StoredConversation } from "../domain/conversations/model.ts";
import type { ConversationFilter, ConversationKey } from "../domain/conversations/port.ts";
import { phoneDigits } from "../domain/contacts/phone.ts";
import type { Position, Viewer } from "../domain/model.ts";
import { before, behind, canBeStored, containing, fold } from "./columns.ts";
import { selectConversations, toConversation } from "./conversation-rows.ts";
import type { Database } from "./schema.ts";

type Query = ReturnType<typeof selectConversations>;

/** By activity; ties by id. */
export async function listConversations(
  db: Kysely<Database>,
  viewer: Viewer,
  filter: ConversationFilter,
  limit: number,
  after: Position | null,
): Promise<StoredConversation[]> {
  const texts = [filter.search, filter.responsibleId, filter.pipelineId, filter.stageId, filter.source];
  if (![...texts, ...filter.channelIds].every((text) => text === undefined || canBeStored(text))) return [];
  const position = filter.sort === "asc" ? behind : before;
  let query = narrowed(selectConversations(db, viewer), filter);
  if (after !== null) query = query.where(position("conversations.last_activity_at", "conversations.id", after));
  const rows = await query
    .orderBy("conversations.last_activity_at", filter.sort)
    .orderBy("conversations.id", filter.sort)
    .limit(limit)
    .execute();
  return rows.map(toConversation);
}

export async function findConversation(
  db: Kysely<Database>,
  viewer: Viewer,
  { id, phone, instagramId }: ConversationKey,
): Promise<StoredConversation | null> {
  if (!canBeStored(id)) return null;
  const rows = await selectConversations(db, viewer)
    .where((eb) =>
      eb.or([
        eb("conversations.id", "=", id),
        ...(phone === null ? [] : [eb("contacts.phone", "=", phone)]),
        ...(instagramId === null
          ? []
          : [
              eb.exists(
                eb
                  .selectFrom("contact_identities as known")
                  .select("known.external_id")
                  .whereRef("known.workspace_id", "=", "conversations.workspace_id")
                  .whereRef("known.contact_id", "=", "conversations.contact_id")
                  .where("known.kind", "=", "instagram")
                  .where("known.external_id", "=", instagramId),
              ),
            ]),
      ]),
    )
    .limit(2)
    .execute();
  const row = rows.find((candidate) => candidate.id === id) ?? rows[0];
  return row === undefined ? null : toConversation(row);
}

function narrowed(all: Query, filter: ConversationFilter): Query {
  let query = BY_STATE[filter.filter](all);
  if (filter.search !== "") query = query.where(matches(filter.search));
  if (filter.responsibleId !== undefined) query = query.where("active.responsible_user_id", "=", filter.responsibleId);
  if (filter.pipelineId !== undefined) query = query.where("active.pipeline_id", "=", filter.pipelineId);
  if (filter.stageId !== undefined) query = query.where("active.stage_id", "=", filter.stageId);
  if (filter.source !== undefined) query = query.where("active.source", "=", filter.source);
  if (filter.channelIds.length > 0) query = query.where(usesOneOf(filter.channelIds));
  return query;
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
