import { type Kysely, sql } from "kysely";
import { asPlainTexts, rowOf, type Sequence, sequencesOf, tablesOf } from "../backup/catalog.ts";
import type { Database } from "../schema/database.ts";
import { inSnapshot } from "../transaction.ts";

/** What two databases with the same content have in common, whatever the order of their rows. */
export interface Digest {
  tables: readonly { name: string; rows: string; sum: string | null }[];
  sequences: readonly Sequence[];
}

/** Counts each table's rows, and adds up a digest of each. */
export function digestOf(db: Kysely<Database>): Promise<Digest> {
  return inSnapshot(db, async (trx) => {
    await asPlainTexts(trx);
    const tables: Digest["tables"][number][] = [];
    for (const table of await tablesOf(trx)) {
      const { rows } = await sql<Digest["tables"][number]>`
        select ${table.name}::text as name, count(*)::text as rows,
          sum(('x' || left(md5(${rowOf(table)}), 15))::bit(60)::bigint)::text as sum
        from ${sql.table(table.name)}`.execute(trx);
      tables.push(...rows);
    }
    return { tables, sequences: await sequencesOf(trx) };
  });
}
