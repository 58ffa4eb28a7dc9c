import { isDeepStrictEqual } from "node:util";
import type { Selectable, Updateable } from "kysely";
import type { Database } from "../platform/database/schema/database.ts";

type Tables = "workspaces" | "members" | "api_keys" | "channels";

/**
 * What must be written for a row to be as wanted, or null when it is so already. What is undefined stays.
 * JSON columns come in as values and leave as the text that is written.
 */
export function changesOf<Table extends Tables>(
  stored: Selectable<Database[Table]>,
  wanted: Partial<Selectable<Database[Table]>>,
): Updateable<Database[Table]> | null {
  const columns = Object.keys(wanted) as (keyof typeof wanted & keyof typeof stored)[];
  const changed = columns.filter(
    (column) => wanted[column] !== undefined && !isDeepStrictEqual(stored[column], wanted[column]),
  );
  if (changed.length === 0) return null;
  // The keys are the table's and the values the columns', so the pairs make an update of that table.
  return Object.fromEntries(changed.map((column) => [column, toColumn(wanted[column])])) as Updateable<Database[Table]>;
}

const toColumn = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value;
