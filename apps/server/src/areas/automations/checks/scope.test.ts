import { describe, expect, it } from "vitest";
import type { PipelineOutline } from "../../reference/reference.ts";
import { resolveScope, type ScopeInput } from "./scope.ts";

const PIPELINES = [
  { id: "p1", stages: [{ id: "s1" }, { id: "s2" }] },
  { id: "p2", stages: [{ id: "s3" }] },
  { id: "p3", stages: [] },
] as unknown as PipelineOutline[];

let asked = 0;
const resolve = (input: ScopeInput) => {
  asked = 0;
  return resolveScope({ pipelines: async () => ((asked += 1), PIPELINES) }, "workspace", input);
};

describe("where an automation listens", () => {
  it.each<[input: ScopeInput, pipelineId: string | null, stageId: string | null]>([
    [{}, null, null],
    [{ scope: "global", pipelineId: "p1", stageId: "s1" }, null, null],
    [{ scope: "pipeline", pipelineId: "p2", stageId: "s1" }, "p2", null],
    [{ scope: "pipeline", pipelineId: "p3" }, "p3", null],
    [{ scope: "stage", stageId: "s2" }, "p1", "s2"],
    [{ scope: "stage", stageId: "s3", pipelineId: "p2" }, "p2", "s3"],
    [{ scope: "stage", stageId: "s3", pipelineId: null }, "p2", "s3"],
  ])("by %j is the pipeline %j and the stage %j", async (input, pipelineId, stageId) => {
    const scope = input.scope ?? "global";
    expect(await resolve(input)).toEqual({ scope: { scope, pipelineId, stageId }, problems: [] });
    expect(asked).toBe(scope === "global" ? 0 : 1);
  });

  it.each<[input: ScopeInput, field: string, message: RegExp]>([
    [{ scope: "pipeline" }, "pipelineId", /is required/],
    [{ scope: "pipeline", pipelineId: 7 }, "pipelineId", /is required/],
    [{ scope: "pipeline", pipelineId: "s1" }, "pipelineId", /is no pipeline/],
    [{ scope: "stage", pipelineId: "p1" }, "stageId", /is required/],
    [{ scope: "stage", stageId: "p1" }, "stageId", /is no stage/],
    [{ scope: "stage", stageId: "s3", pipelineId: "p1" }, "pipelineId", /is not the pipeline of this stage/],
  ])("is not told by %j", async (input, field, message) => {
    const { scope, problems } = await resolve(input);
    expect(scope).toBeNull();
    expect(problems).toEqual([{ field, message: expect.stringMatching(message) }]);
  });

  it("is the schema's to refuse where the scope is none", async () => {
    expect(await resolve({ scope: "everywhere" })).toEqual({ scope: null, problems: [] });
    expect(asked).toBe(0);
  });
});
