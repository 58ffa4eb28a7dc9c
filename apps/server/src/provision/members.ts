import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "../platform/database/schema/database.ts";
import { changesOf } from "./changes.ts";
import type { ProvisionMember } from "./file.ts";

/** Makes or updates the members and answers their ids, in the file's order. */
export async function applyMembers(
  trx: Kysely<Database>,
  workspaceId: string,
  members: readonly ProvisionMember[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const member of members) ids.push(await applyMember(trx, workspaceId, member));
  return ids;
}

async function applyMember(trx: Kysely<Database>, workspaceId: string, member: ProvisionMember): Promise<string> {
  const { name, role, visibility, active } = member;
  const email = member.email.toLowerCase();
  const permissions = member.permissions && { allow: [], deny: [], ...member.permissions };
  const stored = await trx
    .selectFrom("members")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("email", "=", email)
    .executeTakeFirst();
  if (stored === undefined) {
    const id = randomUUID();
    await trx
      .insertInto("members")
      .values({
        workspace_id: workspaceId,
        id,
        email,
        name,
        role,
        permissions: JSON.stringify(permissions ?? { allow: [], deny: [] }),
        visibility: visibility ?? "all",
        active: active ?? true,
      })
      .execute();
    return id;
  }
  const changes = changesOf<"members">(stored, {
    name,
    role,
    ...(permissions === undefined ? {} : { permissions }),
    ...(visibility === undefined ? {} : { visibility }),
    ...(active === undefined ? {} : { active }),
  });
  if (changes !== null) {
    await trx
      .updateTable("members")
      .set({ ...changes, updated_at: sql`now()` })
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", stored.id)
      .execute();
  }
  return stored.id;
}
