import { type RawBuilder, sql } from "kysely";

/**
 * A limit of rows that an index has in the order asked for. PostgreSQL, which plans before it knows this number, takes
 * it for a tenth of all and reads the index in its order. A number that it sees, and that is above what it believes
 * there to be, as where it has not counted lately, makes it read and sort all of them.
 */
export const inOrder = (limit: number): RawBuilder<number> => sql`(select ${limit}::integer)`;
