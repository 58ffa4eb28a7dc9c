import type { Kysely } from "kysely";
import type { DealPlan, StoredDeal } from "../model.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import type { Viewer } from "../../../platform/security/principal.ts";

/** Whether the contact's open deal in the pipeline is the one that the new deal is to stand beside. */
export async function standsBeside(
  trx: Kysely<Database>,
  { workspaceId }: Viewer,
  contactId: string,
  { besideDealId, values }: DealPlan,
): Promise<boolean> {
  if (!besideDealId) return false;
  const deal = await trx
    .selectFrom("deals")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", besideDealId)
    .where("contact_id", "=", contactId)
    .where("pipeline_id", "=", values.pipelineId)
    .where("status", "=", "open")
    .executeTakeFirst();
  return deal !== undefined;
}

/** Locks the contact first: whoever opens a deal for it at the same time waits, and then sees this one. */
export async function openDealOf(
  trx: Kysely<Database>,
  workspaceId: string,
  contactId: string,
  pipelineId: string,
  except = "",
): Promise<{ id: string; seq: number } | null> {
  await trx
    .selectFrom("contacts")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", contactId)
    .forNoKeyUpdate()
    .execute();
  const other = await trx
    .selectFrom("deals")
    .select(["id", "seq"])
    .where("workspace_id", "=", workspaceId)
    .where("contact_id", "=", contactId)
    .where("pipeline_id", "=", pipelineId)
    .where("status", "=", "open")
    .where("id", "!=", except)
    .executeTakeFirst();
  return other ?? null;
}

/** Who comes back is returning. */
export async function hasClosedDeal(trx: Kysely<Database>, workspaceId: string, contactId: string): Promise<boolean> {
  const closed = await trx
    .selectFrom("deals")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("contact_id", "=", contactId)
    .where("status", "!=", "open")
    .limit(1)
    .executeTakeFirst();
  return closed !== undefined;
}

/** Whether a change gives the contact a second open deal in a pipeline. */
export async function isDouble(
  trx: Kysely<Database>,
  workspaceId: string,
  before: StoredDeal,
  wanted: StoredDeal,
): Promise<boolean> {
  const { id, status, contactId, pipelineId } = wanted;
  if (status !== "open" || contactId === null) return false;
  const isMoved = (["status", "contactId", "pipelineId"] as const).some((key) => wanted[key] !== before[key]);
  return isMoved && (await openDealOf(trx, workspaceId, contactId, pipelineId, id)) !== null;
}
