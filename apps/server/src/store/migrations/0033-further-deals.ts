import { type Kysely, type Migration, sql } from "kysely";

const statements = [
  // An automation may open a deal beside its own: such a deal takes nobody's place in the index.
  `alter table deals add is_further boolean not null default false`,
  `drop index deals_open_of_contact`,
  `create unique index deals_open_of_contact on deals (workspace_id, contact_id, pipeline_id)
    where status = 'open' and contact_id is not null and not is_further`,
];

export const furtherDeals: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
