import type { FailureReason } from "@trilho/engine/failures";
import { type Kysely, type Selectable, sql } from "kysely";
import type { Database } from "../../platform/database/schema/database.ts";
import { errorOf } from "../model/failures.ts";
import type { AnsweredBy } from "../model/run-ports.ts";

/** Gives an answer to the run that awaits it, as `RunStore` says. */
export async function answerRun(
  trx: Kysely<Database>,
  workspaceId: string,
  { contactId, messageId, isTest }: AnsweredBy,
  reply: object,
): Promise<boolean> {
  let awaiting = trx
    .selectFrom("runs")
    .select(["id", "tick", "status", "awaits_message_id"])
    .where("workspace_id", "=", workspaceId)
    .where("awaits_contact_id", "=", contactId)
    .where("status", "in", ["running", "waiting"]);
  if (isTest) awaiting = awaiting.where("is_test", "=", true);
  const row = await awaiting
    .orderBy(sql`awaits_message_id is not distinct from ${messageId}`, "desc")
    // A test wrote to nobody.
    .orderBy("is_test")
    .orderBy("last_attempt_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return false;
  const toAnother = await isToAnother(trx, workspaceId, row.awaits_message_id, messageId);
  await giveReply(trx, workspaceId, row, toAnother ? { ...reply, toAnother } : reply);
  return true;
}

/** Whether a message answers one that is known, and is not the one whose answer is awaited. */
async function isToAnother(
  trx: Kysely<Database>,
  workspaceId: string,
  awaited: string | null,
  answered: string | null,
): Promise<boolean> {
  if (awaited === null || answered === null || awaited === answered) return false;
  // One that is not known may be the question itself, sent by a process that ended before it could say so.
  const known = await trx
    .selectFrom("messages")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("external_id", "=", answered)
    .executeTakeFirst();
  return known !== undefined;
}

/** Tells a run that its question did not arrive, as `RunStore` says: what sent it has failed after all. */
export async function failAwaited(
  trx: Kysely<Database>,
  workspaceId: string,
  key: string,
  failure: FailureReason[],
): Promise<void> {
  const [runId = "", ...rest] = key.split(":");
  const nodeId = rest.join(":");
  const row = await trx
    .selectFrom("runs")
    .select(["id", "tick", "status"])
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", runId)
    .where("current_node_id", "=", nodeId)
    .where("awaits_contact_id", "is not", null)
    .where("status", "in", ["running", "waiting"])
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return;
  const error = errorOf(failure);
  await giveReply(trx, workspaceId, row, { undelivered: error });
  await trx
    .updateTable("run_effects")
    .set({ is_done: false, result: null, error: error.message, failure: JSON.stringify(failure) })
    .where("workspace_id", "=", workspaceId)
    .where("run_id", "=", runId)
    .where("node_id", "=", nodeId)
    .execute();
}

async function giveReply(
  trx: Kysely<Database>,
  workspaceId: string,
  row: Pick<Selectable<Database["runs"]>, "id" | "tick" | "status">,
  reply: object,
): Promise<void> {
  // A message that is being sent now is in the hands of a worker, who takes the answer when it was sent.
  const isSending = row.status === "running";
  await trx
    .updateTable("runs")
    .set({
      reply: JSON.stringify(reply),
      ...(!isSending && { tick: row.tick + 1, next_attempt_at: sql<Date>`now()`, lease_until: null }),
      awaits_contact_id: null,
      awaits_message_id: null,
      waiting_for_reply: false,
    })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", row.id)
    .execute();
}
