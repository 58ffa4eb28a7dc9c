import { type Kysely, sql } from "kysely";
import { done } from "../../../platform/service/outcome.ts";
import type { PipelineChange, PipelineStore, PipelineWrites, StageChange } from "./port.ts";
import { changeFieldSettings, readFieldSettings } from "./pipeline-field-rows.ts";
import { countDeals, insertPipeline, insertStages, readOutlines, readPipelines } from "./pipeline-rows.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";

const NOW = sql<Date>`now()`;

export function createPipelineStore(db: Kysely<Database>): PipelineStore {
  return {
    list: (workspaceId) => readPipelines(db, workspaceId, {}),

    async get(workspaceId, seq) {
      const [pipeline] = await readPipelines(db, workspaceId, { seq });
      return pipeline ?? null;
    },

    change: (workspaceId, heldStageId, decide) =>
      inTransaction(db, async (trx) => {
        const { quotas } = await trx
          .selectFrom("workspaces")
          .select("quotas")
          .where("id", "=", workspaceId)
          .forNoKeyUpdate()
          .executeTakeFirstOrThrow();
        if (heldStageId !== null) await holdStage(trx, workspaceId, heldStageId);
        const pipelines = await readOutlines(trx, workspaceId, {});
        const heldDealCount = heldStageId === null ? 0 : await countHeld(trx, workspaceId, heldStageId);
        const decision = decide({ pipelines, heldDealCount, limit: quotas["pipelines"] ?? null });
        if (!decision.ok) return decision;
        await write(trx, workspaceId, decision.value);
        const [shown] = await readPipelines(trx, workspaceId, { id: decision.value.shown });
        if (shown === undefined) throw new Error("A decision about pipelines shows one that is not there");
        return done(shown);
      }),

    fieldSettings: (workspaceId, pipelineId) => readFieldSettings(db, workspaceId, pipelineId),

    changeFieldSettings: (workspaceId, pipelineId, field, change) =>
      inTransaction(db, async (trx) => {
        await holdPipeline(trx, workspaceId, pipelineId);
        await changeFieldSettings(trx, workspaceId, pipelineId, field, change);
      }),

    access: (workspaceId, pipelineId) =>
      db
        .selectFrom("pipeline_access as access")
        .innerJoin("members", (join) =>
          join.onRef("members.workspace_id", "=", "access.workspace_id").onRef("members.id", "=", "access.member_id"),
        )
        .where("access.workspace_id", "=", workspaceId)
        .where("access.pipeline_id", "=", pipelineId)
        .select(["members.id as userId", "members.name", "members.email", "members.image"])
        .orderBy("members.name")
        .orderBy("members.id")
        .execute(),

    setAccess: (workspaceId, pipelineId, userIds) =>
      inTransaction(db, async (trx) => {
        await holdPipeline(trx, workspaceId, pipelineId);
        await trx
          .deleteFrom("pipeline_access")
          .where("workspace_id", "=", workspaceId)
          .where("pipeline_id", "=", pipelineId)
          .execute();
        if (userIds.length === 0) return;
        const rows = userIds.map((id) => ({ workspace_id: workspaceId, pipeline_id: pipelineId, member_id: id }));
        await trx.insertInto("pipeline_access").values(rows).execute();
      }),

    async lossReasons(workspaceId) {
      const { loss_reasons } = await db
        .selectFrom("workspaces")
        .select("loss_reasons")
        .where("id", "=", workspaceId)
        .executeTakeFirstOrThrow();
      return loss_reasons;
    },

    async setLossReasons(workspaceId, reasons) {
      await db
        .updateTable("workspaces")
        .set({ loss_reasons: JSON.stringify(reasons), updated_at: NOW })
        .where("id", "=", workspaceId)
        .execute();
    },
  };
}

/** Until the transaction ends, nobody moves a deal into the stage: their foreign keys wait. */
async function holdStage(trx: Kysely<Database>, workspaceId: string, stageId: string): Promise<void> {
  await trx
    .selectFrom("stages")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", stageId)
    .forUpdate()
    .execute();
}

async function countHeld(trx: Kysely<Database>, workspaceId: string, stageId: string): Promise<number> {
  return (await countDeals(trx, workspaceId, [stageId])).get(stageId) ?? 0;
}

/** Writers of one pipeline's settings wait for each other. */
async function holdPipeline(trx: Kysely<Database>, workspaceId: string, pipelineId: string): Promise<void> {
  await trx
    .selectFrom("pipelines")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", pipelineId)
    .forNoKeyUpdate()
    .execute();
}

async function write(trx: Kysely<Database>, workspaceId: string, writes: PipelineWrites): Promise<void> {
  const { shown, added, addedStage, removedStageId } = writes;
  for (const change of writes.changed ?? []) await writePipeline(trx, workspaceId, change);
  if (added !== undefined) await insertPipeline(trx, workspaceId, added);
  for (const change of writes.changedStages ?? []) await writeStage(trx, workspaceId, change);
  if (addedStage !== undefined) await insertStages(trx, workspaceId, shown, [addedStage]);
  if (removedStageId !== undefined) {
    await trx.deleteFrom("stages").where("workspace_id", "=", workspaceId).where("id", "=", removedStageId).execute();
  }
}

async function writePipeline(trx: Kysely<Database>, workspaceId: string, change: PipelineChange): Promise<void> {
  await trx
    .updateTable("pipelines")
    .set({
      ...defined({
        name: change.name,
        description: change.description,
        is_default: change.isDefault,
        is_archived: change.isArchived,
        position: change.position,
        exit_stage_id: change.exitStageId,
        behaviors: change.behaviors && JSON.stringify(change.behaviors),
        attendance_queue_stage_id: change.attendanceQueueStageId,
      }),
      updated_at: NOW,
    })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", change.id)
    .execute();
}

async function writeStage(trx: Kysely<Database>, workspaceId: string, change: StageChange): Promise<void> {
  const columns = defined({
    name: change.name,
    color: change.color,
    description: change.description,
    position: change.order,
    is_required: change.isRequired,
    required_milestone_field_id: change.requiredMilestoneFieldId,
  });
  if (Object.keys(columns).length === 0) return;
  await trx
    .updateTable("stages")
    .set(columns)
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", change.id)
    .execute();
}

/** Without what is not said. */
function defined<T extends object>(columns: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}
