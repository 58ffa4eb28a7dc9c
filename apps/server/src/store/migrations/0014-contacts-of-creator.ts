import { type Kysely, type Migration, sql } from "kysely";

/** Members who see only what is theirs find the contacts they created. */
export const contactsOfCreator: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index contacts_of_creator on contacts (workspace_id, created_by)`.execute(db);
  },
};
