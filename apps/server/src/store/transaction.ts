import type { Kysely, Transaction } from "kysely";
import type { Database } from "./schema.ts";

/** Runs `work` in a transaction: the caller's, when `db` is one already, so that several changes commit together. */
export const inTransaction = <T>(db: Kysely<Database>, work: (trx: Transaction<Database>) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db as Transaction<Database>) : db.transaction().execute(work);
