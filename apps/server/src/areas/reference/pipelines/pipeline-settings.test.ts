import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectSuccess, fieldsOf, startTestApi, type TestApi } from "../../../app/testing/api.ts";
import { addMember, type TestMember } from "../../../app/testing/deals.ts";

let api: TestApi;
let field: string;
let stages: [string, string];
beforeAll(async () => {
  api = await startTestApi();
  field = api.workspace.customFieldId;
  stages = api.workspace.stageIds;
});
afterAll(() => api.app.close());

const get = async (key: string) =>
  expectSuccess("getPipelineField", await api.call("GET", `/pipelines/1/fields/${key}`));
const patch = (key: string, json: object) => api.call("PATCH", `/pipelines/1/fields/${key}`, { json });
const moveDeal = (seq: number, json: object) => api.call("PATCH", `/deals/${seq}`, { json });
const putAccess = (userIds: unknown) => api.call("PUT", "/pipelines/1/access", { json: { userIds } });
const getAccess = async () => expectSuccess("getPipelineAccess", await api.call("GET", "/pipelines/1/access"));
const userIdsOf = (rows: { userId: string }[]) => rows.map(({ userId }) => userId);

describe("the settings of a field in a pipeline", () => {
  it("ask nothing until they are set", async () => {
    expect(await get(field)).toEqual({
      field,
      kind: "custom",
      name: "Segment",
      slug: "segment",
      isVisible: true,
      isRequired: false,
      requiredStageIds: [],
      visibilityOverrideStageIds: [],
      isSuggested: false,
      suggestedStageIds: [],
    });
  });

  it.each([
    ["value", "Valor"],
    ["name", "Nome"],
    ["email", "E-mail"],
    ["phone", "Telefone"],
    ["expectedCloseAt", "Previsão de fechamento"],
  ])("of the standard field %s have nulls where a flag means nothing", async (key, name) => {
    expect(await get(key)).toEqual({
      field: key,
      kind: "standard",
      name,
      slug: null,
      isVisible: null,
      isRequired: null,
      requiredStageIds: [],
      visibilityOverrideStageIds: null,
      isSuggested: null,
      suggestedStageIds: [],
    });
  });

  it("name stages in the pipeline's order; what is required is suggested, and not named twice", async () => {
    const [first, second] = stages;
    const json = {
      isRequired: true,
      isVisible: false,
      isSuggested: false,
      requiredStageIds: [second, first],
      suggestedStageIds: [second, first],
      visibilityOverrideStageIds: [second],
    };
    const saved = expectSuccess("updatePipelineField", await patch(field, json));
    expect(saved).toMatchObject({
      isRequired: true,
      isVisible: false,
      isSuggested: true,
      requiredStageIds: [first, second],
      suggestedStageIds: [],
      visibilityOverrideStageIds: [second],
    });
    const kept = expectSuccess("updatePipelineField", await patch(field, { requiredStageIds: [first] }));
    expect(kept).toMatchObject({ isRequired: true, requiredStageIds: [first], suggestedStageIds: [second] });
    expect(await get(field)).toEqual(kept);
    const cleared = await patch(field, { isRequired: null, isVisible: null, visibilityOverrideStageIds: null });
    expect(expectSuccess("updatePipelineField", cleared)).toMatchObject({
      isRequired: false,
      isVisible: true,
      isSuggested: false,
      visibilityOverrideStageIds: [],
    });
  });

  it.each<[key: string, sent: unknown, shown: object]>([
    ["isVisible", null, { isVisible: true }],
    ["isRequired", false, { isRequired: false }],
    ["isSuggested", null, { isSuggested: false }],
    ["requiredStageIds", [], { requiredStageIds: [] }],
    ["visibilityOverrideStageIds", null, { visibilityOverrideStageIds: [] }],
    ["suggestedStageIds", [], { suggestedStageIds: [] }],
  ])("are changed in %s alone by %j", async (key, sent, shown) => {
    const [first, second] = stages;
    const json = { name: "Alone", fieldType: "text" };
    const { id } = expectSuccess("createCustomField", await api.call("POST", "/custom-fields", { json }));
    const of = { requiredStageIds: [first], suggestedStageIds: [second], visibilityOverrideStageIds: [second] };
    await patch(id, { isVisible: false, isRequired: false, isSuggested: true, ...of });
    // What is required is suggested, so each is looked at where the other says nothing.
    if (key === "isRequired") await patch(id, { isRequired: true, isSuggested: false });
    const before = await get(id);
    const isSuggested = key === "isRequired" ? { isSuggested: false } : {};
    const changed = expectSuccess("updatePipelineField", await patch(id, { [key]: sent }));
    expect(changed).toEqual({ ...before, ...isSuggested, ...shown });
    expectSuccess("deleteCustomField", await api.call("DELETE", `/custom-fields/${id}`));
  });

  it("are those of the definition where the pipeline has none of its own", async () => {
    const json = { name: "Needed", fieldType: "text", isRequired: true };
    const { id } = expectSuccess("createCustomField", await api.call("POST", "/custom-fields", { json }));
    expect(await get(id)).toMatchObject({ isRequired: true, isSuggested: true, isVisible: true });
    expectSuccess("updatePipelineField", await patch(id, { isRequired: false }));
    expect(await get(id)).toMatchObject({ isRequired: false, isSuggested: false });
    expectSuccess("deleteCustomField", await api.call("DELETE", `/custom-fields/${id}`));
  });

  it("of standard fields can be required and suggested by stage, and no more", async () => {
    const [first, second] = stages;
    const saved = await patch("email", { requiredStageIds: [second], suggestedStageIds: [first], isRequired: null });
    expect(expectSuccess("updatePipelineField", saved)).toMatchObject({
      requiredStageIds: [second],
      suggestedStageIds: [first],
      isRequired: null,
    });
    const wrong = await patch("email", { isVisible: true, isSuggested: false, visibilityOverrideStageIds: [] });
    expect(wrong.status).toBe(400);
    expect(fieldsOf(wrong).toSorted()).toEqual(["isSuggested", "isVisible", "visibilityOverrideStageIds"]);
  });

  it("refuse stages of other pipelines", async () => {
    const answer = await patch(field, { requiredStageIds: [stages[0], "nowhere"], suggestedStageIds: ["x"] });
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer).toSorted()).toEqual(["requiredStageIds[1]", "suggestedStageIds[0]"]);
  });

  it("are there for deals' fields alone", async () => {
    const json = { name: "City", fieldType: "text", entityType: "contact" };
    const { id } = expectSuccess("createCustomField", await api.call("POST", "/custom-fields", { json }));
    for (const unknown of [id, "nothing", "source", "__proto__", "constructor", "%00"]) {
      expect((await api.call("GET", `/pipelines/1/fields/${unknown}`)).status).toBe(404);
      expect((await patch(unknown, {})).status).toBe(404);
    }
    expect((await api.call("GET", `/pipelines/9/fields/${field}`)).status).toBe(404);
    expect((await api.call("GET", "/pipelines/9/fields")).status).toBe(404);
    expect((await api.call("GET", `/pipelines/x/fields/${field}`)).status).toBe(400);
  });

  it("come as a list: standard fields first", async () => {
    const all = expectSuccess("listPipelineFields", await api.call("GET", "/pipelines/1/fields"));
    const keys = all.map((one: { field: string }) => one.field);
    expect(keys).toEqual(["value", "name", "email", "phone", "expectedCloseAt", field]);
    expect(all.at(-1)).toEqual(await get(field));
  });
});

describe("what a stage requires", () => {
  it("holds deals back until it is filled, by settings and milestones alike", async () => {
    const [first, second] = stages;
    await patch(field, { requiredStageIds: [second], suggestedStageIds: [] });
    await patch("email", { requiredStageIds: [first], suggestedStageIds: [] });
    await patch("phone", { requiredStageIds: [second], suggestedStageIds: [] });
    const milestone = { json: { requiredMilestoneFieldId: field } };
    expectSuccess("updateStage", await api.call("PATCH", `/pipelines/1/stages/${second}`, milestone));

    const refusal = await api.call("POST", "/deals", { json: { name: "A" } });
    expect([refusal.status, fieldsOf(refusal)]).toEqual([400, ["email"]]);
    const json = { name: "A", email: "required@example.com" };
    const { seq } = expectSuccess("createDeal", await api.call("POST", "/deals", { json }));
    const held = await moveDeal(seq, { stageId: second });
    expect([held.status, fieldsOf(held).toSorted()]).toEqual([400, ["customFields.segment", "phone"]]);
    const filled = { stageId: second, phone: "+5511987654321", customFields: { segment: "a" } };
    expect(expectSuccess("updateDeal", await moveDeal(seq, filled)).stageId).toBe(second);

    for (const key of [field, "email", "phone"]) await patch(key, { requiredStageIds: [], suggestedStageIds: [] });
    const { seq: other } = expectSuccess("createDeal", await api.call("POST", "/deals", { json: { name: "B" } }));
    const still = await moveDeal(other, { stageId: second });
    expect([still.status, fieldsOf(still)]).toEqual([400, ["customFields.segment"]]);
  });
});

describe("access to a pipeline", () => {
  let ana: TestMember;
  let bia: TestMember;

  beforeAll(async () => {
    ana = await addMember(api, { name: "Ana" });
    bia = await addMember(api, { name: "Bia" });
  });

  it("is everyone's until members are named, once each, by name", async () => {
    expect(await getAccess()).toEqual([]);
    const saved = expectSuccess("setPipelineAccess", await putAccess([bia.id, ana.id, bia.id]));
    expect(userIdsOf(saved)).toEqual([ana.id, bia.id]);
    expect(saved[0]).toEqual({ userId: ana.id, name: "Ana", email: `${ana.id}@example.com`, image: null });
    expect(userIdsOf(expectSuccess("setPipelineAccess", await putAccess([ana.id])))).toEqual([ana.id]);
    expect(expectSuccess("setPipelineAccess", await putAccess([]))).toEqual([]);
    expect(await getAccess()).toEqual([]);
  });

  it("refuses strangers, and changes nothing then", async () => {
    await putAccess([ana.id]);
    const answer = await putAccess([ana.id, "stranger"]);
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ["userIds[1]"]]);
    expect((await putAccess(undefined)).status).toBe(400);
    expect(userIdsOf(await getAccess())).toEqual([ana.id]);
    expect((await api.call("GET", "/pipelines/9/access")).status).toBe(404);
    expect((await api.call("PUT", "/pipelines/9/access", { json: { userIds: [] } })).status).toBe(404);
  });
});
