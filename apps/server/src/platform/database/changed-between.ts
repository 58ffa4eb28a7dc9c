import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { ChangedBetween, Since } from "../service/changed-between.ts";

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

const instantOf = (since: Since, timeZone: string): RawBuilder<Date> =>
  "day" in since
    ? sql<Date>`(${since.day}::date::timestamp at time zone ${timeZone})`
    : sql<Date>`${since.instant}::timestamptz`;
