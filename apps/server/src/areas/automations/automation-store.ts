import { type Kysely, sql } from "kysely";
import { inTurns } from "../../platform/background/in-turns.ts";
import type { Sealer } from "../../platform/security/sealer.ts";
import {
  automationColumns,
  insertAutomation,
  insertVersion,
  openSecrets,
  sealSecrets,
  selectAutomations,
  toAutomation,
} from "./automation-rows.ts";
import { before, containing, fold } from "../../platform/database/columns.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import type { AutomationReplacement, AutomationSecrets, StoredAutomation } from "./model.ts";
import { recordChange } from "./history-store.ts";
import type { Author, AutomationStore } from "./port.ts";

/** The database's clock: the same for every process. */
const NOW = sql<Date>`now()`;

/** What deleting an automation does to its runs: in its transaction, and once that is committed. */
export interface RunsOfDeleted {
  cancel(trx: Kysely<Database>, workspaceId: string, automationId: string, by: Author): Promise<number>;
  cancelled(count: number): void;
}

export function createAutomationStore(db: Kysely<Database>, sealer: Sealer, runs: RunsOfDeleted): AutomationStore {
  return {
    async list(workspaceId, filter, limit, position) {
      const { search = "", triggerType = "" } = filter;
      let query = selectAutomations(db, workspaceId);
      if (search !== "") query = query.where("automations.name_folded", "like", containing(fold(search)));
      if (filter.enabled !== undefined) query = query.where("automations.enabled", "=", filter.enabled);
      if (filter.triggerType !== undefined) query = query.where("automations.trigger_type", "=", triggerType);
      if (position !== null) query = query.where(before("automations.created_at", "automations.id", position));
      const rows = await query
        .orderBy("automations.created_at", "desc")
        .orderBy("automations.id", "desc")
        .limit(limit)
        .execute();
      return inTurns(rows, toAutomation);
    },

    get: (workspaceId, id) => getAutomation(db, workspaceId, id),

    async listening(workspaceId, triggerType) {
      const rows = await selectAutomations(db, workspaceId)
        .modifyFront(sql.raw("/* ready: listening */"))
        .where("automations.trigger_type", "=", triggerType)
        .where("automations.enabled", "=", true)
        .orderBy("automations.created_at")
        .orderBy("automations.id")
        .select("automations.on_since")
        .execute();
      return inTurns(rows, (row) => ({ automation: toAutomation(row), since: row.on_since.getTime() }));
    },

    async secrets(workspaceId, id) {
      const row = await db
        .selectFrom("automations")
        .where("workspace_id", "=", workspaceId)
        .where("id", "=", id)
        .select("secrets")
        .executeTakeFirst();
      return row === undefined ? null : openSecrets(sealer, workspaceId, id, row.secrets);
    },

    create: (workspaceId, draft, secrets, by, note) =>
      inTransaction(db, async (trx) => {
        const ownerId = by?.memberId ?? null;
        const id = await insertAutomation(trx, sealer, workspaceId, draft, secrets, { ownerId });
        const change = { workspaceId, automationId: id, by };
        await recordChange(trx, { ...change, type: "created", version: 1, note });
        if (draft.enabled) await recordChange(trx, { ...change, type: "switched-on" });
        return written(trx, workspaceId, id);
      }),

    replace: (workspaceId, id, draft, secrets, baseVersion, by, note) =>
      inTransaction(db, async (trx) => {
        const was = await lock(trx, workspaceId, id);
        if (was === undefined) return { outcome: "missing" };
        if (baseVersion !== null && was.version !== baseVersion)
          return { outcome: "conflict", storedVersion: was.version };
        const automation = await replace(trx, sealer, workspaceId, id, draft, secrets);
        const change = { workspaceId, automationId: id, by };
        const { version, enabled } = automation;
        await recordChange(trx, { ...change, type: "published", version, note });
        if (was.enabled !== enabled) await recordChange(trx, { ...change, type: switched(enabled) });
        return { outcome: "replaced", automation };
      }),

    async setEnabled(workspaceId, id, enabled, by) {
      await inTransaction(db, async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable("automations")
          .set({ enabled, updated_at: NOW, ...(enabled && { on_since: NOW }) })
          .where("workspace_id", "=", workspaceId)
          .where("id", "=", id)
          // Asking for what already holds changes nothing.
          .where("enabled", "!=", enabled)
          .executeTakeFirst();
        if (numUpdatedRows > 0n)
          await recordChange(trx, { workspaceId, automationId: id, by, type: switched(enabled) });
      });
      return getAutomation(db, workspaceId, id);
    },

    async delete(workspaceId, id, by) {
      const cancelled = await inTransaction(db, async (trx) =>
        (await remove(trx, workspaceId, id, by)) ? runs.cancel(trx, workspaceId, id, by) : null,
      );
      if (cancelled !== null) runs.cancelled(cancelled);
      return cancelled !== null;
    },
  };
}

async function getAutomation(db: Kysely<Database>, workspaceId: string, id: string): Promise<StoredAutomation | null> {
  const row = await selectAutomations(db, workspaceId).where("automations.id", "=", id).executeTakeFirst();
  return row === undefined ? null : toAutomation(row);
}

/** An automation that this transaction has just written. */
async function written(trx: Kysely<Database>, workspaceId: string, id: string): Promise<StoredAutomation> {
  return toAutomation(
    await selectAutomations(trx, workspaceId).where("automations.id", "=", id).executeTakeFirstOrThrow(),
  );
}

/** Its row stays as it is for others until this transaction ends. */
const lock = (trx: Kysely<Database>, workspaceId: string, id: string) =>
  trx
    .selectFrom("automations")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .select(["version", "enabled"])
    .forUpdate()
    .executeTakeFirst();

async function replace(
  trx: Kysely<Database>,
  sealer: Sealer,
  workspaceId: string,
  id: string,
  draft: AutomationReplacement,
  secrets: AutomationSecrets,
): Promise<StoredAutomation> {
  const { version } = await trx
    .updateTable("automations")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .set((eb) => ({
      ...automationColumns(draft),
      ...(draft.enabled === undefined
        ? {}
        : {
            enabled: draft.enabled,
            on_since: eb.case().when("enabled", "=", true).then(eb.ref("on_since")).else(NOW).end(),
          }),
      version: eb("version", "+", 1),
      secrets: sealSecrets(sealer, workspaceId, id, secrets),
      updated_at: NOW,
    }))
    .returning("version")
    .executeTakeFirstOrThrow();
  await insertVersion(trx, workspaceId, id, version, draft);
  return written(trx, workspaceId, id);
}

const switched = (enabled: boolean) => (enabled ? "switched-on" : "switched-off");

async function remove(trx: Kysely<Database>, workspaceId: string, id: string, by: Author): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("automations")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await recordChange(trx, { workspaceId, automationId: id, by, type: "deleted" });
  return true;
}
