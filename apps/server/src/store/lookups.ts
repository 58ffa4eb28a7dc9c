import type { Kysely } from "kysely";
import type { Lookups } from "../domain/lookups.ts";
import { canBeStored } from "./columns.ts";
import { findVisibleDeal, holdVisibleDeal } from "./deal-lookup.ts";
import type { Database } from "./schema.ts";
import { contactIsVisible } from "./visibility.ts";

export function createLookups(db: Kysely<Database>): Lookups {
  return {
    deal: (viewer, seq) => findVisibleDeal(db, viewer, seq),

    holdDeal: (viewer, seq) => holdVisibleDeal(db, viewer, seq),

    async member(workspaceId, id) {
      if (!canBeStored(id)) return null;
      const row = await db
        .selectFrom("members")
        .where("workspace_id", "=", workspaceId)
        .where("id", "=", id)
        .where("active", "=", true)
        .select(["id", "name", "email"])
        .executeTakeFirst();
      return row ?? null;
    },

    async contact(viewer, id) {
      if (!canBeStored(id)) return null;
      const row = await db
        .selectFrom("contacts")
        .where("contacts.workspace_id", "=", viewer.workspaceId)
        .where("contacts.id", "=", id)
        .where(contactIsVisible(viewer))
        .select(["id", "first_name", "last_name", "email"])
        .executeTakeFirst();
      if (row === undefined) return null;
      const name = [row.first_name, row.last_name].filter(Boolean).join(" ");
      return { id: row.id, name: name === "" ? null : name, email: row.email };
    },
  };
}
