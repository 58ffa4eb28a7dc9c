import type { Kysely, Selectable } from "kysely";
import { maskedKey } from "../platform/security/keys.ts";
import type { Database } from "../platform/database/schema/database.ts";
import { insertKey } from "../platform/database/workspace-rows.ts";
import { changesOf } from "./changes.ts";
import type { Mistake, ProvisionKey, ProvisionMember } from "./file.ts";

/** Makes or updates the members' keys. Answers the keys whose secret is another member's already. */
export async function applyKeys(
  trx: Kysely<Database>,
  workspaceId: string,
  members: readonly ProvisionMember[],
  memberIds: readonly string[],
  digest: (secret: string) => string,
): Promise<Mistake[]> {
  const mistakes: Mistake[] = [];
  for (const [member, memberId] of memberIds.entries()) {
    for (const [index, key] of (members[member]?.keys ?? []).entries()) {
      if (await applyKey(trx, { workspaceId, memberId }, key, digest(key.secret))) continue;
      const place = `/members/${member}/keys/${index}/secret`;
      mistakes.push({ place, message: "this secret is the key of another member" });
    }
  }
  return mistakes;
}

async function applyKey(
  trx: Kysely<Database>,
  owner: { workspaceId: string; memberId: string },
  { name, secret, expiresAt, revoked }: ProvisionKey,
  digest: string,
): Promise<boolean> {
  const stored = await trx.selectFrom("api_keys").selectAll().where("digest", "=", digest).executeTakeFirst();
  if (stored === undefined) {
    const expires = toDate(expiresAt) ?? null;
    await insertKey(trx, {
      ...owner,
      name,
      digest,
      hint: maskedKey(secret),
      expiresAt: expires,
      revoked: revoked ?? false,
    });
    return true;
  }
  if (!belongsTo(stored, owner)) return false;
  const expires_at = toDate(expiresAt);
  const changes = changesOf<"api_keys">(stored, {
    name,
    // A key that was revoked stays so when the file no longer says it.
    ...(expires_at === undefined ? {} : { expires_at }),
    ...(revoked === undefined ? {} : { revoked }),
  });
  if (changes !== null) await trx.updateTable("api_keys").set(changes).where("digest", "=", digest).execute();
  return true;
}

const belongsTo = (key: Selectable<Database["api_keys"]>, owner: { workspaceId: string; memberId: string }): boolean =>
  key.workspace_id === owner.workspaceId && key.member_id === owner.memberId;

const toDate = (instant: string | null | undefined): Date | null | undefined =>
  typeof instant === "string" ? new Date(instant) : instant;
