import type { FieldError, FileContent, OperationId, Operations } from "@trilho/contract";
import type { Download } from "./files.ts";
import type { Principal } from "../security/principal.ts";
import type { Outcome } from "./outcome.ts";

/** A list always has a size: where none is asked for, the usual one. */
type Sized<Query> = "limit" extends keyof Query ? Query & { limit: number } : Query;

/** A request that passed the gates and its schemas. */
export interface Input<Id extends OperationId> {
  principal: Principal;
  params: Operations[Id]["params"];
  query: Sized<Operations[Id]["query"]>;
  body: Operations[Id]["body"];
  /** What the request's `Idempotency-Key` is to everybody; null without one, and for what is done in one transaction. */
  onceKey: string | null;
}

/** A file's content is answered as a `Download`, everything else as the envelope's `data`. */
type Answer<Result> = Result extends FileContent ? Download : Result;

export type Handler<Id extends OperationId> = (input: Input<Id>) => Promise<Outcome<Answer<Operations[Id]["result"]>>>;

/** One handler for every row of the route table. */
export type Handlers = { [Id in OperationId]: Handler<Id> };

/** A request that its schemas refuse. */
export interface Faulty<Id extends OperationId> {
  principal: Principal;
  params: Operations[Id]["params"];
  /** As it was sent. */
  body: unknown;
  /** Of it, the parts that are as the schema has them. */
  sound: Partial<Operations[Id]["body"]>;
}

/** Further problems of a body which its schema cannot see, reported beside those that it does. */
export type BodyChecks = { [Id in OperationId]?: (faulty: Faulty<Id>) => Promise<readonly FieldError[]> };

/** The operations on stores, which may be those of a transaction. */
export type Serve<Stores> = (stores: Stores) => { handlers: Handlers; bodyChecks: BodyChecks };
