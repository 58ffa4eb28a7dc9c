import { type Kysely, type Updateable, sql } from "kysely";
import type { ContactFilter, ContactStore } from "./port.ts";
import type { Viewer } from "../../platform/security/principal.ts";
import { done } from "../../platform/service/outcome.ts";
import { changedBetween } from "../../platform/database/changed-between.ts";
import { before, containing, fold, joined } from "../../platform/database/columns.ts";
import {
  contactColumns,
  findTaken,
  insertContact,
  lockContactCreation,
  toContact,
  type ContactRow,
} from "./contact-rows.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { contactIsVisible, NEARBY, oneContactIsVisible } from "../../platform/database/visibility.ts";
import type { Position } from "../../platform/security/cursors.ts";

const NOW = sql<Date>`now()`;

export function createContactStore(db: Kysely<Database>): ContactStore {
  return {
    async list(viewer, filter, timeZone, limit, after) {
      const all = selectListed(db, viewer, filter, timeZone, after);
      const nearby = viewer.visibility === "own" ? await page(all.where(isNearby(viewer, after)), limit) : [];
      const rows = nearby.length === limit ? nearby : await page(all.where(contactIsVisible(viewer)), limit);
      return rows.map(({ company_name, ...row }) => ({
        ...toContact(row),
        company: joined({ id: row.company_id, name: company_name }),
      }));
    },

    async get(viewer, id) {
      const row = await visibleRow(db, viewer, id).executeTakeFirst();
      return row === undefined ? null : toContact(row);
    },

    insert: (workspaceId, contact) => inTransaction(db, (trx) => insertContact(trx, workspaceId, contact)),

    change: (viewer, id, decide) =>
      inTransaction(db, async (trx) => {
        await lockContactCreation(trx, viewer.workspaceId);
        const row = await heldRow(trx, viewer, id);
        if (row === undefined) return null;
        const current = toContact(row);
        const decision = decide(current);
        if (!decision.ok) return decision;
        const { optedOut, customFields = current.customFields, ...values } = decision.value;
        const next = { ...current, ...values };
        const taken = await findTaken(trx, viewer.workspaceId, next, id);
        if (taken !== null) return taken;
        const changed = await writeRow(trx, viewer, id, {
          ...contactColumns(next),
          ...optOut(row, optedOut),
          custom_fields: JSON.stringify(customFields),
        });
        return done(toContact(changed));
      }),

    delete: (viewer, id) =>
      inTransaction(db, async (trx) => {
        const row = await heldRow(trx, viewer, id);
        if (row === undefined) return "missing";
        const deal = await trx
          .selectFrom("deals")
          .select("id")
          .where("workspace_id", "=", viewer.workspaceId)
          .where("contact_id", "=", id)
          .limit(1)
          .executeTakeFirst();
        if (deal !== undefined) return "inUse";
        await trx.deleteFrom("contacts").where("workspace_id", "=", viewer.workspaceId).where("id", "=", id).execute();
        await deleteFile(trx, viewer, row.avatar_key);
        return "deleted";
      }),

    setAvatar: (viewer, id, key) =>
      inTransaction(db, async (trx) => {
        const row = await heldRow(trx, viewer, id);
        if (row === undefined) return null;
        if (key === null && row.avatar_key === null && row.avatar_url === null) return toContact(row);
        const changed = await writeRow(trx, viewer, id, { avatar_key: key, avatar_url: null });
        await deleteFile(trx, viewer, row.avatar_key);
        return toContact(changed);
      }),
  };
}

const page = (contacts: ReturnType<typeof selectListed>, limit: number) =>
  contacts.orderBy("contacts.created_at", "desc").orderBy("contacts.id", "desc").limit(limit).execute();

/** Who may see much finds a page among the newest. */
const isNearby = (viewer: Viewer, after: Position | null) => sql<boolean>`contacts.id in (
  select newest.id from contacts as newest
  where newest.workspace_id = ${viewer.workspaceId} and ${after === null ? sql`true` : before("newest.created_at", "newest.id", after)}
  order by newest.created_at desc, newest.id desc limit ${NEARBY}
) and ${oneContactIsVisible(viewer)}`;

/** Contacts that a filter leaves, whoever may see them. */
function selectListed(
  db: Kysely<Database>,
  viewer: Viewer,
  filter: ContactFilter,
  timeZone: string,
  after: Position | null,
) {
  const { search, digits, phone, email, companyId } = filter;
  let query = db
    .selectFrom("contacts")
    .leftJoin("companies", (join) =>
      join
        .onRef("companies.workspace_id", "=", "contacts.workspace_id")
        .onRef("companies.id", "=", "contacts.company_id"),
    )
    .selectAll("contacts")
    .select("companies.name as company_name")
    .where("contacts.workspace_id", "=", viewer.workspaceId)
    .where(changedBetween("contacts", filter, timeZone));
  if (search !== undefined) {
    query = query.where((eb) =>
      eb.or([
        eb("contacts.search_text", "like", containing(fold(search))),
        ...(digits === undefined ? [] : [eb("contacts.phone", "like", containing(digits))]),
      ]),
    );
  }
  if (phone !== undefined) query = query.where("contacts.phone", "=", phone);
  if (email !== undefined) {
    query = query.where(sql<boolean>`lower(contacts.email collate "C") = lower(${email}::text collate "C")`);
  }
  if (companyId !== undefined) query = query.where("contacts.company_id", "=", companyId);
  return after === null ? query : query.where(before("contacts.created_at", "contacts.id", after));
}

function visibleRow(db: Kysely<Database>, viewer: Viewer, id: string) {
  return db
    .selectFrom("contacts")
    .selectAll()
    .where("contacts.workspace_id", "=", viewer.workspaceId)
    .where("contacts.id", "=", id)
    .where(contactIsVisible(viewer));
}

/** The row, held until the transaction ends. */
const heldRow = async (trx: Kysely<Database>, viewer: Viewer, id: string): Promise<ContactRow | undefined> =>
  visibleRow(trx, viewer, id).forUpdate().executeTakeFirst();

type Columns = Omit<Updateable<Database["contacts"]>, "updated_at">;

const writeRow = (trx: Kysely<Database>, { workspaceId }: Viewer, id: string, columns: Columns): Promise<ContactRow> =>
  trx
    .updateTable("contacts")
    .set({ ...columns, updated_at: NOW })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** An opt-out that stands keeps its time and its words. */
function optOut(row: ContactRow, optedOut: boolean | undefined): Columns {
  if (optedOut === undefined || optedOut === (row.opted_out_at !== null)) return {};
  const none = { opted_out_at: null, opted_out_keyword: null, opted_out_source: null };
  return optedOut ? { ...none, opted_out_at: new Date(), opted_out_source: "api" } : none;
}

async function deleteFile(trx: Kysely<Database>, { workspaceId }: Viewer, key: string | null): Promise<void> {
  if (key === null) return;
  await trx.deleteFrom("files").where("workspace_id", "=", workspaceId).where("key", "=", key).execute();
}
