import type { Pipeline } from "@trilho/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectSuccess, fieldsOf, startTestApi, type TestApi } from "../../../app/testing/api.ts";
import { addDeal, addMember } from "../../../app/testing/deals.ts";

let api: TestApi;
let pipeline: Pipeline;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.app.close());

beforeEach(async () => {
  const stages = ["One", "Two", "Three"].map((name) => ({ name }));
  pipeline = expectSuccess("createPipeline", await api.call("POST", "/pipelines", { json: { name: "P", stages } }));
});

const place = (index: number) => `/pipelines/${pipeline.seq}/stages/${pipeline.stages[index]?.id ?? ""}`;
const patch = (index: number, json: object) => api.call("PATCH", place(index), { json });
const post = (json: object) => api.call("POST", `/pipelines/${pipeline.seq}/stages`, { json });
const names = ({ stages }: Pipeline) => stages.map(({ name }) => name);
const orders = ({ stages }: Pipeline) => stages.map(({ order }) => order);
const read = async (): Promise<Pipeline> =>
  expectSuccess("getPipeline", await api.call("GET", `/pipelines/${pipeline.seq}`));

describe("changing a stage", () => {
  it("changes what is said; a blank description is removed, an omitted one stays", async () => {
    const json = { name: " Uno ", color: "#00fF00", description: "They answered" };
    const changed = expectSuccess("updateStage", await patch(0, json));
    expect(changed.stages[0]).toEqual({ ...pipeline.stages[0], ...json, name: "Uno" });
    expect(expectSuccess("updateStage", await patch(0, { isRequired: true })).stages[0]).toMatchObject({
      description: "They answered",
      isRequired: true,
    });
    expect(expectSuccess("updateStage", await patch(0, { description: "  " })).stages[0].description).toBeNull();
  });

  it.each<[field: string, sent: unknown, shown: unknown]>([
    ["name", " Uno ", "Uno"],
    ["color", "#00ff00", "#00ff00"],
    ["description", null, null],
    ["description", " Other ", "Other"],
    ["isRequired", false, false],
    ["requiredMilestoneFieldId", null, null],
    ["requiredMilestoneFieldId", " ", null],
    ["order", 0, 0],
  ])("changes its %s alone by %j", async (field, sent, shown) => {
    const full = { name: "Full", color: "#112233", description: "d", isRequired: true };
    const milestone = { requiredMilestoneFieldId: api.workspace.customFieldId };
    const [stage, ...others] = expectSuccess("updateStage", await patch(0, { ...full, ...milestone })).stages;
    expect(stage).toMatchObject({ ...full, ...milestone });
    const changed = expectSuccess("updateStage", await patch(0, { [field]: sent }));
    expect(changed.stages).toEqual([{ ...stage, [field]: shown }, ...others]);
  });

  it("moves it among the active ones: won and lost stay last", async () => {
    expect(names(expectSuccess("updateStage", await patch(2, { order: 0 })))).toEqual([
      "Three",
      "One",
      "Two",
      "Ganho",
      "Perda",
    ]);
    const last = expectSuccess("updateStage", await patch(2, { order: 99 }));
    expect(names(last)).toEqual(["One", "Two", "Three", "Ganho", "Perda"]);
    expect(orders(last)).toEqual([0, 1, 2, 3, 4]);
  });

  it("takes a custom field of deals as its milestone", async () => {
    const { customFieldId } = api.workspace;
    const changed = expectSuccess("updateStage", await patch(1, { requiredMilestoneFieldId: customFieldId }));
    expect(changed.stages[1].requiredMilestoneFieldId).toBe(customFieldId);
    const wrong = await patch(1, { requiredMilestoneFieldId: "nothing" });
    expect([wrong.status, fieldsOf(wrong)]).toEqual([400, ["requiredMilestoneFieldId"]]);
    const cleared = expectSuccess("updateStage", await patch(1, { requiredMilestoneFieldId: null }));
    expect(cleared.stages[1].requiredMilestoneFieldId).toBeNull();
  });

  it.each<[object, string]>([
    [{ name: "" }, "name"],
    [{ name: " " }, "name"],
    [{ name: null }, "name"],
    [{ name: "x".repeat(256) }, "name"],
    [{ color: "#fff" }, "color"],
    [{ color: null }, "color"],
    [{ description: "x".repeat(2001) }, "description"],
    [{ order: -1 }, "order"],
  ])("refuses %j", async (json, field) => {
    const answer = await patch(0, json);
    expect([answer.status, fieldsOf(answer)]).toEqual([400, [field]]);
  });

  it("refuses final stages with 409, whatever is said", async () => {
    for (const index of [3, 4]) {
      for (const json of [{ name: "Won" }, {}]) {
        const answer = await patch(index, json);
        expect([answer.status, answer.body.code]).toEqual([409, "CONFLICT"]);
      }
    }
  });

  it("finds no stage of another pipeline or workspace, and none with an id that cannot be stored", async () => {
    const [stageId] = api.workspace.stageIds;
    for (const path of [`/pipelines/${pipeline.seq}/stages/${stageId}`, `/pipelines/9999/stages/${stageId}`]) {
      expect((await api.call("PATCH", path, { json: { name: "x" } })).status).toBe(404);
    }
    const other = await (await api.app.workspace()).addKey();
    expect((await api.call("PATCH", place(0), { key: other, json: {} })).status).toBe(404);
    expect((await api.call("PATCH", `/pipelines/${pipeline.seq}/stages/%00`, { json: {} })).status).toBe(404);
    expect((await api.call("DELETE", `/pipelines/${pipeline.seq}/stages/%00`)).status).toBe(404);
  });
});

describe("adding a stage", () => {
  it("puts it last among the active ones, or where it is told", async () => {
    const added = expectSuccess("createStage", await post({ name: "Four" }));
    expect(names(added)).toEqual(["One", "Two", "Three", "Four", "Ganho", "Perda"]);
    const first = expectSuccess("createStage", await post({ name: "Zero", order: 0, description: "x" }));
    expect(names(first)).toEqual(["Zero", "One", "Two", "Three", "Four", "Ganho", "Perda"]);
    expect(orders(first)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(first.stages[0]).toMatchObject({ color: "#6366f1", description: "x", dealCount: 0 });
  });

  it("keeps all that is said, in the pipeline that it is added to alone", async () => {
    const milestone = { requiredMilestoneFieldId: api.workspace.customFieldId };
    const said = { name: "Full", color: "#123456", description: "why", isRequired: true, ...milestone };
    const others = async () =>
      expectSuccess("listPipelines", await api.call("GET", "/pipelines")).filter(
        ({ id }: Pipeline) => id !== pipeline.id,
      );
    const before = await others();
    const { stages } = expectSuccess("createStage", await post({ ...said, order: 1 }));
    expect(stages[1]).toMatchObject({ ...said, isWon: false, isLost: false });
    expect(await others()).toEqual(before);
  });

  it("stops at a hundred active stages", async () => {
    const stages = Array.from({ length: 99 }, (_, index) => ({ name: `${index}` }));
    const full = { json: { name: "Full", stages } };
    const { seq } = expectSuccess("createPipeline", await api.call("POST", "/pipelines", full));
    const add = () => api.call("POST", `/pipelines/${seq}/stages`, { json: { name: "One more" } });
    expect((await add()).status).toBe(201);
    const refused = await add();
    expect([refused.status, refused.body.error]).toEqual([409, "A pipeline has at most 100 active stages."]);
  });

  it.each<[object, string]>([
    [{}, "name"],
    [{ name: "A", isWon: false }, "isWon"],
    [{ name: "Perda" }, "name"],
    [{ name: "A", requiredMilestoneFieldId: "x" }, "requiredMilestoneFieldId"],
  ])("refuses %j", async (json, field) => {
    const answer = await post(json);
    expect([answer.status, fieldsOf(answer)]).toEqual([400, [field]]);
  });

  it("needs a pipeline", async () => {
    expect((await api.call("POST", "/pipelines/9999/stages", { json: { name: "A" } })).status).toBe(404);
  });
});

describe("removing a stage", () => {
  it("closes the gap, and forgets it where the pipeline named it", async () => {
    const [first] = pipeline.stages;
    const named = { exitStageId: first?.id, attendanceQueueStageId: first?.id };
    await api.call("PATCH", `/pipelines/${pipeline.seq}`, { json: named });
    expectSuccess("deleteStage", await api.call("DELETE", place(0)));
    const left = await read();
    expect(names(left)).toEqual(["Two", "Three", "Ganho", "Perda"]);
    expect(orders(left)).toEqual([0, 1, 2, 3]);
    expect(left).toMatchObject({ exitStageId: null, attendanceQueueStageId: null });
    expect((await api.call("DELETE", place(0))).status).toBe(404);
  });

  it("is refused for final stages, the last active one and one with deals", async () => {
    expect((await api.call("DELETE", place(3))).status).toBe(409);
    for (const index of [0, 1]) expectSuccess("deleteStage", await api.call("DELETE", place(index)));
    expect((await api.call("DELETE", place(2))).status).toBe(409);
    const [stageId] = api.workspace.stageIds;
    await addDeal(api, await addMember(api));
    const answer = await api.call("DELETE", `/pipelines/1/stages/${stageId}`);
    expect([answer.status, answer.body.code]).toEqual([409, "CONFLICT"]);
  });
});
