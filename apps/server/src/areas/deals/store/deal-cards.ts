import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DealStage } from "@trilho/contract";
import type { CardActivity, CardContact, CardMessages, DealCard } from "../card.ts";
import { CADENCE } from "../../cadences/store/cadence-lookups.ts";
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
  };

/**
 * Deals with all that is shown of them at an instant, ISO 8601. The choice is made first, with its order and limit: what
 * belongs to the deals is then read for those on the page alone, in the same statement, however many a filter matches.
 * `ready` names the statement where sessions are to keep it: one name for each text.
 */
export async function readCards(
  db: Kysely<Database>,
  chosen: ChosenDeals,
  at: string,
  ready?: string,
): Promise<DealCard[]> {
  const mark = sql.raw(ready === undefined ? "" : `/* ready: ${ready} */ `);
  const { rows } = await sql<CardRow>`${mark}with page as ${chosen}
    select deals.*, ${BELONGINGS}, ${taskSummary(new Date(at))} as task_summary
    from page as deals order by deals.created_at desc, deals.id desc`.execute(db);
  return rows.map(toCard);
}

function toCard(row: CardRow): DealCard {
  const deal = toDeal(row);
  return {
    deal,
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
    select id, kind, name from channels where workspace_id = deals.workspace_id and is_default
    order by kind = 'whatsapp' desc, id limit 1`)} as default_channel,
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
