import type { Kysely } from "kysely";
import type { Database } from "./schema/database.ts";

/** A key as its owner may see it: never the key itself. */
export interface ListedKey {
  id: string;
  workspace: string;
  member: string;
  name: string;
  hint: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revoked: boolean;
}

/** The keys of a workspace, or of all: by workspace, newest first. */
export async function listKeys(db: Kysely<Database>, workspace: string | null): Promise<ListedKey[]> {
  let query = db
    .selectFrom("api_keys as key")
    .innerJoin("workspaces as workspace", "workspace.id", "key.workspace_id")
    .innerJoin("members as member", (join) =>
      join.onRef("member.workspace_id", "=", "key.workspace_id").onRef("member.id", "=", "key.member_id"),
    );
  if (workspace !== null) query = query.where("workspace.slug", "=", workspace);
  return query
    .select([
      "key.id",
      "workspace.slug as workspace",
      "member.email as member",
      "key.name",
      "key.hint",
      "key.created_at as createdAt",
      "key.last_used_at as lastUsedAt",
      "key.expires_at as expiresAt",
      "key.revoked",
    ])
    .orderBy("workspace.slug")
    .orderBy("key.created_at", "desc")
    .orderBy("key.id")
    .execute();
}

/** Whom a new key would speak for; null when there is no such workspace, or no such active member in it. */
export async function findHolder(
  db: Kysely<Database>,
  slug: string,
  email: string,
): Promise<{ workspaceId: string; memberId: string | null } | null> {
  const workspace = await db.selectFrom("workspaces").select("id").where("slug", "=", slug).executeTakeFirst();
  if (workspace === undefined) return null;
  const member = await db
    .selectFrom("members")
    .select("id")
    .where("workspace_id", "=", workspace.id)
    .where(({ fn, eb }) => eb(fn<string>("lower", ["email"]), "=", email.toLowerCase()))
    .where("active", "=", true)
    .executeTakeFirst();
  return { workspaceId: workspace.id, memberId: member?.id ?? null };
}

/** Revokes for good. False when there is no such key. */
export async function revokeKey(db: Kysely<Database>, id: string): Promise<boolean> {
  const row = await db
    .updateTable("api_keys")
    .set({ revoked: true })
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
