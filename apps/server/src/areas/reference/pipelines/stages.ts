import { randomUUID } from "node:crypto";
import type { CreatePipelineRequest, FieldError, Stage } from "@trilho/contract";

/** A stage as it is written. `order` counts all stages of the pipeline from 0. */
export type StageValues = Omit<Stage, "seq" | "dealCount">;

const DEFAULT_COLOR = "#6366f1";

/** Active stages of a pipeline created without its own (contract, `POST /pipelines`), with a colour each. */
const DEFAULT_STAGES = [
  { name: "Leads", color: "#64748b" },
  { name: "Qualificação", color: "#3b82f6" },
  { name: "Proposta", color: "#8b5cf6" },
  { name: "Negociação", color: "#f59e0b" },
  { name: "Fechamento", color: "#14b8a6" },
];

/** What the contract appends to every pipeline. */
const FINAL_STAGES = [
  { name: "Ganho", color: "#22c55e", isWon: true, isLost: false },
  { name: "Perda", color: "#ef4444", isWon: false, isLost: true },
];

export const isFinal = ({ isWon, isLost }: Pick<Stage, "isWon" | "isLost">): boolean => isWon || isLost;

type Requested = NonNullable<CreatePipelineRequest["stages"]>[number];

/** All stages of a new pipeline: the given active ones, or the default ones, then won and lost. */
export function newStages(given: readonly Requested[] | null | undefined): StageValues[] {
  const active = given === undefined || given === null || given.length === 0 ? DEFAULT_STAGES : given;
  return [
    ...active.map((stage) => newStage(stage)),
    ...FINAL_STAGES.map((stage) => ({ ...newStage(stage), ...stage })),
  ].map((stage, order) => ({ ...stage, order }));
}

/** One active stage, not in its place yet. */
export const newStage = ({ name, color, description }: Requested): StageValues => ({
  id: randomUUID(),
  order: 0,
  name: name.trim(),
  color: color ?? DEFAULT_COLOR,
  description: textOrNull(description),
  isWon: false,
  isLost: false,
  isRequired: false,
  requiredMilestoneFieldId: null,
});

/** Text without blanks around it; null where nothing is left. */
export const textOrNull = (text: string | null | undefined): string | null => text?.trim() || null;

/** Final stages come by themselves: whoever sends one is told so, whatever its flags say. */
export function finalStageProblems(stage: object & { name?: string }, path: string): FieldError[] {
  const flags = ["isWon", "isLost"].filter((flag) => Object.hasOwn(stage, flag));
  const problems = flags.map((flag) => ({
    field: `${path}${flag}`,
    message: "is not accepted: the stages of won and lost deals are added by themselves",
  }));
  const name = stage.name?.trim().toLowerCase();
  const isNamedSo = FINAL_STAGES.some((final) => final.name.toLowerCase() === name);
  return isNamedSo
    ? [{ field: `${path}name`, message: "is a final stage's, which is added by itself" }, ...problems]
    : problems;
}

/**
 * The stages with one of them moved to a place among the active ones (from 0; beyond the last is last), numbered anew.
 * Final stages stay behind.
 */
export function withStageAt<S extends StageValues>(stages: readonly S[], moved: S, place: number): S[] {
  const others = stages.filter(({ id }) => id !== moved.id);
  const active = others.filter((stage) => !isFinal(stage));
  return [...active.slice(0, place), moved, ...active.slice(place), ...others.filter(isFinal)].map((stage, order) => ({
    ...stage,
    order,
  }));
}
