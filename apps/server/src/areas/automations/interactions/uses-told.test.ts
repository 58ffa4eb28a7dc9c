import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { expectSuccess, startTestApi, type TestApi } from "../../../app/testing/api.ts";
import type { MemberOptions } from "../../../app/testing/workspace.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.app.close());

const graphOf = (actionType: string, config: object) => ({
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "act", type: "action", actionType, config },
  ],
  edges: [{ id: "e1", source: "start", target: "act" }],
});

const marks = (tagId: string, name: string) =>
  api.create({ name, graphDefinition: graphOf("add_tag", { tagIds: [tagId] }) });

let count = 0;
const color = "#112233";
const newTag = async (): Promise<{ id: string }> =>
  expectSuccess("createTag", await api.call("POST", "/tags", { json: { name: `Tag ${(count += 1)}`, color } }));

const change = async (path: string, json: object, key = api.key) => {
  const { status, body } = await api.call("PATCH", path, { json, key });
  expect(status).toBe(200);
  return { message: body.message, warnings: body.warnings };
};
const speak = (locale: string) =>
  api.app.opened.db.updateTable("workspaces").set({ locale }).where("id", "=", api.workspace.id).execute();
const NOTHING = { message: null, warnings: undefined };

describe("a change of what automations use is told", () => {
  beforeAll(async () => {
    const {
      stageIds: [stageId],
      tagId,
      pipelineId,
      customFieldId: fieldId,
    } = api.workspace;
    await marks(tagId, "Marca");
    await api.create({ name: "Ganhou", triggerType: "deal_won", scope: "pipeline", pipelineId });
    await api.create({
      name: "Move",
      enabled: true,
      graphDefinition: graphOf("move_stage", { targetStageId: stageId }),
    });
    await api.create({ name: "Preenche", graphDefinition: graphOf("set_custom_field", { fieldId, value: "a" }) });
    await api.create({
      name: "Ouve",
      triggerType: "custom_field_changed",
      triggerConfig: { fieldSlug: "segment" },
    });
  });
  beforeEach(async () => {
    await api.call("PATCH", "/pipelines/1", { json: { name: "Sales", isArchived: false } });
  });

  it.each<[change: string, path: () => string, body: object, fields: string[], message: string]>([
    [
      "a tag that is renamed",
      () => `/tags/${api.workspace.tagId}`,
      { name: " Quente ", color: "#ff0000" },
      ["name"],
      "1 automação usa “Quente”: “Marca”.",
    ],
    [
      "a custom field that is renamed, named by its id or its slug",
      () => `/custom-fields/${api.workspace.customFieldId}`,
      { name: "Ramo" },
      ["name"],
      "2 automações usam “Ramo”: “Ouve” e “Preenche”.",
    ],
    [
      "a stage that is renamed",
      () => `/pipelines/1/stages/${api.workspace.stageIds[0]}`,
      { name: "Proposta" },
      ["name"],
      "1 automação usa “Proposta”: “Move”.",
    ],
    [
      "a pipeline that is renamed",
      () => "/pipelines/1",
      { name: "Vendas" },
      ["name"],
      "1 automação usa “Vendas”: “Ganhou”.",
    ],
    [
      "a pipeline that is archived, with its stages",
      () => "/pipelines/1",
      { isArchived: true },
      ["isArchived"],
      "2 automações usam “Sales”: “Move” e “Ganhou”.",
    ],
    [
      "a pipeline that is renamed and archived",
      () => "/pipelines/1",
      { name: "Antigo", isArchived: true },
      ["name", "isArchived"],
      "2 automações usam “Antigo”: “Move” e “Ganhou”.",
    ],
  ])("%s", async (_, path, body, fields, message) => {
    const warnings = [{ code: "used-by-automations", message, fields }];
    expect(await change(path(), body)).toEqual({ message, warnings });
    // It has that name by now, and is archived.
    expect(await change(path(), body)).toEqual(NOTHING);
  });

  it.each<[change: string, path: () => string, body: object]>([
    ["another color of a tag", () => `/tags/${api.workspace.tagId}`, { name: "Quente", color: "#00ff00" }],
    ["another description of a field", () => `/custom-fields/${api.workspace.customFieldId}`, { description: "x" }],
    ["another color of a stage", () => `/pipelines/1/stages/${api.workspace.stageIds[0]}`, { color: "#00ff00" }],
    ["a stage that none uses", () => `/pipelines/1/stages/${api.workspace.stageIds[1]}`, { name: "Vazia" }],
    ["another description of a pipeline", () => "/pipelines/1", { description: "x" }],
    ["a pipeline that is not archived either way", () => "/pipelines/1", { isArchived: false }],
  ])("not %s", async (_, path, body) => {
    expect(await change(path(), body)).toEqual(NOTHING);
  });

  it("not of a contact's field with the same slug as a deal's", async () => {
    const json = { name: "Segmento", slug: "segment", entityType: "contact", fieldType: "text" };
    const { id } = expectSuccess("createCustomField", await api.call("POST", "/custom-fields", { json }));
    expect(await change(`/custom-fields/${id}`, { name: "Setor" })).toEqual(NOTHING);
  });

  it("not of a change that is refused", async () => {
    const { body } = await api.call("PATCH", "/pipelines/1", { json: { name: "Outro", exitStageId: "none" } });
    expect(body).not.toHaveProperty("warnings");
    expect((await api.call("PATCH", "/tags/none", { json: { name: "A", color: "#000000" } })).status).toBe(404);
  });
});

describe("what is told", () => {
  test("names ten automations, and how many more there are", async () => {
    const tag = await newTag();
    for (let each = 1; each <= 12; each += 1) await marks(tag.id, `A${each}`);
    const { message } = await change(`/tags/${tag.id}`, { color, name: "Doze" });
    const named = Array.from({ length: 10 }, (_, index) => `“A${12 - index}”`);
    expect(message).toBe(`12 automações usam “Doze”: ${named.join(", ")} e mais 2.`);
  });

  test("says that there may be more, where it did not look at all", async () => {
    const tag = await newTag();
    const tagIds = Array<string>(251).fill(tag.id);
    for (const name of ["B", "A"]) await api.create({ name, graphDefinition: graphOf("add_tag", { tagIds }) });
    const { message } = await change(`/tags/${tag.id}`, { color, name: "Muitas" });
    expect(message).toBe("Pelo menos 2 automações usam “Muitas”: “A” e “B”.");
  });

  test("is in English for a workspace that is not Portuguese", async () => {
    const tag = await newTag();
    await marks(tag.id, "Marks");
    await speak("en-GB");
    const { message } = await change(`/tags/${tag.id}`, { color, name: "Hot" });
    await speak("pt-BR");
    expect(message).toBe("1 automation uses “Hot”: “Marks”.");
  });

  it.each<[name: string, options: MemberOptions, isTold: boolean]>([
    ["a member who may see automations", {}, true],
    ["nobody who may not see them", { deny: ["automations.view"] }, false],
  ])("is told to %s", async (_, options, isTold) => {
    const tag = await newTag();
    await marks(tag.id, "Marca");
    const key = await api.workspace.addKey({ role: "member", allow: ["settings.tags"], ...options });
    const { warnings } = await change(`/tags/${tag.id}`, { name: `Another ${(count += 1)}`, color }, key);
    expect(warnings !== undefined).toBe(isTold);
  });

  test("is told to nobody whose workspace has no automations over the API", async () => {
    const workspace = await api.app.workspace(["API_ACCESS"]);
    const key = await workspace.addKey();
    const changed = await change(`/tags/${workspace.tagId}`, { name: "Outro", color: "#000000" }, key);
    expect(changed).toEqual(NOTHING);
  });

  test("is asked for by GET /usage around a removal, whose answer has no body", async () => {
    const tag = await newTag();
    await marks(tag.id, "Marca");
    const used = async (): Promise<string[]> =>
      expectSuccess("getUsage", await api.call("GET", `/usage/tag/${tag.id}`)).items.map(
        (each: { automationName: string }) => each.automationName,
      );
    expect(await used()).toEqual(["Marca"]);
    expect((await api.call("DELETE", `/tags/${tag.id}`)).status).toBe(204);
    expect(await used()).toEqual(["Marca"]);
  });
});
