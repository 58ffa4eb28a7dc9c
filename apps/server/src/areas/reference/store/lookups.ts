import type { FieldPicker, Named } from "@trilho/engine/contract";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Lookups } from "../lookups.ts";
import { findVisibleDeal, holdVisibleDeal } from "./deal-lookup.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { contactIsVisible } from "../../../platform/database/visibility.ts";

export function createLookups(db: Kysely<Database>): Lookups {
  return {
    deal: (viewer, seq) => findVisibleDeal(db, viewer, seq),

    holdDeal: (viewer, seq) => holdVisibleDeal(db, viewer, seq),

    async names(workspaceId, ids) {
      const { rows } = await sql<NamedRow>`${sql.join(
        [
          namesIn("pipeline", sql`select id, name, null as email from pipelines`),
          namesIn("stage", sql`select id, name, null from stages`),
          namesIn("tag", sql`select id, name, null from tags`),
          namesIn("user", sql`select id, name, email from members`),
        ].map((rowsOf) => rowsOf(workspaceId, ids)),
        sql` union all `,
      )}`.execute(db);
      const of = (wanted: NamedRow["kind"]): Record<string, Named> =>
        Object.fromEntries(
          rows.filter(({ kind }) => kind === wanted).map(({ id, name, email }) => [id, { name, email }]),
        );
      return { pipeline: of("pipeline"), stage: of("stage"), tag: of("tag"), user: of("user") };
    },

    async member(workspaceId, id) {
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

interface NamedRow {
  kind: FieldPicker;
  id: string;
  name: string;
  email: string | null;
}

const namesIn =
  (kind: FieldPicker, rows: RawBuilder<unknown>) =>
  (workspaceId: string, ids: readonly string[]): RawBuilder<unknown> =>
    sql`select ${kind}::text as kind, named.* from (${rows} where workspace_id = ${workspaceId} and id = any(${ids})) as named`;
