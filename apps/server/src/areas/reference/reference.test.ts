import type { OperationId } from "@trilho/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectSuccess, startTestApi, type TestApi } from "../../app/testing/api.ts";

let api: TestApi;
let key: string;

beforeAll(async () => {
  api = await startTestApi(["API_ACCESS"]);
  key = await api.workspace.addKey({ role: "member" });
});
afterAll(() => api.app.close());

const get = async (id: OperationId, path: string) => expectSuccess(id, await api.call("GET", path, { key }));

describe("reference data, open to any valid key", () => {
  it("lists pipelines with their stages, and reads one by its sequence", async () => {
    const [pipeline] = await get("listPipelines", "/pipelines");
    expect(pipeline).toMatchObject({ id: api.workspace.pipelineId, seq: 1, name: "Sales" });
    expect(pipeline.stages.map((stage: { id: string }) => stage.id)).toEqual(api.workspace.stageIds);
    expect(await get("getPipeline", "/pipelines/1")).toEqual(pipeline);
  });

  it("lists tags and users", async () => {
    expect(await get("listTags", "/tags")).toMatchObject([{ id: api.workspace.tagId, name: "VIP", color: "#ff0000" }]);
    const users = await get("listUsers", "/users");
    expect(users.map(({ role }: { role: string }) => role).toSorted()).toEqual(["member", "owner"]);
    expect(await get("getUser", `/users/${users[0].id}`)).toEqual(users[0]);
    for (const id of ["nobody", "%00", "__proto__"]) {
      expect((await api.call("GET", `/users/${id}`, { key })).status).toBe(404);
    }
  });

  it("lists custom fields of all entities or one, and reads one", async () => {
    const [field] = await get("listCustomFields", "/custom-fields");
    expect(field).toMatchObject({ id: api.workspace.customFieldId, slug: "segment" });
    expect(await get("listCustomFields", "/custom-fields?entity=deal")).toEqual([field]);
    expect(await get("listCustomFields", "/custom-fields?entity=contact")).toEqual([]);
    expect(await get("getCustomField", `/custom-fields/${field.id}`)).toEqual(field);
  });

  it("tells what the workspace's automations go by; hours without a time zone are in the workspace's", async () => {
    const days = [{ weekday: 1, from: "09:00", to: "18:00" }];
    const name: unknown = expect.any(String);
    const told = {
      name,
      timeZone: "America/Sao_Paulo",
      locale: "pt-BR",
      channelKinds: [],
      callsPrivateAddresses: false,
      automationReview: false,
    };
    for (const [stored, shown] of [
      [null, null],
      [{ days: [] }, null],
      [{ days }, { timeZone: "America/Sao_Paulo", days }],
      [
        { timeZone: "Europe/Lisbon", days },
        { timeZone: "Europe/Lisbon", days },
      ],
    ]) {
      const { id } = api.workspace;
      const business_hours = stored === null ? null : JSON.stringify(stored);
      await api.app.opened.db.updateTable("workspaces").set({ business_hours }).where("id", "=", id).execute();
      expect(await get("getWorkspace", "/workspace")).toEqual({ ...told, businessHours: shown });
    }
  });

  it("is never another workspace's", async () => {
    const other = await (await api.app.workspace()).addKey();
    const [user] = await get("listUsers", "/users");
    for (const path of [`/custom-fields/${api.workspace.customFieldId}`, `/users/${user.id}`]) {
      expect((await api.call("GET", path, { key: other })).status).toBe(404);
    }
  });
});
