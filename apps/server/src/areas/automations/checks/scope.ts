import type { FieldError } from "@trilho/contract";
import type { PipelineOutline, ReferenceStore } from "../../reference/reference.ts";

/** The scope in a body, unchecked. */
export interface ScopeInput {
  scope?: unknown;
  pipelineId?: unknown;
  stageId?: unknown;
}

/** Where an automation listens. Ids that the scope does not use are null. */
export interface Scope {
  scope: "global" | "pipeline" | "stage";
  pipelineId: string | null;
  stageId: string | null;
}

export type ScopeAnswer = { scope: Scope; problems: [] } | { scope: null; problems: FieldError[] };

type Resolve = (input: ScopeInput, pipelines: readonly PipelineOutline[]) => ScopeAnswer;

const good = (scope: Scope): ScopeAnswer => ({ scope, problems: [] });
const bad = (field: string, message: string): ScopeAnswer => ({ scope: null, problems: [{ field, message }] });

const RESOLVERS: Record<Scope["scope"], Resolve> = {
  global: () => good({ scope: "global", pipelineId: null, stageId: null }),

  pipeline({ pipelineId }, pipelines) {
    if (typeof pipelineId !== "string") return bad("pipelineId", "is required by the scope pipeline");
    if (!pipelines.some((pipeline) => pipeline.id === pipelineId)) {
      return bad("pipelineId", "is no pipeline of this workspace");
    }
    return good({ scope: "pipeline", pipelineId, stageId: null });
  },

  stage({ pipelineId, stageId }, pipelines) {
    if (typeof stageId !== "string") return bad("stageId", "is required by the scope stage");
    const owner = pipelines.find(({ stages }) => stages.some(({ id }) => id === stageId))?.id;
    if (owner === undefined) return bad("stageId", "is no stage of this workspace");
    if (typeof pipelineId === "string" && pipelineId !== owner) {
      return bad("pipelineId", "is not the pipeline of this stage");
    }
    return good({ scope: "stage", pipelineId: owner, stageId });
  },
};

/** Checks that the scope's ids are given and exist; a stage fills in its pipeline. */
export async function resolveScope(
  reference: Pick<ReferenceStore, "pipelines">,
  workspaceId: string,
  input: ScopeInput,
): Promise<ScopeAnswer> {
  const { scope = "global" } = input;
  // A wrong scope is the schema's to report.
  if (scope !== "global" && scope !== "pipeline" && scope !== "stage") return { scope: null, problems: [] };
  const pipelines = scope === "global" ? [] : await reference.pipelines(workspaceId);
  return RESOLVERS[scope](input, pipelines);
}
