import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { KEYED_METHODS, type FileContent, type OperationId, type Route } from "@trilho/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { invalid, KEY_OF_ANOTHER, type Failure, type Outcome } from "../service/outcome.ts";
import { undoneUnlessDone } from "../service/undone.ts";
import type { Claim, IdempotentRequest, KeptAnswer, RequestStores } from "../service/requests.ts";
import { again } from "./answers/again.ts";
import { written } from "./answers/answers.ts";
import { Refusal, statusOf } from "./answers/errors.ts";
import { principalOf } from "./gates.ts";

/** Does an operation on a store. `onceKey`: see `Input`. */
type Work<Stores> = (stores: Stores, onceKey: string | null) => Promise<Outcome<unknown>>;

/** What came of a request, or what was answered when it was sent before. */
export type Performed = { outcome: Outcome<unknown> } | { replayed: KeptAnswer };

/** Does what is sent under one `Idempotency-Key` once. */
export type Once<Stores> = (
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
  work: Work<Stores>,
) => Promise<Performed>;

const HEADER = "idempotency-key";

/** Operations at their old addresses: what was sent to one address is not done again at the other. */
const OLD_ADDRESSES: { readonly [Id in OperationId]?: OperationId } = { sendMessage: "sendConversationMessage" };

/** Operations that wait for others, outside of the database or of their transaction, so that they cannot be one. */
const REACHING_OUT: ReadonlySet<OperationId> = new Set([
  "sendMessage",
  "sendConversationMessage",
  "executeCadenceTask",
  "syncMessageTemplates",
  "resendWebhookDelivery",
  "pauseAutomation",
  "pauseWorkspace",
  "retryWorkspaceRuns",
  "cancelWorkspaceRuns",
]);

/** How long a request waits for the first one with its key, and how often it looks. */
const WAIT_MS = 60_000;
const LOOK_MS = 100;
/** How often a claim is renewed while its process lives. */
const RENEWED_MS = 5000;

/** The guard of one operation. */
export function createOnce<Stores extends RequestStores<Stores>>(
  id: OperationId,
  route: Route,
  store: Stores,
): Once<Stores> {
  const operationId = OLD_ADDRESSES[id] ?? id;
  const perform = REACHING_OUT.has(id) ? outside : inside;

  return async (request, reply, body, work) => {
    const key = KEYED_METHODS.includes(route.method) ? keyOf(request) : null;
    if (key === null) return { outcome: await again(() => work(store, null)) };
    const { workspaceId, keyId } = principalOf(request);
    const digest = digestOf(request, body);
    const wanted: IdempotentRequest = { workspaceId, keyId, operationId, idempotencyKey: key, digest };
    return perform(wanted, request, reply, work);
  };

  /** Claim, work and answer are one transaction: whoever repeats the request finds all of them, or none. */
  function inside(
    wanted: IdempotentRequest,
    _: FastifyRequest,
    reply: FastifyReply,
    work: Work<Stores>,
  ): Promise<Performed> {
    return again(() =>
      store.transaction(async (within) => {
        const claimed = await within.idempotency.claim(wanted);
        if (claimed.outcome !== "claimed") return { replayed: answered(claimed) };
        const outcome = await undoneUnlessDone(within, () => work(within, null));
        await within.idempotency.keep(wanted, claimed.claim, written(reply, route, keepable(outcome)));
        return { outcome };
      }),
    );
  }

  /** The claim is there before the work begins, and others wait for its end, or for that of its process. */
  async function outside(
    wanted: IdempotentRequest,
    request: FastifyRequest,
    reply: FastifyReply,
    work: Work<Stores>,
  ): Promise<Performed> {
    const { idempotency } = store;
    const claimed = await claim(wanted);
    if (claimed.outcome !== "claimed") return { replayed: answered(claimed) };
    const onError = (error: unknown): void => request.log.error({ err: error }, "claim of an Idempotency-Key");
    const renewing = setInterval(() => void idempotency.renew(wanted, claimed.claim).catch(onError), RENEWED_MS);
    try {
      const onceKey = `api:${wanted.keyId}:${wanted.idempotencyKey}`;
      const outcome = keepable(await again(() => work(store, onceKey)));
      // What was asked for is done: the answer must not turn into a failure now.
      await idempotency.keep(wanted, claimed.claim, written(reply, route, outcome)).catch(onError);
      return { outcome };
    } catch (error) {
      await idempotency.release(wanted, claimed.claim).catch(onError);
      throw error;
    } finally {
      clearInterval(renewing);
    }
  }

  async function claim(wanted: IdempotentRequest): Promise<Claim> {
    for (let waited = 0; ; waited += LOOK_MS) {
      const claimed = await store.idempotency.claim(wanted);
      if (claimed.outcome !== "running" || waited >= WAIT_MS) return claimed;
      await delay(LOOK_MS);
    }
  }
}

/** What failed on our side is not kept, so that it can be sent again. */
function keepable(outcome: Outcome<unknown>): Outcome<unknown> {
  if (!outcome.ok && statusOf(outcome.failure) >= 500) throw new Refusal(outcome.failure);
  return outcome;
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
  other: KEY_OF_ANOTHER,
  running: { code: "CONFLICT", message: "The first request with this Idempotency-Key is not answered yet." },
};

function answered(claim: Exclude<Claim, { outcome: "claimed" }>): KeptAnswer {
  if (claim.outcome !== "answered") throw new Refusal(REFUSALS[claim.outcome]);
  return claim.answer;
}
