import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectSuccess, fieldsOf } from "./testing/api.ts";
import { DAY, HOUR, MONDAY, startCadenceApi, STEPS, type CadenceApi } from "./testing/cadences.ts";

let api: CadenceApi;
beforeAll(async () => {
  api = await startCadenceApi();
}, 60_000);
afterAll(() => api.app.close());
beforeEach(() => {
  api.clock.now = MONDAY;
});

const post = (path: string, json?: unknown) => api.call("POST", path, json === undefined ? {} : { json });
const get = (seq: number) => api.ok("getDealCadence", "GET", `/deals/${seq}/cadence`);
const patchDeal = (seq: number, json: object) => api.ok("updateDeal", "PATCH", `/deals/${seq}`, json);
const iso = (at: number): string => new Date(at).toISOString();
const statuses = (instance: { tasks: { status: string }[] }) => instance.tasks.map(({ status }) => status);
const dues = (instance: { tasks: { dueAt: string }[] }) => instance.tasks.map(({ dueAt }) => dueAt);

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
    ["NUL", { name: "a\0b" }, ["name"]],
  ])("is refused with %s", async (_, change, fields) => {
    const body = { name: "C", pipelineId: api.workspace.pipelineId, steps: STEPS, ...change };
    const answer = await post("/cadences", body);
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toEqual(fields);
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
    expect(await post("/cadences", playbook)).toMatchObject({ status: 409 });
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
    expect(await api.call("DELETE", `/cadences/${instance.cadenceId}`)).toMatchObject({ status: 404 });
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
    const { id: cadenceId } = { id: instance.cadenceId };
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
    expect((await api.ok("getCadence", "GET", `/cadences/${cadenceId}`)).runningDealCount).toBe(1);
    expect(await api.call("GET", "/cadences/nope/deals")).toMatchObject({ status: 404 });
    expect(fieldsOf(await api.call("GET", `/cadences/${cadenceId}/deals?status=gone`))).not.toEqual([]);
  });
});

describe("enrolling", () => {
  it("makes a task of every step, due in the workspace's time zone while its business hours are open", async () => {
    const { id, seq, instance } = await api.enrolled();
    expect(instance).toMatchObject({
      dealId: id,
      dealSeq: seq,
      workspaceId: api.workspace.id,
      trackType: "entry",
      stageId: null,
      cadenceVersion: 1,
      status: "active",
      startedAt: iso(MONDAY),
      stageCadenceCompleted: false,
    });
    // At once; at two in the afternoon; when the third day opens.
    expect(dues(instance)).toEqual([iso(MONDAY), iso(MONDAY + 5 * HOUR), iso(MONDAY + 2 * DAY)]);
    expect(statuses(instance)).toEqual(["due", "pending", "pending"]);
    expect(instance.tasks[0]).toMatchObject({ channel: "whatsapp", attemptCount: 0, attempts: [], doneAt: null });
    expect(await get(seq)).toEqual(instance);
    const told = await api.activities(id);
    expect(told).toMatchObject([{ type: "CADENCE_ENROLLED", metadata: { instanceId: instance.id, startDay: 0 } }]);
  });

  it("moves what falls outside business hours to when they open next", async () => {
    // Friday, 17:30 in São Paulo.
    api.clock.now = MONDAY + 4 * DAY + 8.5 * HOUR;
    const { instance } = await api.enrolled([
      { dayNumber: 1, channel: "research" },
      { dayNumber: 1, channel: "research", timeOfDay: "19:00" },
      { dayNumber: 2, channel: "research", timeOfDay: "10:00" },
    ]);
    const monday = MONDAY + 7 * DAY;
    expect(dues(instance)).toEqual([iso(api.clock.now), iso(monday), iso(monday)]);
  });

  it("from a later day leaves out the days before, and that day is today", async () => {
    const [{ id: cadenceId }, { seq }] = [await api.cadence(), await api.deal()];
    const instance = await api.ok("enrollInCadence", "POST", `/deals/${seq}/cadence/enroll`, {
      cadenceId,
      startDay: 2,
    });
    expect(instance.tasks).toMatchObject([{ dayNumber: 3, dueAt: iso(MONDAY + DAY) }]);
    expect(await post(`/deals/${seq}/cadence/enroll`, { cadenceId, startDay: 9 })).toMatchObject({ status: 422 });
  });

  it("replaces the cadence before it, which stops", async () => {
    const { id, seq, instance } = await api.enrolled();
    const other = await api.cadence({ name: "Second" });
    const next = await api.ok("enrollInCadence", "POST", `/deals/${seq}/cadence/enroll`, { cadenceId: other.id });
    expect(next.id).not.toBe(instance.id);
    expect(await get(seq)).toMatchObject({ id: next.id, status: "active" });
    expect((await api.activities(id)).map(({ type }) => type)).toEqual([
      "CADENCE_ENROLLED",
      "CADENCE_STOPPED",
      "CADENCE_ENROLLED",
    ]);
  });

  it("at the same time leaves one cadence running", async () => {
    const [{ id: cadenceId }, { seq }] = [await api.cadence(), await api.deal()];
    const answers = await Promise.all([1, 2, 3, 4].map(() => post(`/deals/${seq}/cadence/enroll`, { cadenceId })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { items } = await api.ok("listCadenceDeals", "GET", `/cadences/${cadenceId}/deals`);
    expect(items).toHaveLength(1);
  });

  it("keeps the steps of its version while the definition changes", async () => {
    const { seq, instance } = await api.enrolled();
    const steps = [{ dayNumber: 1, channel: "research" }];
    const body = { name: "First contact", pipelineId: api.workspace.pipelineId, steps };
    await api.ok("replaceCadence", "PUT", `/cadences/${instance.cadenceId}`, body);
    expect(await get(seq)).toEqual(instance);
  });

  it("is refused where the deal, the cadence or the contact does not allow it", async () => {
    const { seq } = await api.deal();
    const enroll = async (change: object) =>
      (await post(`/deals/${seq}/cadence/enroll`, { cadenceId: (await api.cadence(change)).id })).status;
    expect(await enroll({ active: false })).toBe(409);
    expect(await enroll({ pipelineId: api.otherPipelineId })).toBe(422);
    expect((await post(`/deals/${seq}/cadence/enroll`, { cadenceId: "nope" })).status).toBe(404);
    expect((await post(`/deals/${seq}/cadence/enroll`, { cadenceId: "a\0" })).status).toBe(400);
    expect(fieldsOf(await post(`/deals/${seq}/cadence/enroll`, { startDay: -1 }))).toEqual(["cadenceId", "startDay"]);
    expect((await post("/deals/999999/cadence/enroll", { cadenceId: "nope" })).status).toBe(404);
    await patchDeal(seq, { stageId: api.stages.won });
    expect(await enroll({})).toBe(409);
  });
});

describe("time", () => {
  it("makes tasks due and overdue, at a read as in the clockwork", async () => {
    const { seq } = await api.enrolled();
    const afternoon = MONDAY + 5 * HOUR;
    const midnight = MONDAY + 15 * HOUR;
    for (const [at, wanted] of [
      [afternoon - 1, ["due", "pending", "pending"]],
      [afternoon, ["due", "due", "pending"]],
      [midnight - 1, ["due", "due", "pending"]],
      [midnight, ["overdue", "overdue", "pending"]],
      [MONDAY + 2 * DAY, ["overdue", "overdue", "due"]],
    ] as const) {
      api.clock.now = at;
      const instance = await get(seq);
      expect(statuses(instance)).toEqual(wanted);
      expect(instance.tasks[0].overdueAt).toBe(at >= midnight ? iso(midnight) : null);
    }
    await api.clockwork.tick();
    const rows = await api.app.opened.db
      .selectFrom("cadence_tasks")
      .innerJoin("cadence_instances", "cadence_instances.id", "cadence_tasks.instance_id")
      .innerJoin("deals", "deals.id", "cadence_instances.deal_id")
      .where("deals.workspace_id", "=", api.workspace.id)
      .where("deals.seq", "=", seq)
      .orderBy("cadence_tasks.due_at")
      .select("cadence_tasks.status")
      .execute();
    expect(rows.map(({ status }) => status)).toEqual(["overdue", "overdue", "due"]);
  });

  it("tells when a task became overdue, however it ended", async () => {
    const { seq, instance } = await api.enrolled(
      ["research", "research", "research"].map((channel) => ({ dayNumber: 1, channel })),
    );
    const [late, left, canceled] = instance.tasks.map(({ id }: { id: string }) => `/deals/${seq}/cadence/tasks/${id}`);
    await api.ok("skipCadenceTask", "POST", `${left}/skip`);
    api.clock.now = MONDAY + 2 * DAY;
    await api.ok("completeCadenceTask", "POST", `${late}/complete-manual`);
    await api.ok("stopDealCadence", "POST", `/deals/${seq}/cadence/stop`);
    expect(canceled).toBeDefined();
    const midnight = iso(MONDAY + 15 * HOUR);
    expect((await get(seq)).tasks).toMatchObject([
      { status: "done", overdueAt: midnight },
      { status: "skipped", overdueAt: null },
      { status: "canceled", overdueAt: midnight },
    ]);
  });

  it("stands still while the cadence is paused; then what was not yet due moves on by as many days", async () => {
    const { seq, instance } = await api.enrolled();
    expect(await api.call("POST", `/deals/${seq}/cadence/resume`)).toMatchObject({ status: 409 });
    const paused = await api.ok("pauseDealCadence", "POST", `/deals/${seq}/cadence/pause`, { reason: "On holiday" });
    expect(paused).toMatchObject({ status: "paused", pausedAt: iso(MONDAY), pauseReason: "On holiday" });
    expect(await api.call("POST", `/deals/${seq}/cadence/pause`)).toMatchObject({ status: 409 });
    api.clock.now = MONDAY + 2 * DAY;
    expect(statuses(await get(seq))).toEqual(["due", "pending", "pending"]);
    await api.clockwork.tick();
    expect(await api.call("POST", `/deals/${seq}/cadence/tasks/${instance.tasks[0].id}/complete-manual`)).toMatchObject(
      {
        status: 409,
      },
    );
    const resumed = await api.ok("resumeDealCadence", "POST", `/deals/${seq}/cadence/resume`);
    expect(resumed).toMatchObject({ status: "active", resumedAt: iso(api.clock.now), pausedAt: iso(MONDAY) });
    expect(dues(resumed)).toEqual([iso(MONDAY), iso(MONDAY + 2 * DAY + 5 * HOUR), iso(MONDAY + 4 * DAY)]);
    expect(statuses(resumed)).toEqual(["overdue", "pending", "pending"]);
  });
});

describe("the end of a cadence", () => {
  it("comes with its last task", async () => {
    const { id, seq, instance } = await api.enrolled([
      { dayNumber: 1, channel: "research" },
      { dayNumber: 5, channel: "voice_call" },
    ]);
    const [first, second] = instance.tasks;
    const done = await api.ok("completeCadenceTask", "POST", `/deals/${seq}/cadence/tasks/${first.id}/complete-manual`);
    expect(done).toEqual({
      ok: true,
      duplicated: false,
      taskStatus: "done",
      attemptNumber: 0,
      attemptId: null,
      providerMessageId: null,
      voiceCallId: null,
      emailMessageId: null,
      idempotencyKey: null,
      executedAt: iso(MONDAY),
    });
    const again = await api.call("POST", `/deals/${seq}/cadence/tasks/${first.id}/complete-manual`);
    expect(again).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    const skipped = await api.ok("skipCadenceTask", "POST", `/deals/${seq}/cadence/tasks/${second.id}/skip`, {
      reason: "Spoke already",
    });
    expect(skipped).toMatchObject({ taskStatus: "skipped" });
    const ended = await get(seq);
    expect(ended).toMatchObject({ status: "completed", completedAt: iso(MONDAY), stageCadenceCompleted: true });
    expect(ended.tasks).toMatchObject([
      { status: "done", doneAt: iso(MONDAY) },
      { status: "skipped", skipReason: "Spoke already", doneAt: null },
    ]);
    expect((await api.activities(id)).map(({ type, metadata }) => [type, metadata["cadenceCompleted"]])).toEqual([
      ["CADENCE_ENROLLED", undefined],
      ["CADENCE_TASK_DONE", false],
      ["CADENCE_TASK_DONE", true],
    ]);
    expect(await api.call("POST", `/deals/${seq}/cadence/stop`)).toMatchObject({ status: 409 });
  });

  it("comes by hand, with the reason, and cancels what is open", async () => {
    const { id, seq } = await api.enrolled();
    const stopped = await api.ok("stopDealCadence", "POST", `/deals/${seq}/cadence/stop`, { reason: "Bought already" });
    expect(stopped).toMatchObject({
      status: "stopped_stage_end",
      stopReason: "Bought already",
      stoppedAt: iso(MONDAY),
    });
    expect(statuses(stopped)).toEqual(["canceled", "canceled", "canceled"]);
    expect((await api.activities(id)).at(-1)).toMatchObject({
      type: "CADENCE_STOPPED",
      metadata: { status: "stopped_stage_end", reason: "Bought already" },
    });
  });

  it.each([
    ["is won", (): object => ({ stageId: api.stages.won }), "deal_won"],
    ["is lost", (): object => ({ stageId: api.stages.lost, lostReason: "Price" }), "deal_lost"],
    ["moves to another pipeline", (): object => ({ stageId: api.stages.other }), "pipeline_changed"],
  ])("comes when the deal %s", async (_, change, stopReason) => {
    const { id, seq } = await api.enrolled();
    await patchDeal(seq, change());
    expect(await get(seq)).toMatchObject({ status: "stopped_stage_end", stopReason });
    const told = await api.activities(id);
    expect(told.filter(({ type }) => type === "CADENCE_STOPPED")).toHaveLength(1);
  });

  it("comes when the contact opts out, at a read and in the clockwork alike", async () => {
    const { contactId, seq } = await api.enrolled();
    const second = await api.enrolled();
    const optOut = (contact: string) =>
      api.app.opened.db
        .updateTable("contacts")
        .set({ opted_out_at: new Date(MONDAY) })
        .where("id", "=", contact)
        .execute();
    await optOut(contactId);
    expect(await get(seq)).toMatchObject({ status: "stopped_dnc", stopReason: "contact_opted_out" });
    await optOut(second.contactId);
    for (let tick = 0; tick < 10; tick += 1) await api.clockwork.tick();
    const row = await api.app.opened.db
      .selectFrom("cadence_instances")
      .select("status")
      .where("id", "=", second.instance.id)
      .executeTakeFirstOrThrow();
    expect(row.status).toBe("stopped_dnc");
  });
});

describe("a playbook", () => {
  it("starts by itself when a deal enters its stage, and stops when the deal leaves it", async () => {
    const [first, second] = api.workspace.stageIds;
    const playbook = await api.cadence({ name: "Proposal", stageId: second });
    const { id, seq } = await api.deal();
    expect((await api.call("GET", `/deals/${seq}/cadence`)).status).toBe(404);
    await patchDeal(seq, { stageId: second });
    const instance = await get(seq);
    expect(instance).toMatchObject({
      cadenceId: playbook.id,
      trackType: "stage_playbook",
      stageId: second,
      status: "active",
    });
    await patchDeal(seq, { name: "Another name" });
    expect(await get(seq)).toMatchObject({ id: instance.id, status: "active" });
    await patchDeal(seq, { stageId: first });
    expect(await get(seq)).toMatchObject({ id: instance.id, status: "stopped_stage_end", stopReason: "stage_left" });
    await patchDeal(seq, { stageId: second });
    expect((await get(seq)).id).not.toBe(instance.id);
    expect((await api.activities(id)).map(({ type }) => type)).toEqual([
      "CADENCE_ENROLLED",
      "CADENCE_STOPPED",
      "CADENCE_ENROLLED",
    ]);
    const born = await api.deal({ stageId: second });
    expect(await get(born.seq)).toMatchObject({ cadenceId: playbook.id, status: "active" });
  });
});

describe("a deal", () => {
  it("shows the cadence that it runs, alone and in lists", async () => {
    const { seq, id, contactId, instance } = await api.enrolled();
    const cadence = { id: instance.cadenceId, name: "First contact", pipelineId: api.workspace.pipelineId };
    const shown = async () => {
      const { items } = await api.ok("listDeals", "GET", "/deals?limit=5");
      const listed = items.find((item: { id: string }) => item.id === id);
      return [(await api.ok("getDeal", "GET", `/deals/${seq}`)).cadence, listed.cadence];
    };
    expect(await shown()).toEqual([cadence, cadence]);
    const contact = api.app.opened.db.updateTable("contacts").where("id", "=", contactId);
    await contact.set({ opted_out_at: new Date() }).execute();
    expect(await shown()).toEqual([null, null]);
    await contact.set({ opted_out_at: null }).execute();
    await api.ok("stopDealCadence", "POST", `/deals/${seq}/cadence/stop`);
    expect(await shown()).toEqual([null, null]);
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
