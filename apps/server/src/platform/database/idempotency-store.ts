import { DAY_MS } from "@trilho/engine";
import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Claim, IdempotencyStore, IdempotentRequest } from "../service/requests.ts";
import type { Sealer } from "../security/sealer.ts";
import type { Database } from "./schema/database.ts";

const KEPT_MS = DAY_MS;
/** A claim that nobody renewed for so long is of a process that ended before it could answer. */
const ABANDONED_MS = 20_000;

/** Answers are sealed: some hold a secret that is shown once and stored nowhere else in the clear. */
export function createIdempotencyStore(
  db: Kysely<Database>,
  sealer: Sealer,
  now: () => number = Date.now,
): IdempotencyStore {
  return {
    async claim(request) {
      const claim = randomUUID();
      if (await insert(db, request, claim, now())) return { outcome: "claimed", claim };
      return existing(db, sealer, request, claim, now());
    },
    async keep(request, claim, { status, body }) {
      await db
        .updateTable("idempotency_keys")
        .set({ status, body: body === null ? null : sealer.seal(body, contextOf(request)) })
        .where(({ and }) => and(keyOf(request)))
        .where("claim", "=", claim)
        .execute();
    },
    async renew(request, claim) {
      await db
        .updateTable("idempotency_keys")
        .set({ claimed_at: new Date(now()) })
        .where(({ and }) => and(keyOf(request)))
        .where("claim", "=", claim)
        .where("status", "is", null)
        .execute();
    },
    async release(request, claim) {
      await db
        .deleteFrom("idempotency_keys")
        .where(({ and }) => and(keyOf(request)))
        .where("claim", "=", claim)
        .execute();
    },
  };
}

const contextOf = ({ workspaceId, keyId, operationId, idempotencyKey }: IdempotentRequest): string =>
  JSON.stringify([workspaceId, keyId, operationId, idempotencyKey]);

const keyOf = ({ workspaceId, keyId, operationId, idempotencyKey }: IdempotentRequest) => ({
  workspace_id: workspaceId,
  key_id: keyId,
  operation_id: operationId,
  idempotency_key: idempotencyKey,
});

/** True when nobody had the key. */
async function insert(db: Kysely<Database>, request: IdempotentRequest, claim: string, now: number): Promise<boolean> {
  const times = { claimed_at: new Date(now), expires_at: new Date(now + KEPT_MS) };
  const fresh = { request_digest: request.digest, claim, status: null, body: null, ...times };
  const row = await db
    .insertInto("idempotency_keys")
    .values({ ...keyOf(request), ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(["workspace_id", "key_id", "operation_id", "idempotency_key"])
        .doUpdateSet(fresh)
        .where(({ eb, and, or, ref }) =>
          or([
            eb(ref("idempotency_keys.expires_at"), "<=", new Date(now)),
            and([
              eb(ref("idempotency_keys.status"), "is", null),
              eb(ref("idempotency_keys.claimed_at"), "<=", new Date(now - ABANDONED_MS)),
              eb(ref("idempotency_keys.request_digest"), "=", request.digest),
            ]),
          ]),
        ),
    )
    .returning("claim")
    .executeTakeFirst();
  return row !== undefined;
}

async function existing(
  db: Kysely<Database>,
  sealer: Sealer,
  request: IdempotentRequest,
  claim: string,
  now: number,
): Promise<Claim> {
  const row = await db
    .selectFrom("idempotency_keys")
    .where(({ and }) => and(keyOf(request)))
    .select(["request_digest", "status", "body"])
    .executeTakeFirst();
  // Released in between: the first one failed, so this one may try.
  if (row === undefined) {
    return (await insert(db, request, claim, now)) ? { outcome: "claimed", claim } : { outcome: "running" };
  }
  if (row.request_digest !== request.digest) return { outcome: "other" };
  if (row.status === null) return { outcome: "running" };
  const body = row.body === null ? null : sealer.open(row.body, contextOf(request));
  return { outcome: "answered", answer: { status: row.status, body } };
}
