import type { CustomField, Pipeline, User } from "@trilho/contract";

/** What most areas read: pipelines, custom fields and members, in the contract's shapes. */
export interface ReferenceStore {
  /** In display order, archived ones last. */
  pipelines(workspaceId: string): Promise<Pipeline[]>;
  pipeline(workspaceId: string, seq: number): Promise<Pipeline | null>;
  /** In display order; of every entity for null. */
  customFields(workspaceId: string, entity: string | null): Promise<CustomField[]>;
  customField(workspaceId: string, id: string): Promise<CustomField | null>;
  /** By name, those who left included. */
  users(workspaceId: string): Promise<User[]>;
}
