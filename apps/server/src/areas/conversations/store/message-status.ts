import { failureReason, type FailureReason } from "@trilho/engine/failures";
import { type Kysely, sql } from "kysely";
import type { MessageStatus, StoredMessage } from "../model.ts";
import type { Accepted, SendResult, StatusUpdate, Undelivered } from "../port.ts";
import { laterStatus } from "../status.ts";
import type { Actor } from "../../activities/history.ts";
import { failureColumns, jsonOrNull } from "../../../platform/database/columns.ts";
import { recordDeparture } from "./conversation-history.ts";
import { findMessage } from "./message-rows.ts";
import { ofMessage, written } from "./message-writes.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";
import { codeOf } from "../../../platform/service/thrown.ts";

type Db = Kysely<Database>;
type Status = Omit<StatusUpdate, "failure">;

/** Providers report on a message within minutes; what nobody asked for until then was never ours. */
const KEEP_EARLY = sql`interval '7 days'`;

/**
 * Stores what a provider reports of a message. Of an unknown one it is kept until its id becomes known: written first
 * and looked up again after, while `recordSent` does so the other way round, so that one of the two sees the other.
 */
export async function applyStatus(db: Db, workspaceId: string, update: StatusUpdate): Promise<Undelivered | null> {
  const why = failureColumns(update.failure);
  const { isKnown, failedKey } = await inTransaction(db, (trx) => applyToMessage(trx, workspaceId, update, why));
  if (!isKnown) await keepEarly(db, workspaceId, update, why);
  const key = isKnown ? failedKey : await takeEarly(db, workspaceId, update.externalId);
  return key === null ? null : { key, failure: update.failure ?? UNDELIVERED };
}

const UNDELIVERED = [failureReason("message-undelivered")];

interface Applied {
  isKnown: boolean;
  /** Of a message that failed by it, and was sent under a key. */
  failedKey: string | null;
}

async function applyToMessage(
  trx: Db,
  workspaceId: string,
  { externalId, messageId, status, at }: Status,
  why: ReturnType<typeof failureColumns>,
): Promise<Applied> {
  const row = await trx
    .selectFrom("messages")
    .select(["id", "status", "external_id", "status_at", "idempotency_key"])
    .where("workspace_id", "=", workspaceId)
    .where("direction", "=", "outbound")
    .where((eb) =>
      eb.or([
        eb("external_id", "=", externalId),
        ...(messageId === null ? [] : [eb.and([eb("id", "=", messageId), eb("external_id", "is", null)])]),
      ]),
    )
    .orderBy(sql`external_id is null`)
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return { isKnown: false, failedKey: null };
  const current = { status: row.status as MessageStatus, isAccepted: row.external_id !== null };
  const next = laterStatus(current, status);
  await ofMessage(trx, workspaceId, row.id)
    .set({
      external_id: externalId,
      ...(next !== row.status && {
        status: next,
        status_at: new Date(at),
        ...(next === "failed" ? why : failureColumns(null)),
      }),
    })
    .execute();
  return { isKnown: true, failedKey: next === "failed" && next !== row.status ? row.idempotency_key : null };
}

async function keepEarly(
  db: Db,
  workspaceId: string,
  { externalId, status, at }: Status,
  why: ReturnType<typeof failureColumns>,
): Promise<void> {
  await db
    .insertInto("early_statuses")
    .values({
      workspace_id: workspaceId,
      external_id: externalId,
      status,
      ...why,
      status_at: new Date(at),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .deleteFrom("early_statuses")
    .where("workspace_id", "=", workspaceId)
    .where("created_at", "<", sql<Date>`now() - ${KEEP_EARLY}`)
    .execute();
}

/** Applies what was kept of a message that is known by now, and forgets it; tells whether it failed as `Applied` does. */
async function takeEarly(db: Db, workspaceId: string, externalId: string): Promise<string | null> {
  const early = await db
    .selectFrom("early_statuses")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("external_id", "=", externalId)
    .execute();
  let failed: string | null = null;
  for (const row of early) {
    const update: Status = {
      externalId,
      messageId: null,
      status: row.status as StatusUpdate["status"],
      at: row.status_at.toISOString(),
    };
    const why = { error_message: row.error_message, failure: jsonOrNull(row.failure) };
    const { isKnown, failedKey } = await inTransaction(db, (trx) => applyToMessage(trx, workspaceId, update, why));
    if (!isKnown) return null;
    failed ??= failedKey;
  }
  if (early.length === 0) return null;
  await db
    .deleteFrom("early_statuses")
    .where("workspace_id", "=", workspaceId)
    .where("external_id", "=", externalId)
    .execute();
  return failed;
}

/** What became of sending a message that stands here as queued; null when it was deleted meanwhile. */
export async function recordSent(
  db: Db,
  workspaceId: string,
  messageId: string,
  actor: Actor,
  result: SendResult,
): Promise<StoredMessage | null> {
  const record = () =>
    inTransaction(db, (trx) =>
      result.ok
        ? accepted(trx, workspaceId, messageId, actor, result)
        : refused(trx, workspaceId, messageId, result.failure),
    );
  // What a provider took is known here alone: where its own report is written at the same moment, that is there then.
  await record().catch((error: unknown) => {
    if (db.isTransaction || !COLLISIONS.has(codeOf(error) ?? "")) throw error;
    return record();
  });
  if (result.ok) await takeEarly(db, workspaceId, result.externalId);
  return findMessage(db, workspaceId, "id", messageId);
}

/** PostgreSQL's unique_violation, serialization_failure and deadlock_detected. */
const COLLISIONS: ReadonlySet<string> = new Set(["23505", "40001", "40P01"]);

async function accepted(
  trx: Db,
  workspaceId: string,
  messageId: string,
  actor: Actor,
  { externalId, provider }: Accepted,
): Promise<void> {
  // The provider may have reported on the message, as of one sent elsewhere, before it answered us.
  await trx
    .deleteFrom("messages")
    .where("workspace_id", "=", workspaceId)
    .where("external_id", "=", externalId)
    .where("origin", "=", "app")
    .where("id", "!=", messageId)
    .execute();
  const row = await trx
    .selectFrom("messages")
    .select(["status", "external_id", "contact_id"])
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", messageId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return;
  const current = { status: row.status as MessageStatus, isAccepted: row.external_id !== null };
  const status = laterStatus(current, "sent");
  await ofMessage(trx, workspaceId, messageId)
    .set({
      external_id: externalId,
      ...(status !== row.status && { status, status_at: new Date(), ...failureColumns(null) }),
    })
    .execute();
  const message = await written(trx, workspaceId, messageId);
  await recordDeparture(trx, workspaceId, row.contact_id, actor, { ...message, isKept: provider === "outbox" });
}

async function refused(trx: Db, workspaceId: string, messageId: string, failure: FailureReason[]): Promise<void> {
  await ofMessage(trx, workspaceId, messageId)
    .where("status", "in", ["queued", "failed"])
    .set({ status: "failed", status_at: new Date(), ...failureColumns(failure) })
    .execute();
}
