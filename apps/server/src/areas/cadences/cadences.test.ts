import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectSuccess, fieldsOf } from "../../app/testing/api.ts";
import { MONDAY, startCadenceApi, STEPS, type CadenceApi } from "../../app/testing/cadences.ts";

let api: CadenceApi;
beforeAll(async () => {
  api = await startCadenceApi();
});
afterAll(() => api.app.close());
beforeEach(() => {
  api.clock.now = MONDAY;
});

const post = (path: string, json?: unknown) => api.call("POST", path, json === undefined ? {} : { json });
const get = (seq: number) => api.ok("getDealCadence", "GET", `/deals/${seq}/cadence`);
const statuses = (instance: { tasks: { status: string }[] }) => instance.tasks.map(({ status }) => status);

describe("a definition", () => {
  it("is created with its steps in order, filled with what was left out", async () => {
    const cadence = await api.cadence({
      name: "  First contact ",
      steps: [
        { dayNumber: 2, channel: "research" },
        { dayNumber: 1, channel: "email", subject: "Hi", textBody: "Hello", stepOrder: 2 },
        { dayNumber: 1, channel: "voice_call", quantity: 3, stepOrder: 1 },
        { dayNumber: 1, channel: "whatsapp", whatsappTemplateName: "hello" },
      ],
    });
    expect(cadence).toMatchObject({ name: "First contact", trackType: "entry", active: true, version: 1 });
    expect(
      cadence.steps.map(({ dayNumber, stepOrder, channel, quantity }: Record<string, unknown>) => [
        dayNumber,
        stepOrder,
        channel,
        quantity,
      ]),
    ).toEqual([
      [1, 1, "voice_call", 3],
      [1, 2, "email", 1],
      [1, 3, "whatsapp", 1],
      [2, 1, "research", 1],
    ]);
    expect(await api.ok("getCadence", "GET", `/cadences/${cadence.id}`)).toEqual(cadence);
  });

  it("counts its version up when it changes, and neither for its switch nor for nothing", async () => {
    const cadence = await api.cadence();
    const body = { name: "First contact", pipelineId: api.workspace.pipelineId, steps: STEPS };
    const put = (json: object) => api.call("PUT", `/cadences/${cadence.id}`, { json });
    expect(expectSuccess("replaceCadence", await put(body))).toMatchObject({ version: 1, active: true });
    expect(expectSuccess("replaceCadence", await put({ ...body, active: false }))).toMatchObject({ version: 1 });
    const renamed = { ...body, name: "Second", baseVersion: 1 };
    expect(expectSuccess("replaceCadence", await put(renamed))).toMatchObject({ version: 2, active: false });
    expect(expectSuccess("replaceCadence", await put(renamed))).toMatchObject({ version: 2 });
    expect(await put({ ...body, name: "Third", baseVersion: 1 })).toMatchObject({
      status: 409,
      body: { code: "CONFLICT" },
    });
  });

  it.each([
    ["no steps", { steps: [] }, ["steps"]],
    ["a blank name", { name: " " }, ["name"]],
    ["a pipeline of nobody", { pipelineId: "nope" }, ["pipelineId"]],
    ["a stage of nobody", { stageId: "nope" }, ["stageId"]],
    ["day 0", { steps: [{ dayNumber: 0, channel: "email" }] }, ["steps[0].dayNumber"]],
    [
      "a time that no clock shows",
      { steps: [{ dayNumber: 1, channel: "email", timeOfDay: "24:00" }] },
      ["steps[0].timeOfDay"],
    ],
    ["another channel", { steps: [{ dayNumber: 1, channel: "fax" }] }, ["steps[0].channel"]],
    ["broken Liquid", { steps: [{ dayNumber: 1, channel: "email", subject: "{{ deal.name" }] }, ["steps[0].subject"]],
    [
      "one place twice",
      {
        steps: [
          { dayNumber: 1, stepOrder: 1, channel: "email" },
          { dayNumber: 1, stepOrder: 1, channel: "email" },
        ],
      },
      ["steps[1].stepOrder"],
    ],
    [
      "a place on a day that another step has, where others stand between",
      {
        steps: [1, 2, 1].map((stepOrder) => ({ dayNumber: 1, stepOrder, channel: "email" })),
      },
      ["steps[2].stepOrder"],
    ],
    [
      "broken Liquid in a template",
      { steps: [{ dayNumber: 1, channel: "whatsapp", whatsappTemplateParameters: ["x", "{{ deal.name"] }] },
      ["steps[0].whatsappTemplateParameters[1]"],
    ],
    ["two switches that disagree", { active: true, isActive: false }, ["isActive"]],
    ["NUL", { name: "a\0b" }, ["name"]],
    ["steps that are none", { steps: "none" }, ["steps"]],
    ["a step that is none", { steps: [null] }, ["steps[0]"]],
    [
      "a number for a text, and for parameters",
      { steps: [{ dayNumber: 1, channel: "email", subject: 7, whatsappTemplateParameters: 7 }] },
      ["steps[0].whatsappTemplateParameters", "steps[0].subject"],
    ],
    [
      "places that are texts, each at fault by itself",
      { steps: ["1", "1"].map((stepOrder) => ({ dayNumber: 1, stepOrder, channel: "email" })) },
      ["steps[0].stepOrder", "steps[1].stepOrder"],
    ],
    [
      "a wrong stage, broken Liquid and a blank name at once",
      { name: " ", stageId: "nope", steps: [{ dayNumber: 1, channel: "email", subject: "{{ deal.name" }] },
      ["name", "stageId", "steps[0].subject"],
    ],
    [
      "no pipeline, and broken Liquid",
      { pipelineId: 7, steps: [{ dayNumber: 1, channel: "email", subject: "{{ deal.name" }] },
      ["pipelineId", "steps[0].subject"],
    ],
  ])("is refused with %s", async (_, change, fields) => {
    const body = { name: "C", pipelineId: api.workspace.pipelineId, steps: STEPS, ...change };
    const answer = await post("/cadences", body);
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toEqual(fields);
  });

  it("keeps all that is said of it and of its steps, and of what is left out nothing", async () => {
    const step = {
      dayNumber: 3,
      stepOrder: 4,
      channel: "email",
      quantity: 2,
      description: "d",
      timeOfDay: "10:30",
      whatsappTemplateName: "hello",
      whatsappTemplateLanguage: "en",
      whatsappTemplateParameters: ["{{ deal.name }}"],
      message: "m",
      subject: "s",
      htmlBody: "<p>h</p>",
      textBody: "t",
    };
    const nothing = Object.fromEntries(Object.keys(step).map((key) => [key, null]));
    const { steps, description } = await api.cadence({
      description: "why",
      steps: [step, { dayNumber: 3, channel: "email" }],
    });
    expect([description, steps]).toEqual([
      "why",
      [step, { ...nothing, dayNumber: 3, stepOrder: 5, channel: "email", quantity: 1 }],
    ]);
  });

  it("may name what nobody knows, and have the same place on two days", async () => {
    const text = "{{ contact.shoeSize }}";
    const steps = [1, 2].map((dayNumber) => ({ dayNumber, stepOrder: 1, channel: "whatsapp", message: text }));
    expect(await api.cadence({ steps })).toMatchObject({ steps });
  });

  it("puts steps without a place behind those with one, in the order in which they were sent", async () => {
    const steps = [["a"], ["b", 2], ["c", 1], ["d"]].map(([description, stepOrder]) => ({
      dayNumber: 1,
      channel: "research",
      description,
      stepOrder,
    }));
    const cadence = await api.cadence({ steps });
    expect(cadence.steps.map((step: Record<string, unknown>) => [step["stepOrder"], step["description"]])).toEqual([
      [1, "c"],
      [2, "b"],
      [3, "a"],
      [4, "d"],
    ]);
  });

  it.each<[string, () => object]>([
    ["name", () => ({ name: "Another" })],
    ["description", () => ({ description: "why" })],
    ["stage", () => ({ stageId: api.workspace.stageIds[0] })],
    ["steps", () => ({ steps: STEPS.slice(1) })],
  ])("has another version once its %s is another", async (_, change) => {
    const { id } = await api.cadence({ active: false });
    const body = { name: "First contact", pipelineId: api.workspace.pipelineId, steps: STEPS, ...change() };
    expect(await api.ok("replaceCadence", "PUT", `/cadences/${id}`, body)).toMatchObject({ version: 2 });
  });

  it.each<[object, object, boolean]>([
    [{}, {}, true],
    [{}, { active: false }, false],
    [{}, { isActive: false }, false],
    [{}, { active: false, isActive: false }, false],
    [{ active: false }, {}, false],
    [{ active: false }, { isActive: true }, true],
  ])("made with %j and replaced with %j is active: %s", async (made, replaced, active) => {
    const { id } = await api.cadence(made);
    const body = { name: "C", pipelineId: api.workspace.pipelineId, steps: STEPS, ...replaced };
    expect(await api.ok("replaceCadence", "PUT", `/cadences/${id}`, body)).toMatchObject({ active });
  });

  it("of a won or lost stage is refused, and a stage has one active playbook", async () => {
    const playbook = {
      name: "P",
      pipelineId: api.workspace.pipelineId,
      stageId: api.workspace.stageIds[1],
      steps: STEPS,
    };
    expect(fieldsOf(await post("/cadences", { ...playbook, stageId: api.stages.won }))).toEqual(["stageId"]);
    const first = await api.cadence(playbook);
    expect(first).toMatchObject({ trackType: "stage_playbook" });
    expect(await post("/cadences", playbook)).toMatchObject({
      status: 409,
      body: { details: expect.stringContaining(first.id) },
    });
    const second = await api.cadence({ ...playbook, active: false });
    const switchOn = { json: { ...playbook, active: true } };
    expect(await api.call("PUT", `/cadences/${second.id}`, switchOn)).toMatchObject({ status: 409 });
    await api.ok("replaceCadence", "PUT", `/cadences/${first.id}`, { ...playbook, active: false });
    expect(await api.call("PUT", `/cadences/${second.id}`, switchOn)).toMatchObject({ status: 200 });
    await api.ok("deleteCadence", "DELETE", `/cadences/${second.id}`);
  });

  it("is deleted once no deal runs it; what deals did in it stays", async () => {
    const { seq, instance } = await api.enrolled();
    expect(await api.call("DELETE", `/cadences/${instance.cadenceId}`)).toMatchObject({ status: 409 });
    await api.ok("stopDealCadence", "POST", `/deals/${seq}/cadence/stop`, {});
    await api.ok("deleteCadence", "DELETE", `/cadences/${instance.cadenceId}`);
    expect(await get(seq)).toMatchObject({ id: instance.id, cadenceId: null, cadenceVersion: 1 });
    const gone = { json: { name: "C", pipelineId: api.workspace.pipelineId, steps: STEPS } };
    for (const answer of [
      await api.call("DELETE", `/cadences/${instance.cadenceId}`),
      await api.call("GET", `/cadences/${instance.cadenceId}`),
      await api.call("PUT", `/cadences/${instance.cadenceId}`, gone),
    ])
      expect(answer.status).toBe(404);
  });

  it("is listed newest first, by pipeline and switch, page by page", async () => {
    const other = await api.cadence({ pipelineId: api.otherPipelineId, active: false });
    const list = (query: string) => api.ok("listCadences", "GET", `/cadences?${query}`);
    expect((await list(`pipelineId=${api.otherPipelineId}`)).items.map(({ id }: { id: string }) => id)).toEqual([
      other.id,
    ]);
    expect((await list(`pipelineId=${api.otherPipelineId}&active=true`)).items).toEqual([]);
    const first = await list("limit=1");
    expect(first).toMatchObject({ hasMore: true, items: [{ id: other.id }] });
    const second = await list(`limit=1&cursor=${encodeURIComponent(first.nextCursor)}`);
    expect(second.items[0].id).not.toBe(other.id);
    const foreign = await api.call("GET", `/cadences?active=true&cursor=${encodeURIComponent(first.nextCursor)}`);
    expect(fieldsOf(foreign)).toEqual(["cursor"]);
  });

  it("shows the deals that are in it, with how far they are", async () => {
    const { instance, seq, id } = await api.enrolled();
    const { cadenceId } = instance;
    const [task] = instance.tasks;
    await api.ok("completeCadenceTask", "POST", `/deals/${seq}/cadence/tasks/${task.id}/complete-manual`);
    const list = (query = "") => api.ok("listCadenceDeals", "GET", `/cadences/${cadenceId}/deals?${query}`);
    expect((await list()).items).toMatchObject([
      {
        instanceId: instance.id,
        dealId: id,
        dealSeq: seq,
        status: "active",
        taskCount: 3,
        doneTaskCount: 1,
        nextDueAt: instance.tasks[1].dueAt,
      },
    ]);
    expect((await list("status=paused,completed")).items).toEqual([]);
    expect((await list("status=active&status=paused")).items).toHaveLength(1);
    const later = await api.deal();
    api.clock.now += 1;
    await api.ok("enrollInCadence", "POST", `/deals/${later.seq}/cadence/enroll`, { cadenceId });
    const first = await list("limit=1&status=active,paused");
    const second = await list(`limit=1&status=paused,active&cursor=${encodeURIComponent(first.nextCursor)}`);
    expect([first, second].map(({ items, hasMore }) => [items[0].dealId, hasMore])).toEqual([
      [later.id, true],
      [id, false],
    ]);
    await api.ok("stopDealCadence", "POST", `/deals/${later.seq}/cadence/stop`);
    expect((await list("limit=1")).items).toMatchObject([{ status: "stopped_stage_end", nextDueAt: null }]);
    expect((await api.ok("getCadence", "GET", `/cadences/${cadenceId}`)).runningDealCount).toBe(1);
    expect(await api.call("GET", "/cadences/nope/deals")).toMatchObject({ status: 404 });
    expect(fieldsOf(await api.call("GET", `/cadences/${cadenceId}/deals?status=gone`))).not.toEqual([]);
  });
});

describe("who may see and do what", () => {
  it("is decided by the deal: what a member cannot see is not there", async () => {
    const { seq, instance } = await api.enrolled();
    const own = await api.workspace.addKey({ role: "member", allow: ["settings.pipelines"] });
    await api.app.opened.db
      .updateTable("members")
      .set({ visibility: "own" })
      .where("role", "=", "member")
      .where("workspace_id", "=", api.workspace.id)
      .execute();
    const task = `/deals/${seq}/cadence/tasks/${instance.tasks[0].id}`;
    for (const [method, path, json] of [
      ["GET", `/deals/${seq}/cadence`],
      ["POST", `/deals/${seq}/cadence/enroll`, { cadenceId: instance.cadenceId }],
      ["POST", `/deals/${seq}/cadence/pause`, {}],
      ["POST", `/deals/${seq}/cadence/resume`],
      ["POST", `/deals/${seq}/cadence/stop`, {}],
      ["POST", `${task}/execute`, { idempotencyKey: "k", message: "x" }],
      ["POST", `${task}/complete-manual`],
      ["POST", `${task}/skip`, {}],
    ] as const) {
      const answer = await api.call(method, path, { key: own, ...(json === undefined ? {} : { json }) });
      expect([path, answer.status]).toEqual([path, 404]);
    }
    const listed = await api.call("GET", `/cadences/${instance.cadenceId}/deals`, { key: own });
    expect(expectSuccess("listCadenceDeals", listed).items).toEqual([]);
    expect(await get(seq)).toEqual(instance);
  });

  it("holds for tasks of other deals, and for ids that cannot be", async () => {
    const { seq } = await api.enrolled();
    const other = await api.enrolled();
    for (const id of [other.instance.tasks[0].id, "nope", "%00", "%ED%A0%80"]) {
      const answer = await api.call("POST", `/deals/${seq}/cadence/tasks/${id}/complete-manual`);
      expect([id, [400, 404].includes(answer.status)]).toEqual([id, true]);
    }
    expect(statuses(await get(other.seq))).toEqual(["due", "pending", "pending"]);
  });
});

const started = async (step: object) => {
  const { seq, contactId, instance } = await api.enrolled([{ dayNumber: 1, ...step }, STEPS[2] as object]);
  const [{ id }] = instance.tasks;
  const path = `/deals/${seq}/cadence/tasks/${id}`;
  const execute = (idempotencyKey: string, json: object = {}) => post(`${path}/execute`, { idempotencyKey, ...json });
  return { seq, contactId, id, path, execute };
};

describe("a task that is executed", () => {
  it("answers a key that it knows, and one that comes too late, whatever the request lacks", async () => {
    const { execute } = await started({ channel: "whatsapp", quantity: 2 });
    const first = await execute("one", { message: "Olá", manualReferenceId: "of a call" });
    expect(first.body.data).toMatchObject({ ok: true, voiceCallId: null, emailMessageId: null });
    expect((await execute("one")).body.data).toEqual({ ...first.body.data, duplicated: true });
    expect((await execute("two", { message: " " })).status).toBe(400);
    expect((await execute("two", { message: "Olá" })).body.data).toMatchObject({ taskStatus: "done" });
    expect((await execute("three")).status).toBe(409);
  });

  it("is nobody else's meanwhile: neither done nor skipped by hand", async () => {
    const { path, id, seq } = await started({ channel: "research" });
    await api.app.opened.db
      .insertInto("cadence_attempts")
      .values({
        workspace_id: api.workspace.id,
        id: "attempt-under-way",
        task_id: id,
        attempt_number: 1,
        channel: "research",
        success: null,
        executed_at: new Date(MONDAY),
        idempotency_key: "under way",
        task_status: "due",
        lease_until: new Date(MONDAY + 1),
      })
      .execute();
    for (const how of ["complete-manual", "skip"]) expect((await post(`${path}/${how}`, {})).status).toBe(409);
    api.clock.now = MONDAY + 1;
    expect((await get(seq)).tasks[0].attempts).toMatchObject([
      { success: false, errorMessage: expect.any(String), failure: [{ code: "sending-lost" }] },
    ]);
    expect((await post(`${path}/skip`)).body.data).toMatchObject({ attemptNumber: 1, taskStatus: "skipped" });
  });

  it("says why where the conversation does not take it", async () => {
    const { seq, contactId, execute } = await started({ channel: "whatsapp", message: "Olá" });
    await api.app.opened.db.updateTable("contacts").set({ phone: "12" }).where("id", "=", contactId).execute();
    expect((await execute("refused")).body.data).toMatchObject({
      ok: false,
      taskStatus: "due",
      providerMessageId: null,
    });
    expect((await get(seq)).tasks[0].attempts).toMatchObject([{ success: false, failure: [expect.any(Object)] }]);
  });

  it("sends a template without variables, and none of a deal that was closed elsewhere", async () => {
    const template = { channel: "whatsapp", whatsappTemplateName: "bare", whatsappTemplateLanguage: "es" };
    const { execute } = await started(template);
    expect((await execute("bare")).body.data).toMatchObject({ ok: true });
    const sent = { name: "bare", language: { code: "es" } };
    expect((await api.outbox()).at(-1)?.content["template"]).toEqual(sent);
    const closed = await started(template);
    const { db } = api.app.opened;
    await db.updateTable("deals").set({ status: "won" }).where("seq", "=", closed.seq).execute();
    expect((await closed.execute("closed")).status).toBe(409);
    expect(await get(closed.seq)).toMatchObject({ stopReason: "deal_won" });
  });
});
