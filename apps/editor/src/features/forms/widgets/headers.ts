import { isObject } from "@trilho/engine";
import type { JsonObject, JsonValue } from "@trilho/engine";

/** One header as a person edits it. */
export interface HeaderRow {
  name: string;
  value: string;
}

export const rowsOf = (value: JsonValue | undefined): HeaderRow[] =>
  isObject(value)
    ? Object.entries(value).map(([name, each]) => ({
        name,
        value: typeof each === "string" ? each : JSON.stringify(each),
      }))
    : [];

/** The headers of the rows that have a name; of the same name the last. Nothing when none has. */
export function headersOf(rows: readonly HeaderRow[]): JsonObject | undefined {
  const named = rows.filter(({ name }) => name.trim() !== "");
  return named.length > 0 ? Object.fromEntries(named.map(({ name, value }) => [name.trim(), value])) : undefined;
}
