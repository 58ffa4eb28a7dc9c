import type { ColumnType } from "kysely";

/** A column read as a Date and written as one; `now()` when omitted. */
export type Stamp = ColumnType<Date, Date | undefined, Date>;
export type MaybeStamp = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** JSON, written as text: a driver's own encoding would turn arrays into PostgreSQL arrays. */
export type Json<T> = ColumnType<T, string, string>;
/** The same, with a default in the database. */
export type JsonWithDefault<T> = ColumnType<T, string | undefined, string>;
export type MaybeJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
/** Exact decimals are read as text. */
export type Decimal = ColumnType<string, number | string, number | string>;
