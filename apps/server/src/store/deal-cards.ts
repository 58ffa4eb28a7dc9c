import { type Kysely, type SelectQueryBuilder, sql } from "kysely";
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres";
import type { CardActivity, CardContact, DealCard } from "../domain/deals/card.ts";
import { cardExtras } from "./deal-extras.ts";
import { type DealRow, toDeal } from "./deal-rows.ts";
import type { Database } from "./schema.ts";

/** A choice of deals, newest first. */
export type ChosenDeals = SelectQueryBuilder<Database, "deals", DealRow>;

/**
 * Deals with all that is shown of them. The choice is made first, with its order and limit: what belongs to the deals
 * is then read for those on the page alone, in the same statement, however many a filter matches.
 */
export async function readCards(
  db: Kysely<Database>,
  workspaceId: string,
  chosen: ChosenDeals,
  at: string,
): Promise<DealCard[]> {
  const rows = await db
    .with("page", () => chosen)
    .selectFrom("page as deals")
    .selectAll("deals")
    .select((eb) => [
      jsonObjectFrom(
        eb
          .selectFrom("stages")
          .whereRef("stages.workspace_id", "=", "deals.workspace_id")
          .whereRef("stages.id", "=", "deals.stage_id")
          .select(["id", "seq", "position as order", "name", "color", "is_won as isWon", "is_lost as isLost"]),
      )
        .$notNull()
        .as("stage"),
      jsonObjectFrom(
        eb
          .selectFrom("contacts")
          .whereRef("contacts.workspace_id", "=", "deals.workspace_id")
          .whereRef("contacts.id", "=", "deals.contact_id")
          .select([
            "id",
            "seq",
            "name",
            "first_name as firstName",
            "last_name as lastName",
            "phone",
            "email",
            "instagram_username as instagramUsername",
            "avatar_key as avatarKey",
            "avatar_url as avatarUrl",
            "avatar_key as avatarKey",
            "blocked",
            sql<string | null>`opted_out_at`.as("optedOutAt"),
          ]),
      ).as("contact"),
      jsonObjectFrom(
        eb
          .selectFrom("companies")
          .whereRef("companies.workspace_id", "=", "deals.workspace_id")
          .whereRef("companies.id", "=", "deals.company_id")
          .select(["id", "name", "domain", "cnpj", "industry", "website", "logo_url as logoUrl"]),
      ).as("company"),
      eb
        .selectFrom("members")
        .whereRef("members.workspace_id", "=", "deals.workspace_id")
        .whereRef("members.id", "=", "deals.responsible_user_id")
        .select("name")
        .as("responsible_name"),
      eb
        .selectFrom("members")
        .whereRef("members.workspace_id", "=", "deals.workspace_id")
        .whereRef("members.id", "=", "deals.co_owner_user_id")
        .select("name")
        .as("co_owner_name"),
      jsonArrayFrom(
        eb
          .selectFrom("deal_tags")
          .innerJoin("tags", (join) =>
            join.onRef("tags.workspace_id", "=", "deal_tags.workspace_id").onRef("tags.id", "=", "deal_tags.tag_id"),
          )
          .whereRef("deal_tags.workspace_id", "=", "deals.workspace_id")
          .whereRef("deal_tags.deal_id", "=", "deals.id")
          .select(["tags.id", "tags.name", "tags.color"])
          .orderBy("tags.name"),
      ).as("tags"),
      jsonObjectFrom(
        eb
          .selectFrom("channels")
          .whereRef("channels.workspace_id", "=", "deals.workspace_id")
          .whereRef("channels.id", "=", "deals.channel_id")
          .select(["id", "kind", "name"]),
      ).as("channel_override"),
      jsonObjectFrom(
        eb
          .selectFrom("channels")
          .whereRef("channels.workspace_id", "=", "deals.workspace_id")
          .where("channels.is_default", "=", true)
          .select(["id", "kind", "name"])
          .orderBy(sql`kind = 'whatsapp'`, "desc")
          .orderBy("id")
          .limit(1),
      ).as("default_channel"),
      jsonObjectFrom(
        eb
          .selectFrom("activities")
          .whereRef("activities.workspace_id", "=", "deals.workspace_id")
          .whereRef("activities.deal_id", "=", "deals.id")
          .leftJoin("members as actor", (join) =>
            join
              .onRef("actor.workspace_id", "=", "activities.workspace_id")
              .onRef("actor.id", "=", "activities.actor_user_id"),
          )
          .leftJoin("automations", (join) =>
            join
              .onRef("automations.workspace_id", "=", "activities.workspace_id")
              .onRef("automations.id", "=", "activities.actor_automation_id"),
          )
          .select([
            "activities.id",
            "activities.type",
            "activities.field",
            "activities.changes",
            "activities.metadata",
            sql<string>`activities.occurred_at`.as("occurredAt"),
            "activities.actor_type as actorType",
            "activities.actor_user_id as userId",
            "actor.name as userName",
            "actor.image as userAvatarUrl",
            "activities.actor_automation_id as automationId",
            "automations.name as automationName",
            "activities.actor_api_key_id as apiKeyId",
          ])
          .orderBy("activities.occurred_at", "desc")
          .orderBy("activities.id", "desc")
          .limit(1),
      ).as("last_activity"),
    ])
    .orderBy("deals.created_at", "desc")
    .orderBy("deals.id", "desc")
    .execute();
  const deals = rows.map(toDeal);
  const extras = await cardExtras(db, workspaceId, deals, at);
  return rows.map((row, index): DealCard => {
    const deal = deals[index] ?? toDeal(row);
    return {
      deal,
      stage: row.stage,
      responsible: { userId: deal.responsibleUserId, name: row.responsible_name },
      coOwner: deal.coOwnerUserId === null ? null : { userId: deal.coOwnerUserId, name: row.co_owner_name },
      contact: row.contact && withInstant<CardContact>(row.contact, "optedOutAt"),
      company: row.company,
      tags: row.tags,
      channelOverride: row.channel_override,
      defaultChannel: row.default_channel,
      lastActivity: row.last_activity && withInstant<CardActivity>(row.last_activity as CardActivity, "occurredAt"),
      ...extras(deal),
    };
  });
}

/** JSON made by the database writes instants with an offset; the API writes them in UTC. */
const withInstant = <T extends object>(row: T, key: keyof T): T => {
  const text = row[key];
  return typeof text === "string" ? { ...row, [key]: new Date(text).toISOString() } : row;
};
