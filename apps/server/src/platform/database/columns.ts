import { failureMessage, type FailureReason } from "@trilho/engine/failures";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Position } from "../security/cursors.ts";

export const iso = (instant: Date): string => instant.toISOString();

export const isoOrNull = (instant: Date | null): string | null => instant?.toISOString() ?? null;

/** Why something failed, as its two columns. */
export const failureColumns = (failure: readonly FailureReason[] | null) => ({
  error_message: failure && failureMessage(failure),
  failure: jsonOrNull(failure),
});

/** For a JSON column. */
export const jsonOrNull = (value: object | null | undefined): string | null => (value ? JSON.stringify(value) : null);

/** Lower case by Unicode's rules, for names that are the same in any case. */
export const foldCase = (text: string): string => text.normalize("NFC").toLowerCase();

/**
 * The same without accents, for texts that are searched: whoever writes "acao" means "Ação". Marks of other scripts than
 * Latin, Greek and Cyrillic are letters of their own, and stay.
 */
export const fold = (text: string): string =>
  foldCase(text)
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036F]/g, "")
    .normalize("NFC");

/** PostgreSQL's text holds neither NUL nor half a surrogate pair, so nothing that is stored matches text with one. */
export const canBeStored = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text);

/** The same of all texts in a value: their escapes in JSON tell. */
export const isStorableJson = (value: unknown): boolean =>
  !/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(JSON.stringify(value));

/** A `like` pattern for rows that hold `part` anywhere. */
export const containing = (part: string): string => `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/**
 * Rows strictly behind `position` in a list that is newest first. Compared as a row, so that the index seeks.
 * `instant` and `id` are columns with their table: `deals.created_at`.
 */
export const before = (instant: string, id: string, { at, id: last }: Position): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(instant)}, ${sql.ref(id)}) < (${new Date(at)}::timestamptz, ${last}::text)`;

/** The same in a list that is oldest first. */
export const behind = (instant: string, id: string, { at, id: last }: Position): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(instant)}, ${sql.ref(id)}) > (${new Date(at)}::timestamptz, ${last}::text)`;

/** A query's only row as JSON; null where there is none. */
export const one = <T>(query: RawBuilder<unknown>): RawBuilder<T | null> =>
  sql`(select row_to_json(listed) from (${query}) as listed)`;

/** A query's rows as one JSON list. */
export const many = <T>(query: RawBuilder<unknown>): RawBuilder<T[]> =>
  sql`coalesce((select json_agg(listed) from (${query}) as listed), '[]')`;

/** JSON made by the database writes instants with an offset; the API writes them in UTC. */
export const withInstant = <T extends object>(row: T, key: keyof T): T => {
  const text = row[key];
  return typeof text === "string" ? { ...row, [key]: new Date(text).toISOString() } : row;
};

/** Columns of a row that was joined: all of them, or null where there is none. */
export const joined = <T extends object>(columns: T): { [K in keyof T]: NonNullable<T[K]> } | null =>
  Object.values(columns).includes(null) ? null : (columns as { [K in keyof T]: NonNullable<T[K]> });

/**
 * At the end of a subquery: it is looked up for each row by itself. Planners would rather read a whole table for few rows,
 * which they take for many until PostgreSQL has counted anew.
 */
export const ROW_BY_ROW = sql`offset 0`;
