import type { Pipeline, PipelineAccessMember } from "@trilho/contract";
import type { Outcome } from "../../../platform/service/outcome.ts";
import type { PipelineOutline } from "../reference.ts";
import type { StoredFieldSettings } from "./field-settings.ts";
import type { StageValues } from "./stages.ts";

/** All pipelines of a workspace, in display order, and how many may be active (null: any number). */
export interface Catalogue {
  pipelines: readonly PipelineOutline[];
  /** How many deals the held stage holds. */
  heldDealCount: number;
  limit: number | null;
}

type Changeable = Pick<
  Pipeline,
  | "name"
  | "description"
  | "isDefault"
  | "isArchived"
  | "position"
  | "exitStageId"
  | "behaviors"
  | "attendanceQueueStageId"
>;
export type PipelineChange = { id: string } & Partial<Changeable>;
export type StageChange = { id: string } & Partial<StageValues>;

export interface NewPipeline extends Omit<Changeable, "isArchived" | "exitStageId" | "attendanceQueueStageId"> {
  id: string;
  stages: readonly StageValues[];
}

/** What one decision writes, all of it together. */
export interface PipelineWrites {
  /** The pipeline that the answer shows. */
  shown: string;
  added?: NewPipeline;
  changed?: readonly PipelineChange[];
  addedStage?: StageValues;
  changedStages?: readonly StageChange[];
  removedStageId?: string;
}

export interface PipelineStore {
  /** In display order, archived ones last. */
  list(workspaceId: string): Promise<Pipeline[]>;
  get(workspaceId: string, seq: number): Promise<Pipeline | null>;

  /**
   * Reads all pipelines, lets `decide` say what to write, writes it and answers the pipeline it concerns. One decision
   * of a workspace at a time. No deal enters the stage `heldStageId` meanwhile.
   */
  change(
    workspaceId: string,
    heldStageId: string | null,
    decide: (catalogue: Catalogue) => Outcome<PipelineWrites>,
  ): Promise<Outcome<Pipeline>>;

  fieldSettings(workspaceId: string, pipelineId: string): Promise<StoredFieldSettings[]>;
  /** Writes what `change` makes of the stored settings of a field, null where there are none yet. */
  changeFieldSettings(
    workspaceId: string,
    pipelineId: string,
    field: string,
    change: (current: StoredFieldSettings | null) => StoredFieldSettings,
  ): Promise<void>;

  /** Members with explicit access, by name. */
  access(workspaceId: string, pipelineId: string): Promise<PipelineAccessMember[]>;
  setAccess(workspaceId: string, pipelineId: string, userIds: readonly string[]): Promise<void>;

  lossReasons(workspaceId: string): Promise<string[]>;
  setLossReasons(workspaceId: string, reasons: readonly string[]): Promise<void>;
}
