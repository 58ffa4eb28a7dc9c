import { type Kysely, type Migration, sql } from "kysely";

/** By age: what webhooks sent is removed after a while. */
export const oldDeliveries: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index webhook_deliveries_at on webhook_deliveries (at)`.execute(db);
  },
};
