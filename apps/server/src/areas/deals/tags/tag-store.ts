import { randomUUID } from "node:crypto";
import type { Tag } from "@trilho/contract";
import { type Kysely, type Selectable, sql } from "kysely";
import type { Actor, NewActivity, NewEvent } from "../../activities/history.ts";
import type { TagDraft, TaggedDeal, TagStore } from "./port.ts";
import { foldCase, iso } from "../../../platform/database/columns.ts";
import { codeOf } from "../../../platform/service/thrown.ts";
import { insertHistory } from "../../activities/history-store.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";

export function createTagStore(db: Kysely<Database>): TagStore {
  return {
    async list(workspaceId) {
      const rows = await selectTags(db, workspaceId).orderBy("name").orderBy("id").execute();
      return rows.map(toTag);
    },

    async get(workspaceId, id) {
      const row = await selectTags(db, workspaceId).where("id", "=", id).executeTakeFirst();
      return row === undefined ? null : toTag(row);
    },

    async named(workspaceId, name) {
      const { name_folded } = named(name);
      const row = await selectTags(db, workspaceId).where("name_folded", "=", name_folded).executeTakeFirst();
      return row === undefined ? null : toTag(row);
    },

    async create(workspaceId, { name, color }) {
      const row = await db
        .insertInto("tags")
        .values({ workspace_id: workspaceId, id: randomUUID(), ...named(name), color })
        .onConflict((conflict) => conflict.columns(["workspace_id", "name_folded"]).doNothing())
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? "taken" : toTag(row);
    },

    async replace(workspaceId, id, draft) {
      if (await isTaken(db, workspaceId, id, draft.name)) return "taken";
      try {
        return await replace(db, workspaceId, id, draft);
      } catch (error) {
        // Somebody else was faster.
        if (codeOf(error) === UNIQUE_VIOLATION) return "taken";
        throw error;
      }
    },

    async delete(workspaceId, id) {
      const { numDeletedRows } = await db
        .deleteFrom("tags")
        .where("workspace_id", "=", workspaceId)
        .where("id", "=", id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    addToDeal: (workspaceId, actor, deal, tagIds) =>
      inTransaction(db, (trx) => addTags(trx, workspaceId, actor, deal, tagIds)),

    removeFromDeal: (workspaceId, actor, deal, tagIds) =>
      inTransaction(db, (trx) => removeFromDeal(trx, workspaceId, actor, deal, tagIds)),
  };
}

const UNIQUE_VIOLATION = "23505";

const named = (name: string) => ({ name, name_folded: foldCase(name) });

const selectTags = (db: Kysely<Database>, workspaceId: string) =>
  db.selectFrom("tags").selectAll().where("workspace_id", "=", workspaceId);

const toTag = (row: Selectable<Database["tags"]>): Tag => ({
  id: row.id,
  name: row.name,
  color: row.color,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
});

async function isTaken(db: Kysely<Database>, workspaceId: string, id: string, name: string): Promise<boolean> {
  const rows = await selectTags(db, workspaceId)
    .where("name_folded", "=", foldCase(name))
    .where("id", "!=", id)
    .execute();
  // A tag that does not exist is missing, whatever its name would be.
  return rows.length > 0 && (await selectTags(db, workspaceId).where("id", "=", id).executeTakeFirst()) !== undefined;
}

async function replace(
  db: Kysely<Database>,
  workspaceId: string,
  id: string,
  { name, color }: TagDraft,
): Promise<Tag | null> {
  const row = await db
    .updateTable("tags")
    .set({ ...named(name), color, updated_at: sql<Date>`now()` })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? null : toTag(row);
}

async function existing(trx: Kysely<Database>, workspaceId: string, ids: readonly string[]): Promise<Tag[]> {
  if (ids.length === 0) return [];
  // Until the transaction ends, nobody removes them.
  const rows = await selectTags(trx, workspaceId).where("id", "in", ids).orderBy("id").forKeyShare().execute();
  return rows.map(toTag);
}

export async function addTags(
  trx: Kysely<Database>,
  workspaceId: string,
  actor: Actor,
  deal: TaggedDeal,
  tagIds: readonly string[],
): Promise<{ tags: Tag[]; added: Tag[] }> {
  const tags = await existing(trx, workspaceId, tagIds);
  if (tags.length === 0) return { tags, added: [] };
  const rows = await trx
    .insertInto("deal_tags")
    .values(tags.map(({ id }) => ({ workspace_id: workspaceId, deal_id: deal.id, tag_id: id })))
    .onConflict((conflict) => conflict.columns(["workspace_id", "deal_id", "tag_id"]).doNothing())
    .returning("tag_id")
    .execute();
  const added = tags.filter(({ id }) => rows.some((row) => row.tag_id === id));
  await recordChange(trx, workspaceId, actor, deal, "added", added);
  return { tags, added };
}

async function removeFromDeal(
  trx: Kysely<Database>,
  workspaceId: string,
  actor: Actor,
  deal: TaggedDeal,
  tagIds: readonly string[],
): Promise<Tag[]> {
  const tags = await existing(trx, workspaceId, tagIds);
  if (tags.length === 0) return [];
  const rows = await trx
    .deleteFrom("deal_tags")
    .where("workspace_id", "=", workspaceId)
    .where("deal_id", "=", deal.id)
    .where(
      "tag_id",
      "in",
      tags.map(({ id }) => id),
    )
    .returning("tag_id")
    .execute();
  const removed = tags.filter(({ id }) => rows.some((row) => row.tag_id === id));
  await recordChange(trx, workspaceId, actor, deal, "removed", removed);
  return removed;
}

const CHANGES = {
  added: { activity: "TAG_ADDED", event: "tag_added" },
  removed: { activity: "TAG_REMOVED", event: "tag_removed" },
} as const;

async function recordChange(
  trx: Kysely<Database>,
  workspaceId: string,
  actor: Actor,
  deal: TaggedDeal,
  change: keyof typeof CHANGES,
  tags: readonly Tag[],
): Promise<void> {
  const { activity, event } = CHANGES[change];
  const facts = tags.map(({ id, name }) => ({ tagId: id, tagName: name }));
  const activities = facts.map((metadata): NewActivity => ({ dealId: deal.id, type: activity, metadata }));
  const events = facts.map((payload): NewEvent => ({
    type: event,
    dealId: deal.id,
    contactId: deal.contactId,
    payload,
  }));
  await insertHistory(trx, workspaceId, actor, { activities, events });
}
