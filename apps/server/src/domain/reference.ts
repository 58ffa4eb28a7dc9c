import type { CustomField, Pipeline, Tag, User } from "@trilho/contract";
import { done, found, type Outcome } from "./outcome.ts";
import type { ReferenceStore } from "./ports.ts";

/** What pickers read. The store keeps these rows in the contract's shapes. */
export interface ReferenceService {
  pipelines(workspaceId: string): Promise<Outcome<Pipeline[]>>;
  pipeline(workspaceId: string, seq: number): Promise<Outcome<Pipeline>>;
  tags(workspaceId: string): Promise<Outcome<Tag[]>>;
  customFields(workspaceId: string, entity: string | undefined): Promise<Outcome<CustomField[]>>;
  customField(workspaceId: string, id: string): Promise<Outcome<CustomField>>;
  users(workspaceId: string): Promise<Outcome<User[]>>;
}

export const createReferenceService = (store: ReferenceStore): ReferenceService => ({
  pipelines: async (workspaceId) => done(shaped<Pipeline[]>(await store.pipelines(workspaceId))),
  pipeline: async (workspaceId, seq) =>
    found(shaped<Pipeline | null>(await store.pipeline(workspaceId, seq)), "pipeline"),
  tags: async (workspaceId) => done(shaped<Tag[]>(await store.tags(workspaceId))),
  customFields: async (workspaceId, entity = "") =>
    done(shaped<CustomField[]>(await store.customFields(workspaceId, entity === "" ? null : entity))),
  customField: async (workspaceId, id) =>
    found(shaped<CustomField | null>(await store.customField(workspaceId, id)), "custom field"),
  users: async (workspaceId) => done(shaped<User[]>(await store.users(workspaceId))),
});

/** The port gives rows as JSON in the contract's shapes; tests hold it to that. */
const shaped = <T>(rows: unknown): T => rows as T;
