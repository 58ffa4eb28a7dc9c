import { createHash } from "node:crypto";
import type { FileContent, OperationId } from "@trilho/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { invalid, type Failure } from "../domain/outcome.ts";
import type { Claim, IdempotencyStore, IdempotentRequest } from "../domain/platform.ts";
import type { Awaitable } from "../security/awaitable.ts";
import { Refusal } from "./errors.ts";
import { principalOf } from "./gates.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** What this request has to answer for others like it; null for one without an Idempotency-Key. */
    claimed: Claimed | null;
  }
}

/** Does what is sent under one `Idempotency-Key` once. */
export interface Once {
  /** Claims the request's key, if it has one. True when it was done before: then it is answered already. */
  begin(request: FastifyRequest, reply: FastifyReply, body: unknown): Awaitable<boolean>;
  /** Keeps what is answered, for the next time; what failed on our side may be tried again. */
  end(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
    done: (error: null, payload: unknown) => void,
  ): Promise<unknown> | undefined;
}

interface Claimed {
  request: IdempotentRequest;
  claim: string;
}

const HEADER = "idempotency-key";

/** Operations at their old addresses: what was sent to one address is not done again at the other. */
const OLD_ADDRESSES: { readonly [Id in OperationId]?: OperationId } = { sendMessage: "sendConversationMessage" };

/** The guard of one operation. */
export function createOnce(id: OperationId, store: IdempotencyStore): Once {
  const operationId = OLD_ADDRESSES[id] ?? id;

  async function claim(request: FastifyRequest, reply: FastifyReply, key: string, body: unknown): Promise<boolean> {
    const { workspaceId, keyId } = principalOf(request);
    const digest = digestOf(request, body);
    const wanted: IdempotentRequest = { workspaceId, keyId, operationId, idempotencyKey: key, digest };
    const claimed = await store.claim(wanted);
    if (claimed.outcome === "claimed") request.claimed = { request: wanted, claim: claimed.claim };
    return claimed.outcome !== "claimed" && replay(reply, claimed);
  }

  async function keep(request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Claimed): Promise<unknown> {
    request.claimed = null;
    try {
      const kept = reply.statusCode < 500 && (typeof payload === "string" || payload === null || payload === undefined);
      if (kept) await store.keep(done.request, done.claim, { status: reply.statusCode, body: payload ?? null });
      else await store.release(done.request, done.claim);
    } catch (error) {
      // What was asked for is done: the answer must not turn into a failure now.
      request.log.error({ err: error }, "answer of an Idempotency-Key not kept");
    }
    return payload;
  }

  return {
    begin(request, reply, body) {
      const key = keyOf(request);
      return key !== null && claim(request, reply, key, body);
    },

    end(request, reply, payload, done) {
      if (request.claimed !== null) return keep(request, reply, payload, request.claimed);
      done(null, payload);
      return undefined;
    },
  };
}

function keyOf({ headers }: FastifyRequest): string | null {
  const key = headers[HEADER];
  if (key === undefined) return null;
  if (typeof key === "string" && /^[!-~](?:[ -~]{0,253}[!-~])?$/.test(key)) return key;
  const message = "must have 1 to 255 printable ASCII characters";
  throw new Refusal(invalid([{ field: "Idempotency-Key", message }]));
}

/** Of what the address names, however it is written, and all that was sent. */
function digestOf({ params, query }: FastifyRequest, body: unknown): string {
  const hash = createHash("sha256").update(JSON.stringify([params, query]));
  if (isFile(body)) hash.update(JSON.stringify([body.name, body.mimeType])).update(body.content);
  else hash.update(JSON.stringify(body ?? null));
  return hash.digest("base64url");
}

const isFile = (body: unknown): body is FileContent =>
  typeof body === "object" && body !== null && "content" in body && body.content instanceof Uint8Array;

const REFUSALS: Readonly<Record<"other" | "running", Failure>> = {
  other: { code: "CONFLICT", message: "This Idempotency-Key was used for another request." },
  running: { code: "CONFLICT", message: "The first request with this Idempotency-Key is not answered yet." },
};

function replay(reply: FastifyReply, claim: Exclude<Claim, { outcome: "claimed" }>): true {
  if (claim.outcome !== "answered") throw new Refusal(REFUSALS[claim.outcome]);
  const { status, body } = claim.answer;
  reply.code(status).header("idempotent-replayed", "true");
  // As bytes: they were serialised once.
  if (body === null) reply.send();
  else reply.type("application/json; charset=utf-8").send(Buffer.from(body));
  return true;
}
