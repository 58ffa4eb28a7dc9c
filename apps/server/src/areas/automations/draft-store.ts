import { randomUUID } from "node:crypto";
import type { AutomationDraft } from "@trilho/contract";
import { type Kysely, sql, type SqlBool } from "kysely";
import { iso } from "../../platform/database/columns.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { actorNames, actorOf } from "./history-store.ts";
import type { Author, AutomationDrafts, DraftChange } from "./port.ts";

export const createAutomationDrafts = (db: Kysely<Database>): AutomationDrafts => ({
  get: (workspaceId, automationId) => readDraft(db, workspaceId, automationId),

  save: (workspaceId, automationId, change, by) =>
    inTransaction(db, (trx) => saveDraft(trx, workspaceId, automationId, change, by)),

  remove: (workspaceId, automationId, revision) =>
    inTransaction(db, async (trx) => {
      if (!(await holdAutomation(trx, workspaceId, automationId))) return "missing";
      let query = trx.deleteFrom("automation_drafts").where(isOf(workspaceId, automationId));
      if (revision !== undefined) query = query.where("revision", "=", revision);
      await query.execute();
      return (await readDraft(trx, workspaceId, automationId)) === null ? "removed" : "conflict";
    }),
});

/** In the caller's transaction. */
export async function saveDraft(
  trx: Kysely<Database>,
  workspaceId: string,
  automationId: string,
  change: DraftChange,
  by: Author,
): Promise<AutomationDraft | "conflict" | "missing"> {
  if (!(await holdAutomation(trx, workspaceId, automationId))) return "missing";
  const place = { workspace_id: workspaceId, automation_id: automationId };
  const isSaved = await write(trx, place, columnsOf(change, by), change.revision);
  return isSaved ? ((await readDraft(trx, workspaceId, automationId)) ?? "missing") : "conflict";
}

const columnsOf = (change: DraftChange, by: Author) => ({
  content: JSON.stringify(change.content),
  base_version: change.baseVersion,
  revision: randomUUID(),
  by_member_id: by.memberId,
  by_api_key_id: by.keyId,
  edited_at: sql<Date>`now()`,
});

/** Unless there is another revision than the given one; false where there is. */
async function write(
  trx: Kysely<Database>,
  place: { workspace_id: string; automation_id: string },
  columns: ReturnType<typeof columnsOf>,
  revision: DraftChange["revision"],
): Promise<boolean> {
  if (typeof revision === "string") {
    const { numUpdatedRows } = await trx
      .updateTable("automation_drafts")
      .set(columns)
      .where(isOf(place.workspace_id, place.automation_id))
      .where("revision", "=", revision)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto("automation_drafts")
    .values({ ...place, ...columns })
    .onConflict((conflict) =>
      revision === null
        ? conflict.doNothing()
        : conflict.columns(["workspace_id", "automation_id"]).doUpdateSet(columns),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

const isOf = (workspaceId: string, automationId: string) =>
  sql<SqlBool>`workspace_id = ${workspaceId} and automation_id = ${automationId}`;

/** It stays until this transaction ends; false where there is none. */
async function holdAutomation(trx: Kysely<Database>, workspaceId: string, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom("automations")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .select("id")
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

export async function readDraft(
  db: Kysely<Database>,
  workspaceId: string,
  automationId: string,
): Promise<AutomationDraft | null> {
  const row = await db
    .selectFrom("automation_drafts as draft")
    .where("draft.workspace_id", "=", workspaceId)
    .where("draft.automation_id", "=", automationId)
    .selectAll("draft")
    .select(actorNames("draft"))
    .executeTakeFirst();
  if (row === undefined) return null;
  const { content, base_version: baseVersion, revision } = row;
  return { content, baseVersion, revision, editedBy: actorOf(row), editedAt: iso(row.edited_at) };
}
