import type { CreateStageRequest, UpdateStageRequest } from "@trilho/contract";
import { done, notFound, refused, type Outcome } from "../../../platform/service/outcome.ts";
import type { PipelineOutline, StageOutline } from "../reference.ts";
import type { Catalogue, PipelineWrites, StageChange } from "./port.ts";
import { isFinal, newStage, textOrNull, withStageAt, type StageValues } from "./stages.ts";
import { conflict } from "./update.ts";

const MAX_STAGES = 100;

export function decideNewStage(seq: number, body: CreateStageRequest, catalogue: Catalogue): Outcome<PipelineWrites> {
  const pipeline = catalogue.pipelines.find((one) => one.seq === seq);
  if (pipeline === undefined) return refused(notFound("pipeline"));
  const active = pipeline.stages.filter((stage) => !isFinal(stage));
  if (active.length >= MAX_STAGES) return refused(conflict(`A pipeline has at most ${MAX_STAGES} active stages.`));
  const stage: StageValues = { ...newStage(body), ...givenValues(body) };
  const stages = withStageAt<StageValues>(pipeline.stages, stage, body.order ?? active.length);
  return done({
    shown: pipeline.id,
    addedStage: stages.find(({ id }) => id === stage.id) ?? stage,
    changedStages: changedOrders(pipeline, stages),
    changed: [{ id: pipeline.id }],
  });
}

export function decideStageUpdate(
  seq: number,
  stageId: string,
  body: UpdateStageRequest,
  catalogue: Catalogue,
): Outcome<PipelineWrites> {
  const place = findStage(seq, stageId, catalogue);
  if (!place.ok) return place;
  const { pipeline, stage } = place.value;
  if (isFinal(stage)) return refused(FINAL_STAYS);
  const stages = body.order === undefined ? pipeline.stages : withStageAt(pipeline.stages, stage, body.order);
  const change: StageChange = {
    id: stageId,
    ...(body.name !== undefined && { name: body.name.trim() }),
    ...(body.color !== undefined && { color: body.color }),
    ...(body.description !== undefined && { description: textOrNull(body.description) }),
    ...givenValues(body),
  };
  return done({
    shown: pipeline.id,
    changedStages: [change, ...changedOrders(pipeline, stages)],
    changed: [{ id: pipeline.id }],
  });
}

/** Needs the stage held, so that no deal enters it meanwhile. */
export function decideStageRemoval(seq: number, stageId: string, catalogue: Catalogue): Outcome<PipelineWrites> {
  const place = findStage(seq, stageId, catalogue);
  if (!place.ok) return place;
  const { pipeline, stage } = place.value;
  if (isFinal(stage)) return refused(FINAL_STAYS);
  if (catalogue.heldDealCount > 0) {
    return refused(conflict(`This stage holds ${catalogue.heldDealCount} deals. Move them to another stage first.`));
  }
  const stages = pipeline.stages.filter(({ id }) => id !== stageId).map((one, order) => ({ ...one, order }));
  if (!stages.some((one) => !isFinal(one))) return refused(conflict("A pipeline needs at least one active stage."));
  return done({
    shown: pipeline.id,
    removedStageId: stageId,
    changedStages: changedOrders(pipeline, stages),
    changed: [{ id: pipeline.id }],
  });
}

const FINAL_STAYS = conflict("The stages of won and lost deals cannot be changed.");

function findStage(
  seq: number,
  stageId: string,
  { pipelines }: Catalogue,
): Outcome<{ pipeline: PipelineOutline; stage: StageOutline }> {
  const pipeline = pipelines.find((one) => one.seq === seq);
  const stage = pipeline?.stages.find(({ id }) => id === stageId);
  if (pipeline === undefined) return refused(notFound("pipeline"));
  return stage === undefined ? refused(notFound("stage")) : done({ pipeline, stage });
}

const givenValues = (body: UpdateStageRequest) => ({
  ...(body.isRequired !== undefined && { isRequired: body.isRequired }),
  ...(body.requiredMilestoneFieldId !== undefined && {
    requiredMilestoneFieldId: textOrNull(body.requiredMilestoneFieldId),
  }),
});

function changedOrders(pipeline: PipelineOutline, stages: readonly StageValues[]): StageChange[] {
  const before = new Map(pipeline.stages.map(({ id, order }) => [id, order]));
  return stages.flatMap(({ id, order }) => (before.has(id) && before.get(id) !== order ? [{ id, order }] : []));
}
