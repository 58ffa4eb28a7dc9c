import type { Kysely } from "kysely";
import type { Sealer } from "../platform/security/sealer.ts";
import type { Database } from "../platform/database/schema/database.ts";
import { lockSetup } from "../platform/database/workspace-rows.ts";
import { applyCalendars } from "./calendars.ts";
import type { Mistake, ProvisionFile } from "./file.ts";
import { ProvisionError } from "./file.ts";
import { applyKeys } from "./keys.ts";
import { applyMembers } from "./members.ts";
import { applyChannels, applyWorkspace } from "./workspaces.ts";

/**
 * Makes the database hold what the file says: all of it, or nothing. Applying it again changes no row.
 * What the file does not name stays, but for calendars of members that have a list of them; to take a key away, say
 * `"revoked": true`.
 * Rejects with a `ProvisionError` when the file contradicts the database.
 */
export async function applyProvision(
  db: Kysely<Database>,
  file: ProvisionFile,
  fileName: string,
  digest: (secret: string) => string,
  sealer: Sealer,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockSetup(trx);
    const mistakes: Mistake[] = [];
    for (const [index, workspace] of file.workspaces.entries()) {
      const workspaceId = await applyWorkspace(trx, workspace);
      const memberIds = await applyMembers(trx, workspaceId, workspace.members ?? []);
      const keyMistakes = await applyKeys(trx, workspaceId, workspace.members ?? [], memberIds, digest);
      mistakes.push(...keyMistakes.map(({ place, message }) => ({ place: `/workspaces/${index}${place}`, message })));
      await applyCalendars(trx, workspaceId, workspace.members ?? [], memberIds, sealer);
      await applyChannels(trx, workspaceId, workspace.channels ?? []);
    }
    if (mistakes.length > 0) throw new ProvisionError(fileName, mistakes);
  });
}
