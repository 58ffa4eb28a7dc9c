import type { Attempts } from "./undone.ts";

/** Whose request it is and which: a key of the client's making counts for one API key and one operation. */
export interface IdempotentRequest {
  workspaceId: string;
  keyId: string;
  operationId: string;
  idempotencyKey: string;
  /** Of everything that was sent: another request under the same key has another one. */
  digest: string;
}

/** What was answered: the body as it was sent, null without one. */
export interface KeptAnswer {
  status: number;
  body: string | null;
}

/** `claimed`: do it, then `keep` or `release`. `running`: the first one is not answered yet. */
export type Claim =
  | { outcome: "claimed"; claim: string }
  | { outcome: "answered"; answer: KeptAnswer }
  | { outcome: "running" }
  | { outcome: "other" };

/** Requests that are done once, whatever is repeated (24 h). Processes on one database share it. */
export interface IdempotencyStore {
  claim(request: IdempotentRequest): Promise<Claim>;
  keep(request: IdempotentRequest, claim: string, answer: KeptAnswer): Promise<void>;
  /** Says that who claimed it is still at it: without a word for a while, it is free. */
  renew(request: IdempotentRequest, claim: string): Promise<void>;
  /** Forgets a request that failed on our side, so that it can be sent again. */
  release(request: IdempotentRequest, claim: string): Promise<void>;
}

/** What requests are done on: once each, and in a transaction where they can be. */
export interface RequestStores<Stores> extends Attempts {
  idempotency: IdempotencyStore;
  /** What `work` does through its stores commits together, or not at all. */
  transaction<T>(work: (inside: Stores) => Promise<T>): Promise<T>;
}

/** One answered request. `path` without its query, which names people. */
export interface LoggedRequest {
  requestId: string;
  workspaceId: string | null;
  keyId: string | null;
  method: string;
  path: string;
  status: number;
  /** The error's code; null for a success. */
  code: string | null;
  ms: number;
  /** Unix ms. */
  at: number;
}

/** The log of requests, kept for days. */
export interface RequestLog {
  /** Noted later, with others; never fails and never waits. */
  note(request: LoggedRequest): void;
  /** Writes what was noted. */
  flush(): Promise<void>;
}

/** Sessions on the database. */
export interface PoolState {
  total: number;
  idle: number;
  /** Who waits for one. */
  waiting: number;
}
