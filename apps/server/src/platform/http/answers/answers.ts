import { KEYED_METHODS, type Route } from "@trilho/contract";
import type { FastifyReply } from "fastify";
import { Download } from "../../service/files.ts";
import { enveloped, type Outcome } from "../../service/outcome.ts";
import type { KeptAnswer } from "../../service/requests.ts";
import { after, type Awaitable } from "../../security/awaitable.ts";
import { sendDownload } from "./downloads.ts";
import { errorBody, Refusal, statusOf } from "./errors.ts";
import type { ListWriter } from "./serialising.ts";

const KEYED = KEYED_METHODS.join(", ");

/** Answers a request with what came of it. */
export function answer(
  reply: FastifyReply,
  route: Route,
  outcome: Outcome<unknown>,
  writeList: ListWriter | null,
): Awaitable<void> {
  if (!outcome.ok) throw new Refusal(outcome.failure);
  // A client of other services, too, sends a key only to one that is known to take it.
  reply.code(route.success.status).header("accept-idempotency-key", KEYED);
  if (outcome.value instanceof Download) sendDownload(reply, outcome.value);
  else if (route.success.schema === null) reply.send();
  else return sendEnvelope(reply, enveloped(outcome.value, outcome.notices), writeList);
}

function sendEnvelope(reply: FastifyReply, envelope: object, writeList: ListWriter | null): Awaitable<void> {
  const long = writeList?.(envelope) ?? null;
  if (long === null) return void reply.send(envelope);
  return after(long, (pieces) => void reply.type(JSON_TYPE).header("content-length", pieces.bytes).send(pieces));
}

const JSON_TYPE = "application/json; charset=utf-8";

/** What `answer` would write, to be kept. */
export function written(reply: FastifyReply, route: Route, outcome: Outcome<unknown>): KeptAnswer {
  const status = outcome.ok ? route.success.status : statusOf(outcome.failure);
  if (outcome.ok && route.success.schema === null) return { status, body: null };
  const body = outcome.ok ? enveloped(outcome.value, outcome.notices) : errorBody(outcome.failure, reply.request.id);
  return { status, body: String(reply.code(status).serialize(body)) };
}

/** Answers as before. */
export function replay(reply: FastifyReply, { status, body }: KeptAnswer): void {
  reply.code(status).header("idempotent-replayed", "true");
  // As bytes: they were serialised once.
  if (body === null) reply.send();
  else reply.type(JSON_TYPE).send(Buffer.from(body));
}
