import type { FieldError, UpdatePipelineRequest } from "@trilho/contract";
import type { PipelineOutline } from "../reference.ts";
import { done, invalid, notFound, refused, type Failure, type Outcome } from "../../../platform/service/outcome.ts";
import { quotaExceeded } from "./create.ts";
import type { Catalogue, PipelineChange, PipelineWrites } from "./port.ts";
import { isFinal, textOrNull } from "./stages.ts";

export const conflict = (message: string): Failure => ({ code: "CONFLICT", message });

/** Settles a change of a pipeline, and what it means to the others: their places, and which is the default. */
export function decideUpdate(seq: number, body: UpdatePipelineRequest, catalogue: Catalogue): Outcome<PipelineWrites> {
  const pipeline = catalogue.pipelines.find((one) => one.seq === seq);
  if (pipeline === undefined) return refused(notFound("pipeline"));
  const problems = stageProblems(pipeline, body);
  if (problems.length > 0) return refused(invalid(problems));
  const failure = conflictOf(pipeline, body, catalogue);
  if (failure !== null) return refused(failure);

  const { id } = pipeline;
  const others = catalogue.pipelines.filter((one) => one.id !== id && !one.isArchived);
  const isArchived = body.isArchived ?? pipeline.isArchived;
  const order = isArchived ? others : placed(pipeline, others, body);
  const isMoved = isArchived !== pipeline.isArchived || body.position !== undefined;
  const places = isMoved ? changedPlaces(order) : [];
  const own: PipelineChange = { id, ...givenValues(body) };
  return done({
    shown: id,
    changed: merged([
      ...places,
      ...changedDefault(catalogue.pipelines, order, body.isDefault === true ? id : null),
      own,
    ]),
  });
}

function stageProblems({ stages }: PipelineOutline, body: UpdatePipelineRequest): FieldError[] {
  const exit = textOrNull(body.exitStageId);
  const queue = textOrNull(body.attendanceQueueStageId);
  return [
    ...(exit === null || stages.some(({ id }) => id === exit)
      ? []
      : [{ field: "exitStageId", message: "is no stage of this pipeline" }]),
    ...(queue === null || stages.some((stage) => stage.id === queue && !isFinal(stage))
      ? []
      : [{ field: "attendanceQueueStageId", message: "is no active stage of this pipeline" }]),
  ];
}

function conflictOf(
  pipeline: PipelineOutline,
  body: UpdatePipelineRequest,
  { pipelines, limit }: Catalogue,
): Failure | null {
  const isArchived = body.isArchived ?? pipeline.isArchived;
  if (isArchived && body.isDefault === true) return conflict("An archived pipeline cannot be the default.");
  if (body.isDefault === false && pipeline.isDefault && !isArchived) {
    return conflict("Make another pipeline the default instead: there is always one.");
  }
  const active = pipelines.filter((one) => !one.isArchived).length;
  const comesBack = pipeline.isArchived && !isArchived;
  return comesBack && limit !== null && active >= limit ? quotaExceeded(limit) : null;
}

/** The active pipelines with this one in its place: where it is told to be, where it was, or last. */
function placed(
  pipeline: PipelineOutline,
  others: readonly PipelineOutline[],
  { position }: UpdatePipelineRequest,
): PipelineOutline[] {
  const before = others.filter((one) => one.position < pipeline.position).length;
  const place = position ?? (pipeline.isArchived ? others.length : before);
  return [...others.slice(0, place), pipeline, ...others.slice(place)];
}

const changedPlaces = (order: readonly PipelineOutline[]): PipelineChange[] =>
  order.flatMap(({ id, position }, place) => (position === place ? [] : [{ id, position: place }]));

/** One active pipeline is the default: the one asked for, the one that is, or the first. */
function changedDefault(
  all: readonly PipelineOutline[],
  active: readonly PipelineOutline[],
  asked: string | null,
): PipelineChange[] {
  const chosen = asked ?? active.find(({ isDefault }) => isDefault)?.id ?? active[0]?.id;
  return all.flatMap(({ id, isDefault }) => (isDefault === (id === chosen) ? [] : [{ id, isDefault: id === chosen }]));
}

/** What the body says of the pipeline itself. */
const givenValues = (body: UpdatePipelineRequest): Partial<PipelineChange> => ({
  ...(body.name !== undefined && { name: body.name.trim() }),
  ...(body.description !== undefined && { description: textOrNull(body.description) }),
  ...(body.isArchived !== undefined && { isArchived: body.isArchived }),
  ...(body.exitStageId !== undefined && { exitStageId: textOrNull(body.exitStageId) }),
  ...(body.behaviors !== undefined && { behaviors: body.behaviors ?? [] }),
  ...(body.attendanceQueueStageId !== undefined && {
    attendanceQueueStageId: textOrNull(body.attendanceQueueStageId),
  }),
});

/** One change a pipeline. Who stops being the default comes first: there are never two. */
function merged(changes: readonly PipelineChange[]): PipelineChange[] {
  const byId = new Map<string, PipelineChange>();
  for (const change of changes) byId.set(change.id, { ...byId.get(change.id), ...change });
  return [...byId.values()].toSorted((one, other) => Number(one.isDefault === true) - Number(other.isDefault === true));
}
