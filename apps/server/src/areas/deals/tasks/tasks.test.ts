import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { expectSuccess, fieldsOf, startTestApi, type TestApi } from "../../../app/testing/api.ts";
import { addContact, addDeal, addMember, type TestMember } from "../../../app/testing/deal-work.ts";
import type { Answer } from "../../../app/testing/test-app.ts";

const PAST = "2020-01-02T03:04:05.000Z";
const SOON = "2090-01-02T03:04:05.000Z";
const LATER = "2090-01-03T03:04:05.000Z";

let api: TestApi;
let bia: TestMember;
let caio: TestMember;
let deal: { id: string; seq: number };
beforeAll(async () => {
  api = await startTestApi();
  [bia, caio] = [await addMember(api, { name: "Bia" }), await addMember(api, { name: "Caio", visibility: "own" })];
});
afterAll(() => api.app.close());
beforeEach(async () => {
  deal = await addDeal(api, bia);
});

const tasks = (rest = ""): string => `/deals/${deal.seq}/tasks${rest}`;
const create = async (json: object = {}): Promise<Answer["body"]> =>
  expectSuccess("createTask", await bia.call("POST", tasks(), { json: { title: "Call", ...json } }));
const change = async (id: string, json: object): Promise<Answer["body"]> =>
  expectSuccess("updateTask", await bia.call("PATCH", tasks(`/${id}`), { json }));
const titles = ({ items }: Answer["body"]): string[] => items.map(({ title }: { title: string }) => title);
const all = async (query: string, by = bia) =>
  titles(expectSuccess("listTasks", await by.call("GET", `/tasks?${query}`)));
const history = async (): Promise<string[]> => {
  const page = expectSuccess("listDealActivities", await bia.call("GET", `/deals/${deal.seq}/activities`));
  return page.items
    .map(({ type, field }: { type: string; field: string | null }) => (field === null ? type : `${type} ${field}`))
    .toSorted();
};
const events = () =>
  api.app.opened.db
    .selectFrom("events")
    .where("deal_id", "=", deal.id)
    .select(["type", "contact_id", "payload"])
    .execute();

describe("a task", () => {
  test("is the deal's responsible's, pending and without a due date by default", async () => {
    const task = await create();
    expect(task).toEqual({
      id: task.id,
      dealId: deal.id,
      dealSeq: deal.seq,
      dealName: `Deal ${deal.seq}`,
      title: "Call",
      description: null,
      dueAt: null,
      status: "pending",
      isOverdue: false,
      assigneeUserId: bia.id,
      assigneeName: "Bia",
      categoryName: null,
      categoryColor: null,
      doneAt: null,
      doneByUserId: null,
      createdByUserId: bia.id,
      createdAt: task.createdAt,
      updatedAt: task.updatedAt,
    });
    expect(expectSuccess("getTask", await bia.call("GET", tasks(`/${task.id}`)))).toEqual(task);
    expect(await history()).toEqual(["TASK_CREATED"]);
  });

  test("is told of in the history with whom it is for", async () => {
    const { id } = await create();
    const { items } = expectSuccess("listDealActivities", await bia.call("GET", `/deals/${deal.seq}/activities`));
    expect(items).toMatchObject([{ metadata: { taskId: id, title: "Call", assigneeUserId: bia.id } }]);
  });

  test("keeps all that it is given", async () => {
    const given = {
      title: "Visit",
      description: "Bring the contract",
      dueAt: SOON,
      assigneeUserId: caio.id,
      categoryName: "Meeting",
      categoryColor: "#Ff0000",
    };
    expect(await create(given)).toMatchObject({ ...given, assigneeName: "Caio" });
    expect(await create({ title: " Visit ", dueAt: "2090-01-02T00:04:05-03:00" })).toMatchObject({
      title: "Visit",
      dueAt: SOON,
    });
  });

  it.each<[string, object, string[]]>([
    ["without a title", { title: undefined }, ["title"]],
    ["with a blank title", { title: " " }, ["title"]],
    ["with a title that is too long", { title: "x".repeat(256) }, ["title"]],
    ["due on a day", { dueAt: "2090-01-02" }, ["dueAt"]],
    ["due at a time without a zone", { dueAt: "2090-01-02T10:00:00" }, ["dueAt"]],
    ["due at a time that does not exist", { dueAt: "2090-02-30T10:00:00Z" }, ["dueAt"]],
    ["due in a leap second", { dueAt: "2016-12-31T23:59:60Z" }, ["dueAt"]],
    ["of nobody", { assigneeUserId: "nobody" }, ["assigneeUserId"]],
    ["with a color by name", { categoryColor: "red" }, ["categoryColor"]],
    ["with half a character", { description: "\ud800" }, ["description"]],
  ])("%s is refused, new or not", async (_, json, fields) => {
    const answer = await bia.call("POST", tasks(), { json: { title: "Call", ...json } });
    expect([answer.status, fieldsOf(answer)]).toEqual([400, fields]);
    expect(await history()).toEqual([]);
    if (Object.values(json).includes(undefined)) return;
    const { id } = await create();
    const patched = await bia.call("PATCH", tasks(`/${id}`), { json });
    expect([patched.status, fieldsOf(patched)]).toEqual([400, fields]);
  });

  test("is not given to somebody who left, but stays with them", async () => {
    const dora = await addMember(api, { name: "Dora" });
    const task = await create({ assigneeUserId: dora.id });
    await api.app.opened.db.updateTable("members").set({ active: false }).where("id", "=", dora.id).execute();
    const other = await create();
    expect(fieldsOf(await bia.call("PATCH", tasks(`/${other.id}`), { json: { assigneeUserId: dora.id } }))).toEqual([
      "assigneeUserId",
    ]);
    expect(await change(task.id, { title: "Mail", assigneeUserId: dora.id })).toMatchObject({
      title: "Mail",
      assigneeName: "Dora",
    });
    expect(await change(task.id, { assigneeUserId: null })).toMatchObject({ assigneeUserId: bia.id });
  });

  test("is changed field by field, each told with what it was", async () => {
    const { id } = await create({ dueAt: SOON, description: "x", categoryName: "A", categoryColor: "#000000" });
    const changed = { title: "Mail", description: null, dueAt: LATER, categoryName: null, categoryColor: null };
    const first = await change(id, changed);
    expect(first).toMatchObject(changed);
    expect(await change(id, changed)).toEqual(first);
    expect(await change(id, {})).toMatchObject(changed);
    expect(await history()).toEqual([
      "TASK_CREATED",
      "TASK_UPDATED categoryColor",
      "TASK_UPDATED categoryName",
      "TASK_UPDATED description",
      "TASK_UPDATED dueAt",
      "TASK_UPDATED title",
    ]);
    const page = expectSuccess("listDealActivities", await bia.call("GET", `/deals/${deal.seq}/activities`));
    expect(page.items).toContainEqual(
      expect.objectContaining({
        field: "dueAt",
        changes: { from: SOON, to: LATER },
        metadata: { taskId: id, title: "Mail" },
      }),
    );
    expect(await events()).toEqual([]);
  });

  it.each<[field: string, sent: unknown, shown: object]>([
    ["title", " Mail ", { title: "Mail" }],
    ["description", "y", { description: "y" }],
    ["description", null, { description: null }],
    ["dueAt", LATER, { dueAt: LATER }],
    ["dueAt", null, { dueAt: null }],
    ["categoryName", " B ", { categoryName: "B" }],
    ["categoryName", null, { categoryName: null }],
    ["categoryColor", "#ffffff", { categoryColor: "#ffffff" }],
    ["categoryColor", null, { categoryColor: null }],
    ["done", true, { status: "done", doneAt: expect.any(String), doneByUserId: expect.any(String) }],
  ])("is changed in its %s alone by %j, which is told alone", async (field, sent, shown) => {
    const given = { dueAt: SOON, description: "x", categoryName: "A", categoryColor: "#000000" };
    const full = await create({ ...given, assigneeUserId: caio.id });
    expect(await change(full.id, { [field]: sent })).toEqual({ ...full, ...shown, updatedAt: expect.any(String) });
    const told = (await history()).filter((line) => line !== "TASK_CREATED");
    expect(told).toEqual([field === "done" ? "TASK_COMPLETED" : `TASK_UPDATED ${field}`]);
  });

  test("that is done stays so, by whom and when, while other things of it change", async () => {
    const { id } = await create();
    const done = await change(id, { done: true });
    const renamed = expectSuccess("updateTask", await api.call("PATCH", tasks(`/${id}`), { json: { title: "Mail" } }));
    expect(renamed).toEqual({ ...done, title: "Mail", updatedAt: expect.any(String) });
    expect(await events()).toHaveLength(1);
  });

  test("is given to another member, which is told", async () => {
    const full = await create({ description: "x" });
    const given = await change(full.id, { assigneeUserId: caio.id });
    expect(given).toEqual({ ...full, assigneeUserId: caio.id, assigneeName: "Caio", updatedAt: expect.any(String) });
    expect(await history()).toEqual(["TASK_CREATED", "TASK_UPDATED assigneeUserId"]);
  });

  test("is overdue once its time has come, until it is done", async () => {
    const { id } = await create({ dueAt: PAST });
    const overdue = expectSuccess("getTask", await bia.call("GET", tasks(`/${id}`)));
    expect([overdue.status, overdue.isOverdue]).toEqual(["pending", true]);
  });

  test("is completed once, which automations hear, and opened again", async () => {
    const contactId = await addContact(api);
    deal = await addDeal(api, bia, contactId);
    const { id } = await create({ dueAt: PAST });
    const done = await change(id, { done: true });
    expect(done).toMatchObject({ status: "done", isOverdue: false, doneByUserId: bia.id, doneAt: expect.any(String) });
    expect(await change(id, { done: true })).toEqual(done);
    expect(await events()).toEqual([
      {
        type: "task_completed",
        contact_id: contactId,
        payload: {
          taskId: id,
          title: "Call",
          assigneeUserId: bia.id,
          dueAt: PAST,
          pipelineId: expect.any(String),
          stageId: expect.any(String),
          testKey: true,
        },
      },
    ]);
    expect(await change(id, { done: false })).toMatchObject({
      status: "pending",
      isOverdue: true,
      doneAt: null,
      doneByUserId: null,
    });
    expect(await history()).toEqual(["TASK_COMPLETED", "TASK_CREATED", "TASK_UPDATED done"]);
  });

  test("completed by many at once is completed once", async () => {
    const { id } = await create();
    const json = { done: true };
    const answers = await Promise.all(Array.from({ length: 5 }, () => bia.call("PATCH", tasks(`/${id}`), { json })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await events()).toHaveLength(1);
  });

  test("is gone once it is deleted", async () => {
    const { id } = await create();
    expectSuccess("deleteTask", await bia.call("DELETE", tasks(`/${id}`)));
    for (const method of ["GET", "DELETE"]) expect((await bia.call(method, tasks(`/${id}`))).status).toBe(404);
    expect((await bia.call("PATCH", tasks(`/${id}`), { json: { title: "x" } })).status).toBe(404);
    expect(await history()).toEqual(["TASK_CREATED", "TASK_DELETED"]);
  });

  test("is there for those who see its deal", async () => {
    const { id } = await create({ assigneeUserId: caio.id });
    const key = await (await api.app.workspace()).addKey();
    const elsewhere = await addDeal(api, bia);
    for (const [seq, as] of [
      [deal.seq, caio.call],
      [deal.seq, (method: string, path: string, init = {}) => api.call(method, path, { ...init, key })],
      [elsewhere.seq, bia.call],
      [999_999, bia.call],
    ] as const) {
      expect((await as("GET", `/deals/${seq}/tasks/${id}`)).status).toBe(404);
      expect((await as("PATCH", `/deals/${seq}/tasks/${id}`, { json: { done: true } })).status).toBe(404);
      expect((await as("DELETE", `/deals/${seq}/tasks/${id}`)).status).toBe(404);
    }
    expect((await caio.call("GET", tasks())).status).toBe(404);
    expect((await caio.call("POST", tasks(), { json: { title: "x" } })).status).toBe(404);
    expect(titles(expectSuccess("listTasks", await caio.call("GET", `/tasks?assigneeUserId=${caio.id}`)))).toEqual([]);
    expect((await bia.call("GET", tasks("/%00"))).status).toBe(404);
  });
});

describe("a list of tasks", () => {
  beforeEach(async () => {
    await create({ title: "Someday" });
    await create({ title: "Later", dueAt: LATER, assigneeUserId: caio.id });
    await create({ title: "Late", dueAt: PAST });
    const { id } = await create({ title: "Done", dueAt: SOON });
    await change(id, { done: true });
  });

  it.each<[string, string, string[]]>([
    ["everything, the ones due first first", "", ["Late", "Done", "Later", "Someday"]],
    ["everything, where no status is named", "?status=", ["Late", "Done", "Later", "Someday"]],
    ["what is pending", "?status=pending", ["Late", "Later", "Someday"]],
    ["what is overdue", "?status=overdue", ["Late"]],
    ["what is done", "?status=done", ["Done"]],
    ["what is done or overdue", "?status=done,overdue", ["Late", "Done"]],
    ["what is pending or overdue", "?status[]=overdue&status[]=pending", ["Late", "Later", "Someday"]],
  ])("of a deal holds %s", async (_, query, expected) => {
    expect(titles(expectSuccess("listDealTasks", await bia.call("GET", tasks(query))))).toEqual(expected);
  });

  test("comes page by page", async () => {
    const first = expectSuccess("listDealTasks", await bia.call("GET", tasks("?limit=3")));
    const cursor = `cursor=${encodeURIComponent(first.nextCursor)}`;
    const second = expectSuccess("listDealTasks", await bia.call("GET", tasks(`?limit=3&${cursor}`)));
    expect([...titles(first), ...titles(second)]).toEqual(["Late", "Done", "Later", "Someday"]);
    expect(second.hasMore).toBe(false);
    expect(fieldsOf(await bia.call("GET", tasks(`?status=done&${cursor}`)))).toEqual(["cursor"]);
    expect(fieldsOf(await bia.call("GET", `/tasks?${cursor}`))).toEqual(["cursor"]);
  });

  test("over all deals takes an assignee and a time, and only holds what the member may see", async () => {
    const fresh = await addMember(api);
    const own = await addDeal(api, caio);
    expectSuccess(
      "createTask",
      await caio.call("POST", `/deals/${own.seq}/tasks`, { json: { title: "Mine", dueAt: SOON } }),
    );
    expect(await all("", caio)).toEqual(["Mine"]);
    expect(await all(`assigneeUserId=${fresh.id}`)).toEqual([]);
    await create({ title: "Fresh", dueAt: SOON, assigneeUserId: fresh.id });
    expect(await all(`assigneeUserId=${fresh.id}`)).toEqual(["Fresh"]);
    expect(await all(`assigneeUserId=${fresh.id}&dueFrom=${SOON}&dueTo=${LATER}`)).toEqual(["Fresh"]);
    expect(await all(`assigneeUserId=${fresh.id}&dueTo=${SOON}`)).toEqual([]);
    expect(await all(`assigneeUserId=${fresh.id}&dueFrom=${LATER}`)).toEqual([]);
  });

  it.each([
    ["an unknown status", "status=someday", "status"],
    ["a day instead of an instant", "dueFrom=2090-01-02", "dueFrom"],
    ["an instant without a zone", "dueTo=2090-01-02T00:00:00", "dueTo"],
    ["an end before its begin", `dueFrom=${LATER}&dueTo=${SOON}`, "dueTo"],
    ["too large a page", "limit=201", "limit"],
  ])("with %s is refused", async (_, query, field) => {
    const answer = await bia.call("GET", `/tasks?${query}`);
    expect([answer.status, fieldsOf(answer)]).toEqual([400, [field]]);
  });
});
