import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Position } from "../domain/model.ts";

export const iso = (instant: Date): string => instant.toISOString();

export const isoOrNull = (instant: Date | null): string | null => instant?.toISOString() ?? null;

/** Lower case by Unicode's rules, for columns that are searched without regard to case. */
export const fold = (text: string): string => text.normalize("NFC").toLowerCase();

/** PostgreSQL's text holds neither NUL nor half a surrogate pair, so nothing that is stored matches text with one. */
export const canBeStored = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text);

/** A `like` pattern for rows that hold `part` anywhere. */
export const containing = (part: string): string => `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Rows strictly after `position` in a list that is newest first. Compared as a row, so that the index seeks. */
export function after(table: "automations" | "runs", { createdAt, id }: Position): RawBuilder<SqlBool> {
  const columns = sql`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)})`;
  return sql<SqlBool>`${columns} < (${new Date(createdAt)}::timestamptz, ${id}::text)`;
}
