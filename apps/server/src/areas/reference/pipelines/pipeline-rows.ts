import { randomUUID } from "node:crypto";
import type { Pipeline } from "@trilho/contract";
import type { JsonObject } from "@trilho/engine/contract";
import { type Kysely, type Selectable, sql } from "kysely";
import type { NewPipeline } from "./port.ts";
import type { PipelineOutline, StageOutline } from "../reference.ts";
import { newStages, type StageValues } from "./stages.ts";
import { iso } from "../../../platform/database/columns.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { nextSeq } from "../../../platform/database/workspace-rows.ts";

type StageRow = Selectable<Database["stages"]>;

/** One pipeline by its id or number, or all. */
interface PipelineName {
  id?: string;
  seq?: number;
}

export interface PipelineIds {
  id: string;
  /** Stage ids by name. */
  stages: ReadonlyMap<string, string>;
}

interface Preset {
  id?: string;
  /** By the names that the stages get. */
  stageIds?: Readonly<Record<string, string>>;
  /** By the contract's names. */
  stageNames?: Readonly<Record<string, string>>;
}

/** A pipeline with the contract's default stages, for a workspace that is set up. The first is its default. */
export async function insertDefaultPipeline(
  trx: Kysely<Database>,
  workspaceId: string,
  pipeline: Pick<NewPipeline, "position" | "name" | "description">,
  { id = randomUUID(), stageIds = {}, stageNames = {} }: Preset = {},
): Promise<PipelineIds> {
  const stages = newStages(null)
    .map((stage) => ({ ...stage, name: stageNames[stage.name] ?? stage.name }))
    .map((stage) => ({ ...stage, id: stageIds[stage.name] ?? stage.id }));
  await insertPipeline(trx, workspaceId, {
    ...pipeline,
    id,
    isDefault: pipeline.position === 0,
    behaviors: [],
    stages,
  });
  return { id, stages: new Map(stages.map((stage) => [stage.name, stage.id])) };
}

/** Adds a pipeline with its stages, with the next numbers. */
export async function insertPipeline(trx: Kysely<Database>, workspaceId: string, pipeline: NewPipeline): Promise<void> {
  await trx
    .insertInto("pipelines")
    .values({
      workspace_id: workspaceId,
      id: pipeline.id,
      seq: await nextSeq(trx, workspaceId, "pipeline"),
      position: pipeline.position,
      name: pipeline.name,
      description: pipeline.description,
      is_default: pipeline.isDefault,
      behaviors: JSON.stringify(pipeline.behaviors),
    })
    .execute();
  await insertStages(trx, workspaceId, pipeline.id, pipeline.stages);
}

export async function insertStages(
  trx: Kysely<Database>,
  workspaceId: string,
  pipelineId: string,
  stages: readonly StageValues[],
): Promise<void> {
  const first = await nextSeq(trx, workspaceId, "stage", stages.length);
  const rows = stages.map((stage, index) => ({
    workspace_id: workspaceId,
    id: stage.id,
    pipeline_id: pipelineId,
    seq: first + index,
    position: stage.order,
    name: stage.name,
    color: stage.color,
    description: stage.description,
    is_won: stage.isWon,
    is_lost: stage.isLost,
    is_required: stage.isRequired,
    required_milestone_field_id: stage.requiredMilestoneFieldId,
  }));
  await trx.insertInto("stages").values(rows).execute();
}

/** All pipelines in display order, archived ones last, or the named one; each with its stages, final ones last. */
export async function readOutlines(
  db: Kysely<Database>,
  workspaceId: string,
  { id, seq }: PipelineName,
): Promise<PipelineOutline[]> {
  let pipelines = db.selectFrom("pipelines").selectAll().where("workspace_id", "=", workspaceId);
  if (id !== undefined) pipelines = pipelines.where("id", "=", id);
  if (seq !== undefined) pipelines = pipelines.where("seq", "=", seq);
  const rows = await pipelines.orderBy("is_archived").orderBy("position").orderBy("seq").execute();
  if (rows.length === 0) return [];
  const stages = await db
    .selectFrom("stages")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where(
      "pipeline_id",
      "in",
      rows.map(({ id: pipelineId }) => pipelineId),
    )
    .orderBy(sql`is_won or is_lost`)
    .orderBy("position")
    .orderBy("seq")
    .execute();
  return rows.map((row) =>
    toPipeline(
      row,
      stages.filter(({ pipeline_id }) => pipeline_id === row.id),
    ),
  );
}

/** As `readOutlines`, with how many deals each stage holds. */
export async function readPipelines(
  db: Kysely<Database>,
  workspaceId: string,
  name: PipelineName,
): Promise<Pipeline[]> {
  const outlines = await readOutlines(db, workspaceId, name);
  const counts = await countDeals(
    db,
    workspaceId,
    outlines.flatMap(({ stages }) => stages.map(({ id }) => id)),
  );
  return outlines.map((outline) => ({
    ...outline,
    stages: outline.stages.map((stage) => ({ ...stage, dealCount: counts.get(stage.id) ?? 0 })),
  }));
}

/** How many deals each stage holds; those that hold none are left out. */
export async function countDeals(
  db: Kysely<Database>,
  workspaceId: string,
  stageIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (stageIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("deals")
    .where("workspace_id", "=", workspaceId)
    .where("stage_id", "in", stageIds)
    .groupBy("stage_id")
    .select((eb) => ["stage_id", eb.fn.countAll<string | number>().as("count")])
    .execute();
  return new Map(rows.map(({ stage_id, count }) => [stage_id, Number(count)]));
}

function toPipeline(row: Selectable<Database["pipelines"]>, stages: readonly StageRow[]): PipelineOutline {
  // Only what the contract's schemas let through is ever written.
  const behaviors = row.behaviors as JsonObject[];
  return {
    id: row.id,
    seq: row.seq,
    position: row.position,
    name: row.name,
    description: row.description,
    isDefault: row.is_default,
    isArchived: row.is_archived,
    exitStageId: row.exit_stage_id,
    pipelineType: behaviors.some(({ type }) => type === "recurring_clients") ? "recurring_clients" : "standard",
    behaviors,
    attendanceQueueStageId: row.attendance_queue_stage_id,
    stages: stages.map(toStage),
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  };
}

const toStage = (row: StageRow): StageOutline => ({
  id: row.id,
  seq: row.seq,
  order: row.position,
  name: row.name,
  color: row.color,
  description: row.description,
  isWon: row.is_won,
  isLost: row.is_lost,
  isRequired: row.is_required,
  requiredMilestoneFieldId: row.required_milestone_field_id,
});
