import type { CustomField, Pipeline, Stage, User, Workspace } from "@trilho/contract";

/** A pipeline as it is set up: how many deals its stages hold is counted only for whom it is told. */
export type PipelineOutline = Omit<Pipeline, "stages"> & { stages: StageOutline[] };
/** What is kept of a workspace; the rest is the server's. */
export type WorkspaceRow = Omit<Workspace, "callsPrivateAddresses" | "channelKinds">;
export type StageOutline = Omit<Stage, "dealCount">;

/** What most areas read: pipelines, custom fields and members, in the contract's shapes. */
export interface ReferenceStore {
  /** In display order, archived ones last. */
  pipelines(workspaceId: string): Promise<PipelineOutline[]>;
  pipeline(workspaceId: string, seq: number): Promise<PipelineOutline | null>;
  /** In display order; of every entity for null. */
  customFields(workspaceId: string, entity: string | null): Promise<CustomField[]>;
  customField(workspaceId: string, id: string): Promise<CustomField | null>;
  /** By name, those who left included. */
  users(workspaceId: string): Promise<User[]>;
  workspace(workspaceId: string): Promise<WorkspaceRow>;
  /** What is stored when reviews begin counts as approved. */
  setAutomationReview(workspaceId: string, required: boolean): Promise<void>;
}
