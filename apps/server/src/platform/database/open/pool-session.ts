import type { PostgresPoolClient } from "kysely";
import type { ClientBase, PoolClient } from "pg";
import { isReadOnly } from "../errors.ts";
import { readyName } from "../ready.ts";

/** A session of a pool as Kysely uses it, the same each time it is handed out. */
export class PoolSession implements PostgresPoolClient {
  readonly #client: ClientBase;
  readonly #keepsReady: boolean;
  #awaited = 0;
  #isSpent = false;

  /** Where transactions come to sessions that differ, none of them knows what another one keeps (`keepsReady`). */
  constructor(client: ClientBase, keepsReady: boolean) {
    this.#client = client;
    this.#keepsReady = keepsReady;
  }

  /** Whether somebody waits for what it was sent. */
  get isAwaited(): boolean {
    return this.#awaited > 0;
  }

  readonly query = (async (text: string, values: unknown[]): Promise<unknown> => {
    const name = this.#keepsReady ? readyName(text) : undefined;
    this.#awaited += 1;
    try {
      return await (name === undefined ? this.#client.query(text, values) : this.#client.query({ name, text, values }));
    } catch (error) {
      // Its server took changes when it began: by now another one does.
      if (isReadOnly(error)) this.#isSpent = true;
      throw error;
    } finally {
      this.#awaited -= 1;
    }
  }) as PostgresPoolClient["query"];

  release(): void {
    (this.#client as PoolClient).release(this.#isSpent);
  }
}
