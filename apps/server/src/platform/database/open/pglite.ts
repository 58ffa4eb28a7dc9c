import type { PGlite } from "@electric-sql/pglite";
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from "kysely";
import type { Database } from "../schema/database.ts";
import { spansOfStatements } from "./statement-spans.ts";

/** PGlite has one session. A pool of one hands it out in turn, so that nothing slips into another's transaction. */
class SingleSessionPool implements PostgresPool {
  readonly #lite: PGlite;
  #tail: Promise<void> = Promise.resolve();

  constructor(lite: PGlite) {
    this.#lite = lite;
  }

  connect(): Promise<PostgresPoolClient> {
    const before = this.#tail;
    return new Promise((handOut) => {
      // The next in line waits until this one releases.
      this.#tail = new Promise((release) => {
        void before.then(() => handOut({ query: this.#query as PostgresPoolClient["query"], release }));
      });
    });
  }

  /** Waits for whoever has the session, then closes it. */
  async end(): Promise<void> {
    await this.#tail;
    await this.#lite.close();
  }

  readonly #query = async (sql: string, parameters: readonly unknown[]): Promise<unknown> => {
    // Without parameters there may be several statements, as PostgreSQL's simple protocol takes them.
    const result =
      parameters.length === 0 ? (await this.#lite.exec(sql)).at(-1) : await this.#lite.query(sql, [...parameters]);
    const command = /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase();
    return { rows: result?.rows ?? [], rowCount: result?.affectedRows ?? 0, command };
  };
}

/** Kysely on an open PGlite, with PostgreSQL's own dialect. Destroying it closes the PGlite. */
export function kyselyOnPglite(lite: PGlite): Kysely<Database> {
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: new SingleSessionPool(lite) }),
    ...spansOfStatements(),
  });
}
