import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fieldsOf } from "../../app/testing/api.ts";
import { DAY, HOUR, MONDAY, startCadenceApi, type CadenceApi } from "../../app/testing/cadences.ts";

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
const patchDeal = (seq: number, json: object) => api.ok("updateDeal", "PATCH", `/deals/${seq}`, json);
const iso = (at: number): string => new Date(at).toISOString();
const statuses = (instance: { tasks: { status: string }[] }) => instance.tasks.map(({ status }) => status);
const dues = (instance: { tasks: { dueAt: string }[] }) => instance.tasks.map(({ dueAt }) => dueAt);

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
    expect(await api.call("POST", `/deals/${seq}/cadence/resume`)).toMatchObject({ status: 409 });
    expect(await api.ok("stopDealCadence", "POST", `/deals/${seq}/cadence/stop`)).toMatchObject({
      stopReason: "by_hand",
    });
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
    const told = await api.activities(id);
    expect(told.slice(1).map(({ metadata }) => metadata)).toMatchObject([
      { taskId: first.id, manual: true },
      { taskId: second.id, skipped: true, reason: "Spoke already" },
    ]);
    expect(told.map(({ type, metadata }) => [type, metadata["cadenceCompleted"]])).toEqual([
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
    expect(await post(`/deals/${seq}/cadence/enroll`, { cadenceId: second.instance.cadenceId })).toMatchObject({
      status: 422,
    });
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

    // It takes the place of another cadence; started by hand elsewhere it is one like any other.
    const other = await api.enrolled();
    await patchDeal(other.seq, { stageId: second });
    expect(await get(other.seq)).toMatchObject({ cadenceId: playbook.id, trackType: "stage_playbook" });
    expect((await api.activities(other.id)).map(({ metadata }) => metadata["reason"])).toContain("replaced");
    const elsewhere = await api.deal();
    const byHand = { cadenceId: playbook.id };
    expect(await api.ok("enrollInCadence", "POST", `/deals/${elsewhere.seq}/cadence/enroll`, byHand)).toMatchObject({
      trackType: "entry",
      stageId: null,
    });

    // Of a contact that is blocked, nothing starts.
    const blocked = await api.deal();
    await api.app.opened.db
      .updateTable("contacts")
      .set({ blocked: true })
      .where("id", "=", blocked.contactId)
      .execute();
    await patchDeal(blocked.seq, { stageId: second });
    expect((await api.call("GET", `/deals/${blocked.seq}/cadence`)).status).toBe(404);
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
