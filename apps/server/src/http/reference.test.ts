import { ROUTES, type OperationId } from "@trilho/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "./testing/test-app.ts";
import type { TestWorkspace } from "./testing/workspace.ts";

let app: TestApp;
let workspace: TestWorkspace;
let key: string;

beforeAll(async () => {
  app = await startTestApp();
  workspace = await app.workspace(["API_ACCESS"]);
  key = await workspace.addKey({ role: "member" });
}, 60_000);
afterAll(() => app.close());

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajvFormats.default(ajv);

/** Data of a successful answer, held to the contract's schema. */
async function get(id: OperationId, path: string) {
  const answer = await app.call("GET", `/api/v1${path}`, { key });
  expect(answer.status).toBe(200);
  ajv.validate(ROUTES[id].success.schema ?? {}, answer.body);
  expect(ajv.errors).toBeNull();
  return answer.body.data;
}

describe("reference data, open to any valid key", () => {
  it("lists pipelines with their stages, and reads one by its sequence", async () => {
    const [pipeline] = await get("listPipelines", "/pipelines");
    expect(pipeline).toMatchObject({ id: workspace.pipelineId, seq: 1, name: "Sales" });
    expect(pipeline.stages.map((stage: { id: string }) => stage.id)).toEqual(workspace.stageIds);
    expect(await get("getPipeline", "/pipelines/1")).toEqual(pipeline);
  });

  it("lists tags and users", async () => {
    expect(await get("listTags", "/tags")).toMatchObject([{ id: workspace.tagId, name: "VIP", color: "#ff0000" }]);
    expect(await get("listUsers", "/users")).toMatchObject([{ name: "Ana", role: "member", active: true }]);
  });

  it("lists custom fields of all entities or one, and reads one", async () => {
    const [field] = await get("listCustomFields", "/custom-fields");
    expect(field).toMatchObject({ id: workspace.customFieldId, slug: "segment" });
    expect(await get("listCustomFields", "/custom-fields?entity=deal")).toEqual([field]);
    expect(await get("listCustomFields", "/custom-fields?entity=contact")).toEqual([]);
    expect(await get("getCustomField", `/custom-fields/${field.id}`)).toEqual(field);
  });

  it("is never another workspace's", async () => {
    const other = await (await app.workspace()).addKey();
    const answer = await app.call("GET", `/api/v1/custom-fields/${workspace.customFieldId}`, { key: other });
    expect(answer.status).toBe(404);
  });
});
