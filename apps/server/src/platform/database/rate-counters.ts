import { CompiledQuery, type Kysely } from "kysely";
import type { Database } from "./schema/database.ts";

/** The part of a database session that the rate limiter's store needs. */
export interface CounterClient {
  query(statement: { text: string; values: unknown[] }): Promise<{ rows: unknown[]; rowCount: number }>;
}

/** Counters of rate limits in the table `rate_limits`, which processes on one database share. */
export const createCounterClient = (db: Kysely<Database>): CounterClient => ({
  async query({ text, values }) {
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
    return { rows, rowCount: rows.length };
  },
});
