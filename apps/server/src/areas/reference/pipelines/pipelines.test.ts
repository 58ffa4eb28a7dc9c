import type { Pipeline, Stage } from "@trilho/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectSuccess, fieldsOf, startTestApi, type TestApi } from "../../../app/testing/api.ts";
import type { Answer } from "../../../app/testing/test-app.ts";

let api: TestApi;
let key: string;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.app.close());

const FEATURES = ["API_ACCESS", "PIPELINE_BEHAVIORS"];
const call = (method: string, path: string, json?: unknown): Promise<Answer> =>
  api.call(method, path, { key, ...(json !== undefined && { json }) });
const create = async (json: object): Promise<Pipeline> =>
  expectSuccess("createPipeline", await call("POST", "/pipelines", json));
const update = async (seq: number, json: object): Promise<Pipeline> =>
  expectSuccess("updatePipeline", await call("PATCH", `/pipelines/${seq}`, json));
const list = async (): Promise<Pipeline[]> => expectSuccess("listPipelines", await call("GET", "/pipelines"));
const places = async () => (await list()).map(({ seq, position }) => [seq, position]);
const defaults = async () => (await list()).filter(({ isDefault }) => isDefault).map(({ seq }) => seq);
const put = (lossReasons: unknown) => call("PUT", "/pipelines/loss-reasons", { lossReasons });
const setQuota = (workspaceId: string, pipelines: number) =>
  api.app.opened.db
    .updateTable("workspaces")
    .set({ quotas: JSON.stringify({ pipelines }) })
    .where("id", "=", workspaceId)
    .execute();

/** A workspace of its own for each test. */
const newWorkspace = async (features = FEATURES) => {
  const workspace = await api.app.workspace(features);
  key = await workspace.addKey();
  return workspace;
};
beforeEach(() => newWorkspace());

const outline = ({ stages }: Pipeline) => stages.map(({ name, isWon, isLost }: Stage) => [name, isWon, isLost]);

describe("creating a pipeline", () => {
  it("adds the default stages and those of won and lost deals, behind the pipelines there are", async () => {
    const pipeline = await create({ name: "  Partners " });
    expect(pipeline).toMatchObject({
      seq: 2,
      position: 2,
      name: "Partners",
      description: null,
      isDefault: false,
      isArchived: false,
      exitStageId: null,
      pipelineType: "standard",
      behaviors: [],
      attendanceQueueStageId: null,
    });
    expect(outline(pipeline)).toEqual([
      ["Leads", false, false],
      ["Qualificação", false, false],
      ["Proposta", false, false],
      ["Negociação", false, false],
      ["Fechamento", false, false],
      ["Ganho", true, false],
      ["Perda", false, true],
    ]);
    expect(pipeline.stages.map(({ order }) => order)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(expectSuccess("getPipeline", await call("GET", "/pipelines/2"))).toEqual(pipeline);
  });

  it("takes stages of its own, with a colour where none is given", async () => {
    const stages = [
      { name: "One", description: "  " },
      { name: "Two", color: "#ABCDEF", description: "when it fits" },
    ];
    const pipeline = await create({ name: "Own", description: " why ", stages });
    expect(pipeline.description).toBe("why");
    expect(pipeline.stages.map(({ name, color, description }) => [name, color, description])).toEqual([
      ["One", "#6366f1", null],
      ["Two", "#ABCDEF", "when it fits"],
      ["Ganho", "#22c55e", null],
      ["Perda", "#ef4444", null],
    ]);
  });

  it.each([{ stages: [] }, { stages: null }, { description: null, behaviors: null, attendanceQueueStageId: null }])(
    "%j is as good as nothing said",
    async (said) => {
      expect((await create({ name: "P", ...said })).stages).toHaveLength(7);
    },
  );

  it.each<[string, object, string[]]>([
    ["without a name", {}, ["name"]],
    ["with a blank name", { name: "  " }, ["name"]],
    ["with a long name", { name: "x".repeat(256) }, ["name"]],
    ["with a long description", { name: "P", description: "x".repeat(2001) }, ["description"]],
    ["with a stage without a name", { name: "P", stages: [{ color: "#000000" }] }, ["stages[0].name"]],
    ["with a wrong colour", { name: "P", stages: [{ name: "A", color: "red" }] }, ["stages[0].color"]],
    ["with a won stage", { name: "P", stages: [{ name: "A", isWon: true }] }, ["stages[0].isWon"]],
    ["with isLost false", { name: "P", stages: [{ name: "A" }, { name: "B", isLost: false }] }, ["stages[1].isLost"]],
    ["with isWon null", { name: "P", stages: [{ name: "A", isWon: null }] }, ["stages[0].isWon"]],
    ["with a final stage by name", { name: "P", stages: [{ name: "A" }, { name: " ganho" }] }, ["stages[1].name"]],
    ["with attendance_queue", { name: "P", behaviors: [{ type: "attendance_queue" }] }, ["behaviors[0].type"]],
    ["with a behavior without a type", { name: "P", behaviors: [{}] }, ["behaviors[0].type"]],
    ["with a behavior twice", { name: "P", behaviors: [{ type: "a" }, { type: "a" }] }, ["behaviors[1].type"]],
    ["with an attendance queue's stage", { name: "P", attendanceQueueStageId: "x" }, ["attendanceQueueStageId"]],
    ["with NUL", { name: "P\0" }, ["name"]],
  ])("is refused %s", async (_, json, fields) => {
    const answer = await call("POST", "/pipelines", json);
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toEqual(fields);
    expect(await list()).toHaveLength(1);
  });

  it("needs the feature for behaviors, which say what type it is", async () => {
    const behaviors = [{ type: "recurring_clients", every: "month" }];
    const pipeline = await create({ name: "Recurring", behaviors, pipelineType: "standard" });
    expect(pipeline).toMatchObject({ pipelineType: "recurring_clients", behaviors });
    await newWorkspace(["API_ACCESS"]);
    const answer = await call("POST", "/pipelines", { name: "Recurring", behaviors });
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ["behaviors"]]);
    expect((await create({ name: "Plain", behaviors: [], pipelineType: "recurring_clients" })).pipelineType).toBe(
      "standard",
    );
  });

  it("makes the first active pipeline the default", async () => {
    await update(1, { isArchived: true });
    expect((await list()).map(({ isDefault }) => isDefault)).toEqual([false]);
    expect(await create({ name: "New" })).toMatchObject({ isDefault: true, position: 0 });
    expect(await create({ name: "Newer" })).toMatchObject({ isDefault: false, position: 1 });
  });

  it("stops at the plan's limit of active pipelines, also of many at once", async () => {
    const { id } = await newWorkspace();
    await setQuota(id, 3);
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => call("POST", "/pipelines", { name: `P${n}` })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe("QUOTA_EXCEEDED");
    const pipelines = await list();
    expect(pipelines.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    await update(2, { isArchived: true });
    await create({ name: "In its place" });
    const back = await call("PATCH", "/pipelines/2", { isArchived: false });
    expect([back.status, back.body.code]).toEqual([409, "QUOTA_EXCEEDED"]);
    expect(back.body.error).toBe("The plan of this workspace allows 3 active pipelines.");
    await update(3, { isArchived: true });
    await update(2, { isArchived: false });
    await update(2, { name: "Full, and changed" });
  });
});

describe("changing a pipeline", () => {
  it("changes what is said and keeps the rest", async () => {
    const created = await create({ name: "A", description: "b", stages: [{ name: "One" }] });
    const [stage] = created.stages;
    const changed = await update(2, {
      name: " B ",
      description: " ",
      exitStageId: stage?.id,
      attendanceQueueStageId: stage?.id,
      behaviors: [{ type: "attendance_queue" }],
      pipelineType: "anything",
      unknown: 1,
    });
    expect(changed).toEqual({
      ...created,
      name: "B",
      description: null,
      exitStageId: stage?.id,
      attendanceQueueStageId: stage?.id,
      behaviors: [{ type: "attendance_queue" }],
      updatedAt: changed.updatedAt,
    });
    expect(await update(2, {})).toEqual({ ...changed, updatedAt: expect.any(String) });
    expect(await update(2, { exitStageId: null, behaviors: null, attendanceQueueStageId: "" })).toMatchObject({
      exitStageId: null,
      behaviors: [],
      attendanceQueueStageId: null,
    });
  });

  it.each<[field: string, sent: unknown, shown: unknown]>([
    ["name", " B ", "B"],
    ["description", null, null],
    ["exitStageId", null, null],
    ["behaviors", [], []],
    ["attendanceQueueStageId", null, null],
  ])("changes its %s alone by %j", async (field, sent, shown) => {
    const { seq, stages } = await create({ name: "A", description: "d" });
    const ofStage = { exitStageId: stages[1]?.id, attendanceQueueStageId: stages[0]?.id };
    const full = await update(seq, { ...ofStage, behaviors: [{ type: "attendance_queue" }] });
    expect(full).toMatchObject({ ...ofStage, description: "d" });
    const others = (await list()).filter((one) => one.seq !== seq);
    expect(await update(seq, { [field]: sent })).toEqual({ ...full, [field]: shown, updatedAt: expect.any(String) });
    expect((await list()).filter((one) => one.seq !== seq)).toEqual(others);
  });

  it("takes an archived one back behind the active ones, or where it is told to be", async () => {
    for (const name of ["Two", "Three"]) await create({ name });
    for (const [json, order] of [
      [{ isArchived: false }, [2, 3, 1]],
      [{ isArchived: false, position: 0 }, [1, 2, 3]],
    ] as const) {
      await update(1, { isArchived: true });
      expect((await places()).map(([seq]) => seq)).toEqual([2, 3, 1]);
      await update(1, json);
      expect(await places()).toEqual(order.map((seq, position) => [seq, position]));
    }
  });

  it("moves it among the active ones, where it is told to be", async () => {
    for (const name of ["Two", "Three"]) await create({ name });
    await update(1, { name: "One" });
    expect((await places()).map(([seq]) => seq)).toEqual([1, 2, 3]);
    await update(3, { position: 0 });
    expect(await places()).toEqual([
      [3, 0],
      [1, 1],
      [2, 2],
    ]);
    await update(3, { position: 99 });
    expect(await places()).toEqual([
      [1, 0],
      [2, 1],
      [3, 2],
    ]);
  });

  it("has one default, which an archived pipeline cannot be", async () => {
    await create({ name: "Two" });
    await update(2, { isDefault: true });
    expect(await defaults()).toEqual([2]);
    expect((await call("PATCH", "/pipelines/2", { isDefault: false })).status).toBe(409);
    expect((await update(2, { isArchived: true })).isDefault).toBe(false);
    expect(await defaults()).toEqual([1]);
    expect((await call("PATCH", "/pipelines/2", { isDefault: true })).status).toBe(409);
    expect(await update(2, { isArchived: false, isDefault: true })).toMatchObject({
      isArchived: false,
      isDefault: true,
    });
    expect(await defaults()).toEqual([2]);
    await update(1, { isArchived: true });
    await update(2, { isArchived: true });
    expect(await defaults()).toEqual([]);
    await update(1, { isArchived: false });
    expect(await defaults()).toEqual([1]);
  });

  it("archives the default with its flag put down in the same breath, and passes the flag on", async () => {
    for (const name of ["Two", "Three"]) await create({ name });
    expect(await update(1, { isArchived: true, isDefault: false })).toMatchObject({
      isArchived: true,
      isDefault: false,
    });
    expect(await defaults()).toEqual([2]);
    expect(await update(1, { name: "Old", isDefault: false })).toMatchObject({ isDefault: false });
    expect(await defaults()).toEqual([2]);
  });

  it("refuses stages of other pipelines, final stages as a queue, behaviors without the feature, and nothing else's seq", async () => {
    const other = await create({ name: "Other" });
    const won = other.stages.find(({ isWon }) => isWon);
    for (const [seq, json, fields] of [
      [1, { exitStageId: other.stages[0]?.id }, ["exitStageId"]],
      [1, { attendanceQueueStageId: other.stages[0]?.id }, ["attendanceQueueStageId"]],
      [2, { attendanceQueueStageId: won?.id }, ["attendanceQueueStageId"]],
      [2, { name: "" }, ["name"]],
      [2, { name: null }, ["name"]],
      [2, { isArchived: "yes" }, ["isArchived"]],
      [2, { position: -1 }, ["position"]],
    ] as const) {
      const answer = await call("PATCH", `/pipelines/${seq}`, json);
      expect([answer.status, fieldsOf(answer)]).toEqual([400, fields]);
    }
    expect((await call("PATCH", "/pipelines/77", { name: "x" })).status).toBe(404);
    expect((await call("PATCH", "/pipelines/0", { name: "x" })).status).toBe(400);
    await newWorkspace(["API_ACCESS"]);
    const answer = await call("PATCH", "/pipelines/1", { behaviors: [{ type: "attendance_queue" }] });
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ["behaviors"]]);
  });

  it("leaves one default whoever asks at the same time", async () => {
    for (const name of ["Two", "Three", "Four"]) await create({ name });
    const answers = await Promise.all([2, 3, 4].map((seq) => call("PATCH", `/pipelines/${seq}`, { isDefault: true })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await list()).filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });
});

describe("loss reasons", () => {
  it("are replaced as a whole, trimmed, without blanks and repetitions, in order", async () => {
    const saved = expectSuccess(
      "setLossReasons",
      await put([" Price ", "No answer", "   ", "PRICE", "price", "Other"]),
    );
    expect(saved).toEqual(["Price", "No answer", "Other"]);
    expect(expectSuccess("listLossReasons", await call("GET", "/pipelines/loss-reasons"))).toEqual(saved);
    expect(expectSuccess("setLossReasons", await put([]))).toEqual([]);
  });

  it.each<[unknown, string]>([
    [undefined, "lossReasons"],
    [null, "lossReasons"],
    [[""], "lossReasons[0]"],
    [["a", 1], "lossReasons[1]"],
    [["x".repeat(256)], "lossReasons[0]"],
    [Array(51).fill("a"), "lossReasons"],
    [["\ud800"], "lossReasons[0]"],
  ])("refuse %j", async (reasons, field) => {
    const answer = await put(reasons);
    expect([answer.status, fieldsOf(answer)]).toEqual([400, [field]]);
  });

  it("stand beside pipelines by number", async () => {
    expect((await call("PATCH", "/pipelines/loss-reasons", {})).status).toBe(405);
    expect((await call("GET", "/pipelines/loss-reason")).status).toBe(400);
  });
});
