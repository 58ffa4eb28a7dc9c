import type { CustomField } from "@trilho/contract";
import type { Outcome } from "../../../platform/service/outcome.ts";

/** A definition as it is written. The options of members fields are computed, and null here. */
export type CustomFieldValues = Omit<CustomField, "createdAt" | "updatedAt">;

export interface CustomFieldStore {
  /**
   * Lets `decide` say, from all definitions of the workspace, what to write, and adds or replaces the definition with
   * that id. One decision of a workspace at a time.
   */
  save(
    workspaceId: string,
    decide: (fields: readonly CustomField[]) => Outcome<CustomFieldValues>,
  ): Promise<Outcome<CustomField>>;
  /** Removes a definition and what refers to it: rules of other fields, settings of pipelines. False when there is none. */
  delete(workspaceId: string, id: string): Promise<boolean>;
}
