import type { Kysely } from "kysely";
import { digestKey, maskedKey } from "../platform/security/keys.ts";
import { createSealer } from "../platform/security/sealer.ts";
import type { Database } from "../platform/database/schema/database.ts";
import { insertKey, lockSetup } from "../platform/database/workspace-rows.ts";
import { createDemoWorkspace } from "./create.ts";

/** Remembers the demo as `<workspace id> <owner id>`. */
const META_KEY = "demo";

/**
 * Makes the demo workspace in an empty database, and makes sure that `apiKey()` opens it. False when the database holds
 * other workspaces and no demo: then nothing is done, and no key is asked for.
 */
export async function ensureDemo(
  db: Kysely<Database>,
  serverSecret: string,
  apiKey: () => Promise<string>,
  now: number = Date.now(),
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockSetup(trx);
    const demo = (await findDemo(trx)) ?? (await createDemo(trx, serverSecret, now));
    if (demo === null) return false;
    const key = await apiKey();
    const digest = digestKey(serverSecret, key);
    const stored = await trx.selectFrom("api_keys").select("id").where("digest", "=", digest).executeTakeFirst();
    if (stored === undefined) {
      const { workspaceId, ownerId: memberId } = demo;
      await insertKey(trx, {
        workspaceId,
        memberId,
        name: "Demo",
        digest,
        hint: maskedKey(key),
        expiresAt: null,
        revoked: false,
      });
    }
    return true;
  });
}

interface Demo {
  workspaceId: string;
  ownerId: string;
}

async function findDemo(trx: Kysely<Database>): Promise<Demo | null> {
  const meta = await trx.selectFrom("server_meta").select("value").where("key", "=", META_KEY).executeTakeFirst();
  const [workspaceId, ownerId] = meta?.value.split(" ") ?? [];
  return workspaceId === undefined || ownerId === undefined ? null : { workspaceId, ownerId };
}

async function createDemo(trx: Kysely<Database>, serverSecret: string, now: number): Promise<Demo | null> {
  const other = await trx.selectFrom("workspaces").select("id").limit(1).executeTakeFirst();
  if (other !== undefined) return null;
  const demo = await createDemoWorkspace(trx, createSealer(serverSecret, "secrets"), now);
  await trx
    .insertInto("server_meta")
    .values({ key: META_KEY, value: `${demo.workspaceId} ${demo.ownerId}` })
    .execute();
  return demo;
}
