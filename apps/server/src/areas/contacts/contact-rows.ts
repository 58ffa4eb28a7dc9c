import { randomUUID } from "node:crypto";
import type { JsonObject } from "@trilho/engine/contract";
import { type Kysely, type Selectable, type SqlBool, sql } from "kysely";
import type { ContactInserted, ContactTaken, ContactValues, NewContact, StoredContact } from "./model.ts";
import type { Viewer } from "../../platform/security/principal.ts";
import { fold, iso, isoOrNull } from "../../platform/database/columns.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import { oneContactIsVisible } from "../../platform/database/visibility.ts";
import { nextSeq } from "../../platform/database/workspace-rows.ts";

export type ContactRow = Selectable<Database["contacts"]>;

const NOTHING_GIVEN: ContactValues = {
  name: null,
  firstName: null,
  lastName: null,
  phone: null,
  email: null,
  instagramUsername: null,
  notes: null,
  companyId: null,
  blocked: false,
  isInternal: false,
};

/**
 * Adds a contact with the next number, unless its phone or e-mail is another contact's: the database decides that,
 * also among writers at the same time, and the surrounding transaction goes on either way. `phone` is in E.164.
 */
export async function insertContact(
  trx: Kysely<Database>,
  workspaceId: string,
  contact: NewContact,
): Promise<ContactInserted> {
  const seq = await nextSeq(trx, workspaceId, "contact");
  const row = await trx
    .insertInto("contacts")
    .values({
      workspace_id: workspaceId,
      id: randomUUID(),
      seq,
      ...contactColumns(contact),
      avatar_url: contact.avatarUrl ?? null,
      custom_fields: JSON.stringify(contact.customFields ?? {}),
      created_by: contact.createdBy,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row !== undefined) return { outcome: "inserted", contact: toContact(row) };
  const taken = await findTaken(trx, workspaceId, { phone: contact.phone ?? null, email: contact.email ?? null });
  if (taken === null) throw new Error("A contact was refused although nobody has its phone or e-mail");
  return taken;
}

/** The columns of what people say, with the one that searches look through. */
export function contactColumns(given: Partial<ContactValues>) {
  const values = { ...NOTHING_GIVEN, ...given };
  const searched = [
    values.firstName,
    values.lastName,
    values.name,
    values.email,
    values.instagramUsername,
    values.phone,
  ];
  return {
    name: values.name,
    first_name: values.firstName,
    last_name: values.lastName,
    phone: values.phone,
    email: values.email,
    instagram_username: values.instagramUsername,
    notes: values.notes,
    company_id: values.companyId,
    blocked: values.blocked,
    is_internal: values.isInternal,
    search_text: fold(searched.filter(Boolean).join(" ")),
  };
}

/**
 * New contacts and changes of phones and e-mails wait for each other until the end of their transactions, so that nobody gets one
 * between the look (`findTaken`) and the writing. To be taken before a contact's row is locked.
 */
export const lockContactCreation = async (trx: Kysely<Database>, workspaceId: string): Promise<void> => {
  await nextSeq(trx, workspaceId, "contact", 0);
};

/** Which contact but `except` has the phone, else the e-mail. */
export async function findTaken(
  db: Kysely<Database>,
  workspaceId: string,
  { phone, email }: Pick<ContactValues, "phone" | "email">,
  except?: string,
): Promise<ContactTaken | null> {
  const byPhone = phone && (await findContactByPhone(db, workspaceId, phone));
  if (byPhone && byPhone.id !== except) return { outcome: "taken", by: "phone", contact: byPhone };
  const byEmail = email && (await findContactByEmail(db, workspaceId, email));
  if (byEmail && byEmail.id !== except) return { outcome: "taken", by: "email", contact: byEmail };
  return null;
}

/** The contact with this phone (E.164), whoever may see it: one phone is one contact. */
export const findContactByPhone = (
  db: Kysely<Database>,
  workspaceId: string,
  phone: string,
): Promise<StoredContact | null> => findBy(db, workspaceId, sql<SqlBool>`phone = ${phone}`);

/** The contact with this e-mail in any case, whoever may see it. */
export const findContactByEmail = (
  db: Kysely<Database>,
  workspaceId: string,
  email: string,
): Promise<StoredContact | null> =>
  findBy(db, workspaceId, sql<SqlBool>`lower(email collate "C") = lower(${email}::text collate "C")`);

/** Whether a contact that was found whoever may see it is one that the viewer may. */
export async function contactIsSeen(db: Kysely<Database>, viewer: Viewer, id: string): Promise<boolean> {
  if (viewer.visibility === "all") return true;
  const row = await db
    .selectFrom("contacts")
    .select("id")
    .where("contacts.workspace_id", "=", viewer.workspaceId)
    .where("contacts.id", "=", id)
    .where(oneContactIsVisible(viewer))
    .executeTakeFirst();
  return row !== undefined;
}

async function findBy(
  db: Kysely<Database>,
  workspaceId: string,
  condition: ReturnType<typeof sql<SqlBool>>,
): Promise<StoredContact | null> {
  const row = await db
    .selectFrom("contacts")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where(condition)
    .executeTakeFirst();
  return row === undefined ? null : toContact(row);
}

export const toContact = (row: ContactRow): StoredContact => ({
  id: row.id,
  seq: row.seq,
  name: row.name,
  firstName: row.first_name,
  lastName: row.last_name,
  phone: row.phone,
  email: row.email,
  instagramUsername: row.instagram_username,
  avatarUrl: row.avatar_url,
  avatarKey: row.avatar_key,
  notes: row.notes,
  companyId: row.company_id,
  // Held to their definitions when they were written.
  customFields: row.custom_fields as JsonObject,
  createdBy: row.created_by,
  blocked: row.blocked,
  isInternal: row.is_internal,
  optedOutAt: isoOrNull(row.opted_out_at),
  optedOutKeyword: row.opted_out_keyword,
  optedOutSource: row.opted_out_source,
  lastMarketingAt: isoOrNull(row.last_marketing_at),
  lastMessageAt: isoOrNull(row.last_message_at),
  lastActivityAt: iso(row.last_activity_at),
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
});
