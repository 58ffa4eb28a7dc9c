import { type Kysely, type Migration, sql } from "kysely";

/** What `fold` makes of a text that was folded without regard to accents. The oldest ones are lower case in ASCII alone. */
export const withoutAccents = (text: string): string =>
  `lower(normalize(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036f]', '', 'g'), NFC))`;

/** Triggers take the texts of deals along. */
const COLUMNS = [
  ["contacts", "search_text"],
  ["companies", "search_text"],
  ["deals", "search_text"],
  ["automations", "name_folded"],
] as const;

export const searchWithoutAccents: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const [table, column] of COLUMNS) {
      const change = `update ${table} set ${column} = ${withoutAccents(column)}`;
      await sql.raw(`${change} where ${column} ~ '[^ -~]' and ${column} <> ${withoutAccents(column)}`).execute(db);
    }
  },
};
