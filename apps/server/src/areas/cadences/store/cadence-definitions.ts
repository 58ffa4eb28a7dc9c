import { randomUUID } from "node:crypto";
import { type Kysely, type Selectable, sql } from "kysely";
import type { CadenceDraft, StoredCadence } from "../model.ts";
import type { CadenceFilter, CadenceStore } from "../port.ts";
import { before, iso } from "../../../platform/database/columns.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";
import { codeOf } from "../../../platform/service/thrown.ts";
import type { Position } from "../../../platform/security/cursors.ts";

const UNIQUE_VIOLATION = "23505";

type Definitions = Pick<CadenceStore, "list" | "get" | "create" | "replace" | "delete" | "activeStages" | "playbook">;

export const createDefinitionStore = (db: Kysely<Database>): Definitions => ({
  list: (workspaceId, filter, limit, after) => listCadences(db, workspaceId, filter, limit, after),
  get: (workspaceId, id) => getCadence(db, workspaceId, id),
  playbook: (workspaceId, stageId) => findPlaybook(db, workspaceId, stageId),

  create: (workspaceId, draft) =>
    unlessTaken(db, null, async (trx) => {
      const id = await insertCadence(trx, workspaceId, draft);
      return getWritten(trx, workspaceId, id);
    }),

  replace: (workspaceId, id, decide) =>
    unlessTaken(db, "taken" as const, async (trx) => {
      const stored = await holdCadence(trx, workspaceId, id, "update");
      if (stored === null) return "missing";
      const decided = decide(stored);
      if (!decided.ok) return decided;
      await trx
        .updateTable("cadences")
        .set({ ...draftColumns(decided.value), version: decided.value.version, updated_at: sql<Date>`now()` })
        .where("workspace_id", "=", workspaceId)
        .where("id", "=", id)
        .execute();
      return { ok: true, value: await getWritten(trx, workspaceId, id) };
    }),

  delete: (workspaceId, id) =>
    inTransaction(db, async (trx) => {
      const stored = await holdCadence(trx, workspaceId, id, "update");
      if (stored === null) return "missing";
      if (stored.runningDealCount > 0) return "running";
      await trx.deleteFrom("cadences").where("workspace_id", "=", workspaceId).where("id", "=", id).execute();
      return "deleted";
    }),

  async activeStages(workspaceId, pipelineId) {
    const rows = await db
      .selectFrom("pipelines")
      .leftJoin("stages", (join) =>
        join
          .onRef("stages.workspace_id", "=", "pipelines.workspace_id")
          .onRef("stages.pipeline_id", "=", "pipelines.id")
          .on("stages.is_won", "=", false)
          .on("stages.is_lost", "=", false),
      )
      .where("pipelines.workspace_id", "=", workspaceId)
      .where("pipelines.id", "=", pipelineId)
      .select("stages.id")
      .execute();
    return rows.length === 0 ? null : new Set(rows.flatMap(({ id }) => id ?? []));
  },
});

/** Writes a definition, version 1, and answers its id. */
export async function insertCadence(
  trx: Kysely<Database>,
  workspaceId: string,
  draft: CadenceDraft,
  { id = randomUUID(), createdAt }: { id?: string; createdAt?: Date } = {},
): Promise<string> {
  const stamps = createdAt === undefined ? {} : { created_at: createdAt, updated_at: createdAt };
  await trx
    .insertInto("cadences")
    .values({ ...draftColumns(draft), ...stamps, workspace_id: workspaceId, id, version: 1 })
    .execute();
  return id;
}

/** The definition, held until the transaction ends: to be changed (`update`), or so that nobody else does (`share`). */
export async function holdCadence(
  trx: Kysely<Database>,
  workspaceId: string,
  id: string,
  hold: "update" | "share",
): Promise<StoredCadence | null> {
  const row = trx.selectFrom("cadences").select("id").where("workspace_id", "=", workspaceId).where("id", "=", id);
  await (hold === "update" ? row.forUpdate() : row.forShare()).execute();
  return getCadence(trx, workspaceId, id);
}

export async function getCadence(db: Kysely<Database>, workspaceId: string, id: string): Promise<StoredCadence | null> {
  const row = await selectCadences(db, workspaceId).where("cadences.id", "=", id).executeTakeFirst();
  return row === undefined ? null : toCadence(row);
}

/** The active playbook of a stage. */
export async function findPlaybook(
  db: Kysely<Database>,
  workspaceId: string,
  stageId: string,
): Promise<StoredCadence | null> {
  const row = await selectCadences(db, workspaceId)
    .where("cadences.stage_id", "=", stageId)
    .where("cadences.active", "=", true)
    .executeTakeFirst();
  return row === undefined ? null : toCadence(row);
}

async function listCadences(
  db: Kysely<Database>,
  workspaceId: string,
  { pipelineId, active }: CadenceFilter,
  limit: number,
  after: Position | null,
): Promise<StoredCadence[]> {
  let query = selectCadences(db, workspaceId);
  if (pipelineId !== undefined) query = query.where("cadences.pipeline_id", "=", pipelineId);
  if (active !== undefined) query = query.where("cadences.active", "=", active);
  if (after !== null) query = query.where(before("cadences.created_at", "cadences.id", after));
  const rows = await query.orderBy("cadences.created_at", "desc").orderBy("cadences.id", "desc").limit(limit).execute();
  return rows.map(toCadence);
}

async function getWritten(trx: Kysely<Database>, workspaceId: string, id: string): Promise<StoredCadence> {
  return toCadence(await selectCadences(trx, workspaceId).where("cadences.id", "=", id).executeTakeFirstOrThrow());
}

const selectCadences = (db: Kysely<Database>, workspaceId: string) =>
  db
    .selectFrom("cadences")
    .selectAll("cadences")
    .select((eb) =>
      eb
        .selectFrom("cadence_instances as running")
        .whereRef("running.workspace_id", "=", "cadences.workspace_id")
        .whereRef("running.cadence_id", "=", "cadences.id")
        .where("running.is_latest", "=", true)
        .where("running.status", "in", ["active", "paused"])
        .select((instances) => instances.fn.countAll<string>().as("count"))
        .as("running_count"),
    )
    .where("cadences.workspace_id", "=", workspaceId);

type Row = Selectable<Database["cadences"]> & { running_count: string | null };

const toCadence = (row: Row): StoredCadence => ({
  id: row.id,
  name: row.name,
  description: row.description,
  pipelineId: row.pipeline_id,
  stageId: row.stage_id,
  active: row.active,
  version: row.version,
  steps: row.steps,
  runningDealCount: Number(row.running_count ?? 0),
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
});

const draftColumns = (draft: CadenceDraft) => ({
  name: draft.name,
  description: draft.description,
  pipeline_id: draft.pipelineId,
  stage_id: draft.stageId,
  active: draft.active,
  steps: JSON.stringify(draft.steps),
});

/** A stage has one active playbook: of writers at the same time, the index lets one through. */
async function unlessTaken<T, Taken>(
  db: Kysely<Database>,
  taken: Taken,
  work: (trx: Kysely<Database>) => Promise<T>,
): Promise<T | Taken> {
  try {
    return await inTransaction(db, work);
  } catch (error) {
    if (codeOf(error) === UNIQUE_VIOLATION) return taken;
    throw error;
  }
}
