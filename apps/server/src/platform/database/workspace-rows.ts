import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "./schema/database.ts";

/** The next number of a workspace's kind of resource. Concurrent callers wait for each other's transaction. */
export async function nextSeq(
  trx: Kysely<Database>,
  workspaceId: string,
  kind: "pipeline" | "stage" | "contact" | "company" | "deal" | "deal_batch",
  count = 1,
): Promise<number> {
  const { last } = await trx
    .insertInto("sequences")
    .values({ workspace_id: workspaceId, kind, last: count })
    .onConflict((conflict) =>
      conflict.columns(["workspace_id", "kind"]).doUpdateSet({ last: sql`sequences.last + ${count}::integer` }),
    )
    .returning("last")
    .executeTakeFirstOrThrow();
  return last - count + 1;
}

/**
 * Lets one process at a time set workspaces up: the others wait for its transaction. A row's lock, not an advisory
 * one, so that it holds on every database that speaks PostgreSQL.
 */
export async function lockSetup(trx: Kysely<Database>): Promise<void> {
  await trx
    .insertInto("server_meta")
    .values({ key: "setup", value: "" })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  await trx.selectFrom("server_meta").select("key").where("key", "=", "setup").forUpdate().execute();
}

/** Keeps a key by its digest: the key itself is never stored. */
export async function insertKey(
  trx: Kysely<Database>,
  key: {
    workspaceId: string;
    memberId: string;
    name: string;
    digest: string;
    /** What may be shown of it. */
    hint: string;
    expiresAt: Date | null;
    revoked: boolean;
  },
): Promise<string> {
  const id = randomUUID();
  await trx
    .insertInto("api_keys")
    .values({
      workspace_id: key.workspaceId,
      id,
      member_id: key.memberId,
      name: key.name,
      digest: key.digest,
      hint: key.hint,
      expires_at: key.expiresAt,
      revoked: key.revoked,
    })
    .execute();
  return id;
}

/** What is stored when reviews begin was published by the rules of its time: it may be switched off and on. */
export async function approveStored(trx: Kysely<Database>, workspaceId: string): Promise<void> {
  await trx
    .updateTable("automations")
    .set({ approved: true })
    .where("workspace_id", "=", workspaceId)
    .where("approved", "=", false)
    .execute();
}
