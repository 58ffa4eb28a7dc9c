import type { Names } from "@trilho/engine/contract";
import type { Viewer } from "../../platform/security/principal.ts";

/** What other areas need to know of a deal that they belong to. */
export interface DealReference {
  id: string;
  seq: number;
  name: string;
  status: string;
  pipelineId: string;
  stageId: string;
  contactId: string | null;
  responsibleUserId: string;
}

/** Whose place in the workspace is asked for by many areas. */
export interface Lookups {
  /** The deal of this number, if the viewer may see it. */
  deal(viewer: Viewer, seq: number): Promise<DealReference | null>;
  /** The same; until the transaction ends, nobody removes it. */
  holdDeal(viewer: Viewer, seq: number): Promise<DealReference | null>;
  /** What pipelines, stages, tags and members (those who left, too) of these ids are called. */
  names(workspaceId: string, ids: readonly string[]): Promise<Omit<Names, "fields">>;
  /** An active member of the workspace. */
  member(workspaceId: string, id: string): Promise<{ id: string; name: string; email: string } | null>;
  /** A contact that the viewer may see; `name` is null for one without a name. */
  contact(viewer: Viewer, id: string): Promise<{ id: string; name: string | null; email: string | null } | null>;
}
