import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { DealStage } from "@trilho/contract";
import type { CardActivity, CardContact, CardMessages, DealCard } from "../card.ts";
import { CADENCE } from "../../cadences/store/cadence-lookups.ts";
import type { Part } from "../../../platform/service/page.ts";
import { iso, many, one, withInstant } from "../../../platform/database/columns.ts";
import { CONVERSATION } from "./conversation-summaries.ts";
import { type ChosenDeals, type DealRow, type Stopped, toDeal, type WalkedDeals } from "./deal-rows.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { taskSummary } from "../tasks/store/task-summaries.ts";

type CardRow<Row extends DealRow> = Row & Belongings;

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
export const readCards = async (
  db: Kysely<Database>,
  chosen: ChosenDeals,
  at: string,
  ready?: string,
): Promise<DealCard[]> => (await readRows(db, chosen, at, ready)).map(toCard);

/** The same of a page of a list, with where it stopped before its end. */
export async function readPage(
  db: Kysely<Database>,
  chosen: ChosenDeals | WalkedDeals,
  at: string,
): Promise<Part<DealCard>> {
  const rows = await readRows<DealRow & Partial<Stopped>>(db, chosen, at);
  const { stopped_at: stoppedAt = null, stopped_below: id = null } = rows[0] ?? {};
  return {
    // A walk that found nothing is a row of nulls.
    rows: rows.filter((row) => (row.id as string | null) !== null).map(toCard),
    stopped: stoppedAt === null || id === null ? null : { at: iso(stoppedAt), id },
  };
}

async function readRows<Row extends DealRow>(
  db: Kysely<Database>,
  chosen: SelectQueryBuilder<Database, "deals", Row>,
  at: string,
  ready?: string,
): Promise<CardRow<Row>[]> {
  const mark = sql.raw(ready === undefined ? "" : `/* ready: ${ready} */ `);
  const { rows } = await sql<CardRow<Row>>`${mark}with page as ${chosen}
    select deals.*, ${BELONGINGS}, ${taskSummary(new Date(at))} as task_summary
    from page as deals order by deals.created_at desc, deals.id desc`.execute(db);
  return rows;
}

function toCard(row: CardRow<DealRow>): DealCard {
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
