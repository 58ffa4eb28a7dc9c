import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Bound, ChangedBetween } from "../service/bounds.ts";

/** Rows whose `updated_at` lies between the bounds; `table` is the table or its alias. */
export function changedBetween(
  table: string,
  { updatedFrom, updatedTo }: ChangedBetween,
  timeZone: string,
): RawBuilder<SqlBool> {
  const column = sql.ref(`${table}.updated_at`);
  const conditions = [
    ...(updatedFrom === undefined ? [] : [sql<SqlBool>`${column} >= ${instantOf(updatedFrom, timeZone)}`]),
    ...(updatedTo === undefined ? [] : [sql<SqlBool>`${column} < ${instantOf(updatedTo, timeZone)}`]),
  ];
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

const instantOf = (bound: Bound, timeZone: string): RawBuilder<Date> =>
  "day" in bound
    ? sql<Date>`(${bound.day}::date::timestamp at time zone ${timeZone})`
    : sql<Date>`${bound.instant}::timestamptz`;
