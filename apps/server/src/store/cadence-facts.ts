import type { JsonObject } from "@trilho/engine/contract";
import type { Kysely } from "kysely";
import type { CadenceFacts } from "../domain/cadences/model.ts";
import { iso, isoOrNull } from "./columns.ts";
import type { Database } from "./schema.ts";

/** A deal, its contact and company under the names that Liquid and conditions know them by. */
export async function readFacts(db: Kysely<Database>, workspaceId: string, dealId: string): Promise<CadenceFacts> {
  const deal = await db
    .selectFrom("deals")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", dealId)
    .executeTakeFirst();
  if (deal === undefined) return {};
  return {
    deal: {
      id: deal.id,
      seq: deal.seq,
      name: deal.name,
      value: Number(deal.value),
      currency: deal.currency,
      status: deal.status,
      pipelineId: deal.pipeline_id,
      stageId: deal.stage_id,
      source: deal.source,
      responsibleUserId: deal.responsible_user_id,
      coOwnerUserId: deal.co_owner_user_id,
      closeProbability: deal.close_probability,
      expectedCloseAt: isoOrNull(deal.expected_close_at),
      lostReason: deal.lost_reason,
      createdAt: iso(deal.created_at),
      stageChangedAt: iso(deal.stage_changed_at),
      customFields: deal.custom_fields as JsonObject,
      tracking: deal.tracking as JsonObject | null,
    },
    contact: deal.contact_id === null ? null : await contactFacts(db, workspaceId, deal.contact_id),
    company: deal.company_id === null ? null : await companyFacts(db, workspaceId, deal.company_id),
  };
}

async function contactFacts(db: Kysely<Database>, workspaceId: string, id: string): Promise<JsonObject | null> {
  const row = await db
    .selectFrom("contacts")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) return null;
  const fullName = [row.first_name, row.last_name].filter((name) => name !== null && name !== "").join(" ");
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    displayName: fullName === "" ? (row.name ?? row.phone ?? row.email ?? "") : fullName,
    email: row.email,
    phone: row.phone,
    instagramUsername: row.instagram_username,
  };
}

async function companyFacts(db: Kysely<Database>, workspaceId: string, id: string): Promise<JsonObject | null> {
  const row = await db
    .selectFrom("companies")
    .select(["id", "name", "domain", "industry"])
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}
