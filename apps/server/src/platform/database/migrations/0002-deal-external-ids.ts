import { type Kysely, type Migration, sql } from "kysely";
import { id, workspaceId } from "./initial/columns.ts";

/** What other systems call a deal: one name for each deal, one deal for each name. */
export const dealExternalIds: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        `create table deal_external_ids (
          ${workspaceId},
          external_id ${id} not null,
          deal_id ${id} not null,
          primary key (workspace_id, external_id),
          unique (workspace_id, deal_id),
          foreign key (workspace_id, deal_id) references deals on delete cascade
        )`,
      )
      .execute(db);
  },
};
