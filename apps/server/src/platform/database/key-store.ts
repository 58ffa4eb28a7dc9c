import type { Kysely } from "kysely";
import type { KeyRecord, Role, KeyStore } from "../security/principal.ts";
import { isoOrNull } from "./columns.ts";
import type { Database } from "./schema/database.ts";

const TOUCH_EVERY_MS = 60_000;

/** `onLostTouch` hears when the time of a key's last use could not be written: no reason to refuse the request. */
export function createKeyStore(db: Kysely<Database>, onLostTouch: (error: unknown) => void): KeyStore {
  const touched = new Map<string, number>();
  return {
    findByDigest: (digest) => findByDigest(db, digest),
    touch({ workspaceId, keyId }) {
      const now = Date.now();
      if (now - (touched.get(keyId) ?? 0) < TOUCH_EVERY_MS) return;
      touched.set(keyId, now);
      db.updateTable("api_keys")
        .set({ last_used_at: new Date(now) })
        .where("workspace_id", "=", workspaceId)
        .where("id", "=", keyId)
        .execute()
        .catch(onLostTouch);
    },
  };
}

async function findByDigest(db: Kysely<Database>, digest: string): Promise<KeyRecord | null> {
  const row = await db
    .selectFrom("api_keys as key")
    .innerJoin("members as member", (join) =>
      join.onRef("member.workspace_id", "=", "key.workspace_id").onRef("member.id", "=", "key.member_id"),
    )
    .innerJoin("workspaces as workspace", "workspace.id", "key.workspace_id")
    .where("key.digest", "=", digest)
    .select([
      "key.id as keyId",
      "key.workspace_id as workspaceId",
      "key.member_id as memberId",
      "key.expires_at as expiresAt",
      "key.revoked",
      "member.role",
      "member.permissions",
      "member.visibility",
      "member.active",
      "workspace.features",
      "workspace.time_zone as timeZone",
      "workspace.locale",
    ])
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    principal: {
      workspaceId: row.workspaceId,
      memberId: row.memberId,
      keyId: row.keyId,
      // The columns' check constraints hold these two to their types.
      role: row.role as Role,
      visibility: row.visibility as "all" | "own",
      permissions: row.permissions,
      features: new Set(row.features),
      timeZone: row.timeZone,
      locale: row.locale,
    },
    expiresAt: isoOrNull(row.expiresAt),
    revoked: row.revoked,
    memberActive: row.active,
  };
}
