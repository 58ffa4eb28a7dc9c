import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fieldsOf, startTestApi, type TestApi } from "../app/testing/api.ts";
import { addChannel } from "../app/testing/conversations.ts";

const FEATURES = ["API_ACCESS", "ADVANCED_API", "CALENDAR", "CADENCE"];

let api: TestApi;
let stranger: string;
/** Of the first deal: `seq`; of its automation and of the cadence that both deals run: ids. */
let [seq, automation, cadence, other] = ["", "", "", ""];
beforeAll(async () => {
  api = await startTestApi(FEATURES);
  stranger = await (await api.app.workspace(FEATURES)).addKey();
  await addChannel(api);
  const made = async (path: string, json: object) => (await api.call("POST", path, { json })).body.data;
  const steps = [{ dayNumber: 1, channel: "research" }];
  const plan = { pipelineId: api.workspace.pipelineId, steps };
  [cadence, other] = [
    (await made("/cadences", { name: "A", ...plan })).id,
    (await made("/cadences", { name: "B", ...plan })).id,
  ];
  automation = (await api.create()).id;
  await api.create();
  await api.replace(automation, { name: "Other" });
  for (const phone of ["+5511966660001", "+5511966660002"]) {
    const deal = await made("/deals", { phone, company: { name: phone }, customFields: { segment: "a" } });
    seq ||= String(deal.seq);
    for (const text of ["Oi", "Olá"]) await made("/conversations/messages", { to: phone, text });
    await made(`/deals/${deal.seq}/cadence/enroll`, { cadenceId: cadence });
  }
  for (const hour of [10, 11]) {
    await made(`/deals/${seq}/notes`, { content: "n" });
    await made(`/deals/${seq}/tasks`, { title: "t", dueAt: `2040-01-01T${hour}:00:00Z` });
    const body = new FormData();
    body.append("file", new Blob(["x"], { type: "text/plain" }), "a.txt");
    const encoded = new Response(body);
    const raw = new Uint8Array(await encoded.arrayBuffer());
    const headers = { "content-type": encoded.headers.get("content-type") ?? "" };
    await api.call("POST", `/deals/${seq}/notes/attachments`, { raw, headers });
  }
});
afterAll(() => api.app.close());

const RANGE = "from=2040-01-01T00:00:00Z&to=2040-01-02T00:00:00Z";
/** Lists of two items and more, each with the same list narrowed in another way. */
const LISTS: [name: string, path: () => string, narrowed: string | null][] = [
  ["companies", () => "/companies?", "search=%2B55"],
  ["contacts", () => "/contacts?", "search=55"],
  ["conversations", () => "/conversations?", "sort=asc"],
  ["messages", () => "/conversations/%2B5511966660001/messages?", "since=2020-01-01T00:00:00Z"],
  ["what was sent", () => "/outbox?", null],
  ["deals", () => "/deals?", "search=55"],
  ["values of custom fields", () => "/deals/custom-field-values?", "updatedFrom=2020-01-01T00:00:00Z"],
  ["tasks", () => "/tasks?", "status=pending"],
  ["a deal's tasks", () => `/deals/${seq}/tasks?`, "status=pending"],
  ["notes", () => `/deals/${seq}/notes?`, null],
  ["attachments", () => `/deals/${seq}/attachments?`, null],
  ["a history", () => `/deals/${seq}/activities?`, "actorType=api_key"],
  ["cadences", () => "/cadences?", "active=true"],
  ["deals of a cadence", () => `/cadences/${cadence}/deals?`, "status=active"],
  ["the calendar", () => `/calendar/events?${RANGE}&`, "types=task"],
  ["automations", () => "/automations?", "enabled=false"],
  ["an automation's history", () => `/automations/${automation}/history?`, null],
];

const cursorOf = async (path: string) => {
  const { body } = await api.call("GET", `${path}limit=1`);
  expect(body.data).toMatchObject({ hasMore: true, nextCursor: expect.any(String) });
  return `cursor=${encodeURIComponent(body.data.nextCursor)}`;
};

describe("the cursor of a list", () => {
  it.each(LISTS)(
    "of %s is no other list's: not the same one's by another filter, nor another workspace's",
    async (name, path, narrowed) => {
      const own = await cursorOf(path());
      expect((await api.call("GET", `${path()}limit=1&${own}`)).status).toBe(200);
      const foreign = await cursorOf(name === "companies" ? "/contacts?" : "/companies?");
      for (const query of [foreign, ...(narrowed === null ? [] : [`${narrowed}&${own}`])]) {
        const answer = await api.call("GET", path() + query);
        expect([answer.status, fieldsOf(answer)]).toEqual([400, ["cursor"]]);
      }
      const elsewhere = await api.call("GET", path() + own, { key: stranger });
      expect([400, 404]).toContain(elsewhere.status);
    },
  );

  it.each<[string, () => string, () => string]>([
    ["cadence", () => `/cadences/${cadence}/deals?`, () => `/cadences/${other}/deals?`],
    ["deal", () => `/deals/${seq}/notes?`, () => `/deals/${Number(seq) + 1}/notes?`],
    ["deal", () => `/deals/${seq}/tasks?`, () => `/deals/${Number(seq) + 1}/tasks?`],
    ["deal", () => `/deals/${seq}/activities?`, () => `/deals/${Number(seq) + 1}/activities?`],
    [
      "conversation",
      () => "/conversations/%2B5511966660001/messages?",
      () => "/conversations/%2B5511966660002/messages?",
    ],
  ])("of one %s is not another one's (%#)", async (_, path, another) => {
    const answer = await api.call("GET", another() + (await cursorOf(path())));
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ["cursor"]]);
  });

  it.each<[string, string, string]>([
    ["/tasks", "status=pending,overdue", "status=overdue,pending"],
    ["/calendar/events", `${RANGE}&types=task,meeting`, `${RANGE}&types=meeting,task`],
  ])("of %s stays where the same filter is written in another order", async (path, one, another) => {
    const cursor = await cursorOf(`${path}?${one}&`);
    expect((await api.call("GET", `${path}?${another}&${cursor}`)).status).toBe(200);
  });
});
