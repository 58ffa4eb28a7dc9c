/** What a list shows of an automation's definition, kept apart from it: definitions may be large. */
export interface Outline {
  scope: "global" | "pipeline" | "stage";
  pipelineId: string | null;
  stageId: string | null;
  /** Nodes of its graph. */
  steps: number;
}
