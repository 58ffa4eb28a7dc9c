import type { PostgresPoolClient } from "kysely";
import type { ClientBase, PoolClient, QueryResult } from "pg";
import { isReadOnly } from "../errors.ts";
import { isPipelined, readyName } from "../ready.ts";

/**
 * A session of a pool as Kysely uses it, the same each time it is handed out. A transaction begins together with its first
 * statement, so that the way to the server is gone once less.
 */
export class PoolSession implements PostgresPoolClient {
  readonly #client: ClientBase;
  readonly #isOwn: boolean;
  #awaited = 0;
  #isSpent = false;
  #isInTransaction = false;
  /** What begins a transaction that nothing was sent of yet. */
  #begin: string | null = null;
  /** What was sent of a transaction and is awaited with its next statement, in order. */
  #pipelined: Promise<unknown>[] = [];

  /**
   * `isOwn` unless a pooler stands before the database: there, transactions come to sessions that differ, so none of them
   * knows what another one keeps ready, and a beginning may fail alone.
   */
  constructor(client: ClientBase, isOwn: boolean) {
    this.#client = client;
    this.#isOwn = isOwn;
  }

  /** Whether somebody waits for what it was sent. */
  get isAwaited(): boolean {
    return this.#awaited > 0;
  }

  readonly query = (async (text: string, values: unknown[]): Promise<unknown> => {
    if (!this.#isOwn) return this.#send(text, values);
    if (isBeginning(text)) {
      [this.#begin, this.#isInTransaction] = [text, true];
      return NOTHING;
    }
    const isEnding = text === "commit" || text === "rollback";
    if (isEnding) this.#isInTransaction = false;
    const begin = this.#begin;
    this.#begin = null;
    if (begin !== null && isEnding) return NOTHING;
    if (begin !== null) this.#sendAhead(begin, []);
    if (this.#isInTransaction && isPipelined(text)) {
      this.#sendAhead(text, values);
      return NOTHING;
    }
    const before = this.#pipelined;
    this.#pipelined = [];
    // What failed before is what a transaction fails for; who takes it back knows of a failure already.
    const [answer] = await Promise.all([this.#send(text, values), ...(text === "rollback" ? [] : before)]);
    return answer;
  }) as PostgresPoolClient["query"];

  release(): void {
    (this.#client as PoolClient).release(this.#isSpent);
  }

  #sendAhead(text: string, values: unknown[]): void {
    const sent = this.#send(text, values);
    // Awaited later: until then, nobody is there to hear of a failure.
    sent.catch(() => undefined);
    this.#pipelined.push(sent);
  }

  async #send(text: string, values: unknown[]): Promise<QueryResult> {
    const name = this.#isOwn ? readyName(text) : undefined;
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
  }
}

const NOTHING = { command: "", rowCount: null, rows: [] };

/** As Kysely says it. */
const isBeginning = (text: string): boolean => text === "begin" || text.startsWith("start transaction");
