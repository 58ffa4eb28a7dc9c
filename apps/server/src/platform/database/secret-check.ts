import type { Kysely } from "kysely";
import { digestKey } from "../security/keys.ts";
import { StorageError } from "./errors.ts";
import type { Database } from "./schema/database.ts";

const META_KEY = "secret_check";

/**
 * Refuses another secret than the one the database was first opened with: no key would be found, and no automation's
 * secrets would open. Rejects with a `StorageError`; `source` says where the secret came from.
 */
export async function checkServerSecret(db: Kysely<Database>, serverSecret: string, source: string): Promise<void> {
  const value = digestKey(serverSecret, META_KEY);
  await db
    .insertInto("server_meta")
    .values({ key: META_KEY, value })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  const stored = await db
    .selectFrom("server_meta")
    .select("value")
    .where("key", "=", META_KEY)
    .executeTakeFirstOrThrow();
  if (stored.value === value) return;
  throw new StorageError(
    `The database was made with another secret than the one in ${source}: its API keys and sealed secrets cannot be used. ` +
      `Nothing was changed. Start with the secret it was made with.`,
  );
}
