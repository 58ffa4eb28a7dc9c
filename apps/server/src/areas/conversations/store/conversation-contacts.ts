import { type Kysely, sql } from "kysely";
import type { StoredContact } from "../../contacts/model.ts";
import type { ChannelKind } from "../sender.ts";
import type { ConversationContacts } from "../port.ts";
import { fold } from "../../../platform/database/columns.ts";
import { contactIsSeen, findContactByPhone, insertContact, toContact } from "../../contacts/contact-rows.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";

export function createConversationContacts(db: Kysely<Database>): ConversationContacts {
  return {
    isVisible: (viewer, contactId) => contactIsSeen(db, viewer, contactId),

    findByPhone: (workspaceId, phone) => findContactByPhone(db, workspaceId, phone),

    findByIdentity: (workspaceId, kind, externalId) => findByIdentity(db, workspaceId, kind, externalId),

    byPhone: (workspaceId, phone, name, createdBy) =>
      inTransaction(db, (trx) => byPhone(trx, workspaceId, phone, name, createdBy)),

    byIdentity: (workspaceId, kind, externalId, known) =>
      inTransaction(db, (trx) => byIdentity(trx, workspaceId, kind, externalId, known)),

    async optOut(workspaceId, contactId, keyword, source) {
      await db
        .updateTable("contacts")
        .set({
          opted_out_at: sql<Date>`now()`,
          opted_out_keyword: keyword,
          opted_out_source: source,
          updated_at: sql<Date>`now()`,
        })
        .where("workspace_id", "=", workspaceId)
        .where("id", "=", contactId)
        .where("opted_out_at", "is", null)
        .execute();
    },
  };
}

async function byPhone(
  trx: Kysely<Database>,
  workspaceId: string,
  phone: string,
  name: string | null,
  createdBy: string | null,
): Promise<StoredContact> {
  const known = await findContactByPhone(trx, workspaceId, phone);
  if (known !== null) return known;
  return (await insertContact(trx, workspaceId, { phone, name, createdBy })).contact;
}

type Known = Parameters<ConversationContacts["byIdentity"]>[3];

async function byIdentity(
  trx: Kysely<Database>,
  workspaceId: string,
  kind: ChannelKind,
  externalId: string,
  known: Known,
): Promise<StoredContact> {
  const contact =
    (await findByIdentity(trx, workspaceId, kind, externalId)) ??
    (await makeKnown(trx, workspaceId, kind, externalId, known));
  return named(trx, workspaceId, contact, known);
}

/** The contact with the phone, or a new one, gets the identity. Of two who do so at the same time, one wins. */
async function makeKnown(
  trx: Kysely<Database>,
  workspaceId: string,
  kind: ChannelKind,
  externalId: string,
  { phone, name = null, instagramUsername = null }: Known,
): Promise<StoredContact> {
  // A row that everybody writes first makes those who bring the same identity wait for each other.
  await trx
    .insertInto("sequences")
    .values({ workspace_id: workspaceId, kind: "contact", last: 0 })
    .onConflict((conflict) =>
      conflict.columns(["workspace_id", "kind"]).doUpdateSet({ last: sql<number>`sequences.last` }),
    )
    .execute();
  const meanwhile = await findByIdentity(trx, workspaceId, kind, externalId);
  if (meanwhile !== null) return meanwhile;
  const contact =
    phone === undefined
      ? (await insertContact(trx, workspaceId, { name, instagramUsername, createdBy: null })).contact
      : await byPhone(trx, workspaceId, phone, name, null);
  await trx
    .insertInto("contact_identities")
    .values({ workspace_id: workspaceId, kind, external_id: externalId, contact_id: contact.id })
    .execute();
  return contact;
}

/** Fills in what a provider knows and the workspace does not yet. */
async function named(
  trx: Kysely<Database>,
  workspaceId: string,
  contact: StoredContact,
  { name = null, instagramUsername = null }: Known,
): Promise<StoredContact> {
  const news = {
    ...(name !== null && contact.name === null && { name }),
    ...(instagramUsername !== null && contact.instagramUsername === null && { instagram_username: instagramUsername }),
  };
  const texts = Object.values(news);
  if (texts.length === 0) return contact;
  const row = await trx
    .updateTable("contacts")
    .set({ ...news, search_text: sql<string>`concat_ws(' ', search_text, ${fold(texts.join(" "))}::text)` })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", contact.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toContact(row);
}

async function findByIdentity(
  db: Kysely<Database>,
  workspaceId: string,
  kind: ChannelKind,
  externalId: string,
): Promise<StoredContact | null> {
  const row = await db
    .selectFrom("contact_identities as known")
    .innerJoin("contacts", (join) =>
      join.onRef("contacts.workspace_id", "=", "known.workspace_id").onRef("contacts.id", "=", "known.contact_id"),
    )
    .where("known.workspace_id", "=", workspaceId)
    .where("known.kind", "=", kind)
    .where("known.external_id", "=", externalId)
    .selectAll("contacts")
    .executeTakeFirst();
  return row === undefined ? null : toContact(row);
}
