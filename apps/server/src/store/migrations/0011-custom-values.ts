import { type Kysely, type Migration, sql } from "kysely";

/** Values of custom fields by slug, as deals have them. */
export const customValues: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const table of ["contacts", "companies"]) {
      await sql`alter table ${sql.table(table)} add custom_fields jsonb not null default '{}'`.execute(db);
    }
  },
};
