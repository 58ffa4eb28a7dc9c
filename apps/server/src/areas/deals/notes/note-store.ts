import { randomUUID } from "node:crypto";
import { type Kysely, type Selectable, sql } from "kysely";
import type { Actor } from "../../activities/history.ts";
import type { NewNote, NoteStore, StoredNote } from "./port.ts";
import { done } from "../../../platform/service/outcome.ts";
import { before, iso } from "../../../platform/database/columns.ts";
import { insertActivities } from "../../activities/history-store.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";

type NoteRow = Selectable<Database["notes"]> & { author_name: string | null };

export function createNoteStore(db: Kysely<Database>): NoteStore {
  return {
    async list(workspaceId, dealId, limit, after) {
      let query = selectNotes(db, workspaceId, dealId);
      if (after !== null) query = query.where(before("notes.created_at", "notes.id", after));
      const rows = await query.orderBy("notes.created_at", "desc").orderBy("notes.id", "desc").limit(limit).execute();
      return withAttachments(db, workspaceId, rows);
    },

    get: (workspaceId, dealId, id) => getNote(db, workspaceId, dealId, id),

    create: (workspaceId, actor, note) => inTransaction(db, (trx) => create(trx, workspaceId, actor, note)),

    update: (workspaceId, actor, dealId, id, decide) =>
      inTransaction(db, async (trx) => {
        if (!(await holdNote(trx, workspaceId, dealId, id))) return null;
        const current = await getNote(trx, workspaceId, dealId, id);
        if (current === null) return null;
        const content = decide(current);
        if (!content.ok) return content;
        if (content.value === current.content) return done(current);
        await trx
          .updateTable("notes")
          .set({ content: content.value, updated_at: sql<Date>`now()` })
          .where("workspace_id", "=", workspaceId)
          .where("id", "=", id)
          .execute();
        await recordActivity(trx, workspaceId, actor, dealId, "NOTE_UPDATED", id);
        return done(await written(trx, workspaceId, dealId, id));
      }),

    delete: (workspaceId, actor, dealId, id) =>
      inTransaction(db, async (trx) => {
        if (!(await holdNote(trx, workspaceId, dealId, id))) return false;
        // The files go first: what points at them goes with them.
        await trx
          .deleteFrom("files")
          .where("workspace_id", "=", workspaceId)
          .where("key", "in", (eb) =>
            eb
              .selectFrom("deal_attachments")
              .where("workspace_id", "=", workspaceId)
              .where("note_id", "=", id)
              .select("id"),
          )
          .execute();
        await trx.deleteFrom("notes").where("workspace_id", "=", workspaceId).where("id", "=", id).execute();
        await recordActivity(trx, workspaceId, actor, dealId, "NOTE_DELETED", id);
        return true;
      }),
  };
}

const selectNotes = (db: Kysely<Database>, workspaceId: string, dealId: string) =>
  db
    .selectFrom("notes")
    .leftJoin("members", (join) =>
      join.onRef("members.workspace_id", "=", "notes.workspace_id").onRef("members.id", "=", "notes.author_member_id"),
    )
    .where("notes.workspace_id", "=", workspaceId)
    .where("notes.deal_id", "=", dealId)
    .selectAll("notes")
    .select("members.name as author_name");

async function getNote(
  db: Kysely<Database>,
  workspaceId: string,
  dealId: string,
  id: string,
): Promise<StoredNote | null> {
  const rows = await selectNotes(db, workspaceId, dealId).where("notes.id", "=", id).execute();
  const [note] = await withAttachments(db, workspaceId, rows);
  return note ?? null;
}

/** Until the transaction ends, nobody else changes the note. False when there is none. */
async function holdNote(trx: Kysely<Database>, workspaceId: string, dealId: string, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom("notes")
    .where("workspace_id", "=", workspaceId)
    .where("deal_id", "=", dealId)
    .where("id", "=", id)
    .select("id")
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

async function create(
  trx: Kysely<Database>,
  workspaceId: string,
  actor: Actor,
  { dealId, content, authorMemberId, attachmentIds }: NewNote,
): Promise<StoredNote> {
  const id = randomUUID();
  await trx
    .insertInto("notes")
    .values({ workspace_id: workspaceId, id, deal_id: dealId, content, author_member_id: authorMemberId })
    .execute();
  if (attachmentIds.length > 0) {
    await trx
      .updateTable("deal_attachments")
      .set({ note_id: id })
      .where("workspace_id", "=", workspaceId)
      .where("deal_id", "=", dealId)
      .where("id", "in", attachmentIds)
      .where("note_id", "is", null)
      .execute();
  }
  await recordActivity(trx, workspaceId, actor, dealId, "NOTE_CREATED", id);
  return written(trx, workspaceId, dealId, id);
}

/** A note that this transaction has just written. */
async function written(trx: Kysely<Database>, workspaceId: string, dealId: string, id: string): Promise<StoredNote> {
  const note = await getNote(trx, workspaceId, dealId, id);
  if (note === null) throw new Error(`Note ${id} was written and is not there`);
  return note;
}

const recordActivity = (
  trx: Kysely<Database>,
  workspaceId: string,
  actor: Actor,
  dealId: string,
  type: "NOTE_CREATED" | "NOTE_UPDATED" | "NOTE_DELETED",
  noteId: string,
): Promise<void> => insertActivities(trx, workspaceId, actor, [{ dealId, type, metadata: { noteId } }]);

/** The notes in the contract's shape, with the files of all of them read at once. */
async function withAttachments(
  db: Kysely<Database>,
  workspaceId: string,
  rows: readonly NoteRow[],
): Promise<StoredNote[]> {
  if (rows.length === 0) return [];
  const files = await db
    .selectFrom("deal_attachments")
    .innerJoin("files", (join) =>
      join
        .onRef("files.workspace_id", "=", "deal_attachments.workspace_id")
        .onRef("files.key", "=", "deal_attachments.id"),
    )
    .where("deal_attachments.workspace_id", "=", workspaceId)
    .where(
      "deal_attachments.note_id",
      "in",
      rows.map(({ id }) => id),
    )
    .select([
      "deal_attachments.note_id as noteId",
      "files.key as id",
      "files.name",
      "files.mime_type as contentType",
      "files.size",
    ])
    .orderBy("deal_attachments.created_at")
    .orderBy("deal_attachments.id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    dealId: row.deal_id,
    content: row.content,
    authorMemberId: row.author_member_id,
    authorName: row.author_name,
    attachments: files
      .filter(({ noteId }) => noteId === row.id)
      .map(({ id, name, contentType, size }) => ({ id, name, contentType, size })),
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }));
}
