import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DealStage } from "@trilho/contract";
import type { CardActivity, CardContact, CardMessages, DealCard } from "../card.ts";
import type { JsonObject } from "@trilho/engine/contract";
import { CADENCE } from "../../cadences/store/cadence-lookups.ts";
import { sendReady } from "../../../platform/database/ready.ts";
import { many, one, withInstant } from "../../../platform/database/columns.ts";
import { CONVERSATION } from "./conversation-summaries.ts";
import { type ChosenDeals, type DealRow, toDeal } from "./deal-rows.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { taskSummary } from "../tasks/store/task-summaries.ts";

type CardRow = DealRow & Belongings;

type Belongings = {
  stage: DealStage;
  responsible_name: string | null;
  co_owner_name: string | null;
  contact: CardContact | null;
  last_activity: CardActivity | null;
  messages: CardMessages | null;
} & Pick<DealCard, "company" | "tags" | "cadence"> & {
    channel_override: DealCard["channelOverride"];
    default_channel: DealCard["defaultChannel"];
    task_summary: NonNullable<DealCard["taskSummary"]>;
    /** A list as JSON: it is the same for all deals of a statement, and read once. */
    slugs: string | null;
  };

/** Whose deals are read, and as they stand at which instant, ISO 8601. */
interface CardsAsked {
  workspaceId: string;
  at: string;
}

/** As `readCards`, by a statement that is kept under a name, of deals that `choose` chooses by the same values. */
export const readReadyCards = async <Asked extends CardsAsked>(
  db: Kysely<Database>,
  name: string,
  asked: Asked,
  choose: (places: Asked) => ChosenDeals,
): Promise<DealCard[]> => toCards(await sendReady(db, name, asked, (places) => cards(choose(places), places)));

/**
 * Deals with all that is shown of them. The choice is made first, with its order and limit: what belongs to the deals is
 * then read for those on the page alone, in the same statement, however many a filter matches.
 */
export async function readCards(db: Kysely<Database>, chosen: ChosenDeals, asked: CardsAsked): Promise<DealCard[]> {
  const { rows } = await cards(chosen, asked).execute(db);
  return toCards(rows);
}

const cards = (
  chosen: ChosenDeals,
  { workspaceId, at }: CardsAsked,
): RawBuilder<CardRow> => sql<CardRow>`with page as ${chosen}
  select deals.*, ${ofWorkspace(workspaceId)}, ${BELONGINGS}, ${taskSummary(at)} as task_summary
  from page as deals order by deals.created_at desc, deals.id desc`;

function toCards(rows: readonly CardRow[]): DealCard[] {
  const slugs = new Set<string>(JSON.parse(rows[0]?.slugs ?? "[]"));
  return rows.map((row) => toCard(row, slugs));
}

function toCard(row: CardRow, slugs: ReadonlySet<string>): DealCard {
  const deal = toDeal(row);
  return {
    deal,
    properties: filledOf(deal.customFields, slugs),
    stage: row.stage,
    responsible: { userId: deal.responsibleUserId, name: row.responsible_name },
    coOwner: deal.coOwnerUserId === null ? null : { userId: deal.coOwnerUserId, name: row.co_owner_name },
    contact: row.contact && withInstant(row.contact, "optedOutAt"),
    company: row.company,
    tags: row.tags,
    channelOverride: row.channel_override,
    defaultChannel: row.default_channel,
    lastActivity: row.last_activity && withInstant(row.last_activity, "occurredAt"),
    messages: row.messages === null ? SILENCE : withInstant(row.messages, "lastMessageAt"),
    taskSummary: withDue(row.task_summary),
    cadence: row.cadence,
  };
}

function filledOf(customFields: JsonObject, slugs: ReadonlySet<string>): JsonObject {
  const filled: JsonObject = {};
  for (const slug in customFields) {
    const value = customFields[slug];
    if (value !== undefined && value !== null && slugs.has(slug)) filled[slug] = value;
  }
  return filled;
}

const SILENCE: CardMessages = { lastMessageAt: null, lastMessageText: "", replyPending: false, activeChannels: [] };

const withDue = ({ nextTask, ...counts }: Belongings["task_summary"]): Belongings["task_summary"] => ({
  ...counts,
  nextTask: nextTask && withInstant(nextTask, "dueAt"),
});

/** The row of another table that a deal names. */
const named = (table: string, key: string, columns: string): RawBuilder<unknown> =>
  one(sql.raw(`select ${columns} from ${table} where workspace_id = deals.workspace_id and id = deals.${key}`));

const nameOf = (key: string): RawBuilder<string> =>
  sql.raw(`(select name from members where workspace_id = deals.workspace_id and id = deals.${key})`);

/** What all deals of a workspace share: it names no deal, and is read once for all of them. */
const ofWorkspace = (workspaceId: string): RawBuilder<unknown> => sql`
  (select json_agg(slug)::text from custom_fields where workspace_id = ${workspaceId} and entity_type = 'deal') as slugs,
  ${one(sql`
    select id, kind, name from channels where workspace_id = ${workspaceId} and is_default
    order by kind = 'whatsapp' desc, id limit 1`)} as default_channel`;

const BELONGINGS = sql`
  ${named("stages", "stage_id", `id, seq, position as "order", name, color, is_won as "isWon", is_lost as "isLost"`)} as stage,
  ${named(
    "contacts",
    "contact_id",
    `id, seq, name, first_name as "firstName", last_name as "lastName", phone, email,
    instagram_username as "instagramUsername", avatar_key as "avatarKey", avatar_url as "avatarUrl", blocked,
    opted_out_at as "optedOutAt"`,
  )} as contact,
  ${named("companies", "company_id", `id, name, domain, cnpj, industry, website, logo_url as "logoUrl"`)} as company,
  ${nameOf("responsible_user_id")} as responsible_name,
  ${nameOf("co_owner_user_id")} as co_owner_name,
  ${many(sql`
    select tags.id, tags.name, tags.color
    from deal_tags join tags on tags.workspace_id = deal_tags.workspace_id and tags.id = deal_tags.tag_id
    where deal_tags.workspace_id = deals.workspace_id and deal_tags.deal_id = deals.id order by tags.name`)} as tags,
  ${named("channels", "channel_id", "id, kind, name")} as channel_override,
  ${one(sql`
    select activities.id, activities.type, activities.field, activities.changes, activities.metadata,
      activities.occurred_at as "occurredAt", activities.actor_type as "actorType",
      activities.actor_user_id as "userId", actor.name as "userName", actor.image as "userAvatarUrl",
      activities.actor_automation_id as "automationId", automations.name as "automationName",
      activities.actor_api_key_id as "apiKeyId"
    from activities
    left join members as actor
      on actor.workspace_id = activities.workspace_id and actor.id = activities.actor_user_id
    left join automations
      on automations.workspace_id = activities.workspace_id and automations.id = activities.actor_automation_id
    where activities.workspace_id = deals.workspace_id and activities.deal_id = deals.id
    order by activities.occurred_at desc, activities.id desc limit 1`)} as last_activity,
  ${CONVERSATION} as messages,
  ${CADENCE} as cadence`;
