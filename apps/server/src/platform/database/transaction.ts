import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "./schema/database.ts";

/** Runs `work` in a transaction: the caller's, when `db` is one already, so that several changes commit together. */
export const inTransaction = <T>(db: Kysely<Database>, work: (trx: Transaction<Database>) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db as Transaction<Database>) : db.transaction().execute(work);

/** Reads all that `work` reads as of one moment: the caller's, when `db` is a transaction already. */
export const inSnapshot = <T>(db: Kysely<Database>, work: (trx: Transaction<Database>) => Promise<T>): Promise<T> =>
  db.isTransaction
    ? work(db as Transaction<Database>)
    : db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(work);

/** Undoes what `work` did in the transaction `trx` when it rejects. One at a time, but for one within another. */
export async function atSavepoint<T>(trx: Kysely<Database>, work: () => Promise<T>): Promise<T> {
  await sql`savepoint attempt`.execute(trx);
  try {
    const value = await work();
    await sql`release savepoint attempt`.execute(trx);
    return value;
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(trx);
    // Else it would stand before the one around it, which has the same name.
    await sql`release savepoint attempt`.execute(trx);
    throw error;
  }
}
