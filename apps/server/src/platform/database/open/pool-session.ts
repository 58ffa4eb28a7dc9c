import type { Socket } from "node:net";
import type { PostgresPoolClient } from "kysely";
import type { ClientBase, PoolClient, QueryResult } from "pg";
import { isOutdated, isReadOnly, outdated } from "../errors.ts";
import { isPipelined, readyName } from "../ready.ts";

/** A session of a pool as Kysely uses it, the same each time it is handed out. */
export class PoolSession implements PostgresPoolClient {
  readonly #client: ClientBase;
  readonly #isOwn: boolean;
  #awaited = 0;
  #isSpent = false;
  #isInTransaction = false;
  /** Goes to the server together with the transaction's next statement, which fails if one of these does. */
  #held: Statement[] = [];

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
    if (!this.#isOwn) return this.#send({ text, values });
    const isEnd = text === "commit" || text === "rollback";
    if (isBeginning(text)) this.#isInTransaction = true;
    if (isEnd) this.#isInTransaction = false;
    if (isBeginning(text) || (this.#isInTransaction && isPipelined(text))) {
      this.#held.push({ text, values });
      return NOTHING;
    }
    const held = this.#held;
    this.#held = [];
    const isToBegin = held[0] !== undefined && isBeginning(held[0].text);
    // Where it goes back to a savepoint, too: what came before that was sent with it.
    const isUndone = text.startsWith("rollback");
    // Of a transaction in which nothing was asked, the server hears nothing.
    if (isToBegin && (isUndone || (isEnd && held.length === 1))) return NOTHING;
    return this.#sendTogether(isUndone ? [] : held, { text, values });
  }) as PostgresPoolClient["query"];

  release(): void {
    (this.#client as PoolClient).release(this.#isSpent);
  }

  /** In one write, as each wakes the server. */
  async #sendTogether(held: readonly Statement[], last: Statement): Promise<QueryResult> {
    if (held.length === 0) return this.#send(last);
    const { stream } = (this.#client as ClientBase & { connection: { stream: Socket } }).connection;
    stream.cork();
    const before = held.map((statement) => this.#send(statement));
    const answer = this.#send(last);
    stream.uncork();
    await Promise.all([...before, answer]);
    return answer;
  }

  async #send({ text, values }: Statement): Promise<QueryResult> {
    const name = this.#isOwn ? readyName(text) : undefined;
    this.#awaited += 1;
    try {
      return await (name === undefined ? this.#client.query(text, values) : this.#client.query({ name, text, values }));
    } catch (error) {
      // Its server took changes when it began, and by now another one does; or its statements are from before an upgrade.
      if (isReadOnly(error) || isOutdated(error)) this.#isSpent = true;
      throw isOutdated(error) ? outdated(error) : error;
    } finally {
      this.#awaited -= 1;
    }
  }
}

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

const NOTHING = { command: "", rowCount: null, rows: [] };

/** As Kysely says it. */
const isBeginning = (text: string): boolean => text === "begin" || text.startsWith("start transaction");
