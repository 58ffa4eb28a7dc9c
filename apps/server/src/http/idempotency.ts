import { createHash } from "node:crypto";
import type { FileContent } from "@trilho/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { invalid, type Failure } from "../domain/outcome.ts";
import type { Claim, IdempotencyStore, IdempotentRequest } from "../domain/platform.ts";
import { Refusal } from "./errors.ts";
import { principalOf } from "./gates.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** What this request has to answer for others like it; null for one without an Idempotency-Key. */
    claimed: { request: IdempotentRequest; claim: string } | null;
  }
}

/** Does what is sent under one `Idempotency-Key` once. */
export interface Once {
  /** Claims the request's key. True when it was done before: then it is answered already. */
  begin(request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<boolean>;
  /** Keeps what is answered, for the next time; what failed on our side may be tried again. */
  end(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown>;
}

const HEADER = "idempotency-key";

/** The guard of one operation. */
export function createOnce(operationId: string, store: IdempotencyStore): Once {
  return {
    async begin(request, reply, body) {
      const idempotencyKey = keyOf(request);
      if (idempotencyKey === null) return false;
      const { workspaceId, keyId } = principalOf(request);
      const digest = digestOf(request.url, body);
      const wanted: IdempotentRequest = { workspaceId, keyId, operationId, idempotencyKey, digest };
      const claim = await store.claim(wanted);
      if (claim.outcome === "claimed") request.claimed = { request: wanted, claim: claim.claim };
      return claim.outcome !== "claimed" && replay(reply, claim);
    },

    async end(request, reply, payload) {
      if (request.claimed === null) return payload;
      const { request: done, claim } = request.claimed;
      request.claimed = null;
      try {
        const kept =
          reply.statusCode < 500 && (typeof payload === "string" || payload === null || payload === undefined);
        if (kept) await store.keep(done, claim, { status: reply.statusCode, body: payload ?? null });
        else await store.release(done, claim);
      } catch (error) {
        // What was asked for is done: the answer must not turn into a failure now.
        request.log.error({ err: error }, "answer of an Idempotency-Key not kept");
      }
      return payload;
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

/** Of the address and all that was sent. */
function digestOf(url: string, body: unknown): string {
  const hash = createHash("sha256").update(JSON.stringify(url));
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
