import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectSuccess, fieldsOf, startTestApi, type TestApi } from "../../app/testing/api.ts";
import { addChannel, addDeal, addKey } from "../../app/testing/conversations.ts";
import type { Answer } from "../../app/testing/test-app.ts";

let api: TestApi;
let support: string;
let memberId: string;
const phones = { ana: "+5511911110001", bia: "+5511911110002", caio: "+5511911110003", dora: "+5511911110004" };
type Person = keyof typeof phones;
const ids = {} as Record<Person, string>;

/** Four conversations: Ana's is the oldest. */
beforeAll(async () => {
  api = await startTestApi();
  ({ memberId } = await addKey(api));
  await addChannel(api);
  support = await addChannel(api, { name: "Support", isDefault: false });
  for (const [person, to] of Object.entries(phones) as [Person, string][]) {
    const json = { to, text: `To ${person}`, ...(person === "dora" && { channelId: support }) };
    ids[person] = (await api.call("POST", "/conversations/messages", { json })).body.data.conversationId;
  }
  const contact = async (person: Person, change: object): Promise<string> => {
    const { id } = await api.app.opened.db
      .updateTable("contacts")
      .set(change)
      .where("workspace_id", "=", api.workspace.id)
      .where("phone", "=", phones[person])
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  };
  await contact("ana", { first_name: "Ána", search_text: "ána souza ana@acme.example +5511911110001" });
  await contact("bia", { is_internal: true });
  const caio = await contact("caio", { is_internal: false });
  await api.app.opened.db
    .updateTable("conversations")
    .set({ unread_count: 2, is_returning: true })
    .where("id", "=", ids.caio)
    .execute();
  await addDeal(api, caio, memberId, { source: "fair", seq: 7, created_at: new Date(Date.UTC(2026, 0, 2)) });
  const other = (await api.call("POST", "/pipelines", { json: { name: "Other" } })).body.data;
  const elsewhere = { pipeline_id: other.id, stage_id: other.stages[0].id };
  await addDeal(api, caio, memberId, {
    source: "site",
    seq: 8,
    created_at: new Date(Date.UTC(2026, 0, 1)),
    ...elsewhere,
  });
  await addDeal(api, caio, memberId, { source: "lost", seq: 9, status: "lost", created_at: new Date() });
  await api.call("PATCH", `/conversations/${ids.dora}`, { json: { closed: true } });
});
afterAll(() => api.app.close());

const list = async (query: string): Promise<Answer["body"]> =>
  expectSuccess("listConversations", await api.call("GET", `/conversations${query}`));
const people = async (query: string): Promise<string[]> => {
  const { items } = await list(query);
  return items.map(({ id }: { id: string }) => Object.entries(ids).find(([, value]) => value === id)?.[0]);
};

describe("listing conversations", () => {
  it.each<[string, Person[]]>([
    ["", ["caio", "bia", "ana"]],
    ["?filter=all", ["caio", "bia", "ana"]],
    ["?filter=unread", ["caio"]],
    ["?filter=returned", ["caio"]],
    ["?filter=internal", ["bia"]],
    ["?filter=closed", ["dora"]],
    ["?sort=asc", ["ana", "bia", "caio"]],
    ["?search=%C3%81NA", ["ana"]],
    ["?search=ACME", ["ana"]],
    ["?search=%2811%29%2091111-0002", ["bia"]],
    ["?search=5511911110003", ["caio"]],
    ["?search=%25", []],
    ["?search=%20", ["caio", "bia", "ana"]],
    ["?search=nobody", []],
    ["?source=fair", ["caio"]],
    ["?source=site", []],
    ["?source=manual", []],
    ["?responsibleId=nobody", []],
    ["?channelIds=nothing", []],
    ["?unknown=1", ["caio", "bia", "ana"]],
    ["?search=%20ana%20", ["ana"]],
    ["?source=&responsibleId=&pipelineId=&stageId=", ["caio", "bia", "ana"]],
  ])("%j gives %j", async (query, expected) => {
    expect(await people(query)).toEqual(expected);
  });

  it("filters by the contact's active deal, which is the most recent open one", async () => {
    const { pipelineId, stageIds } = api.workspace;
    expect(await people(`?responsibleId=${memberId}&pipelineId=${pipelineId}&stageId=${stageIds[0]}`)).toEqual([
      "caio",
    ]);
    expect(await people(`?stageId=${stageIds[1]}`)).toEqual([]);
    expect((await list("?filter=unread")).items).toMatchObject([{ activeDealSeq: 7, responsibleUserId: memberId }]);
  });

  it("takes channels in every spelling of a list", async () => {
    const [first] = (await list("?sort=asc")).items;
    for (const query of [
      `channelIds=${first.channelId}&channelIds=${support}`,
      `channelIds=${first.channelId},${support}`,
      `channelIds[]=${first.channelId}`,
      `channelIds[0]=${first.channelId}`,
    ])
      expect(await people(`?${query}`)).toEqual(["caio", "bia", "ana"]);
    expect(await people(`?channelIds=${support}`)).toEqual([]);
    expect(await people(`?filter=closed&channelIds=${support}`)).toEqual(["dora"]);
  });

  it.each(["desc", "asc"])("pages (%s) hold every conversation once, in order", async (sort) => {
    const all = (await list(`?sort=${sort}`)).items.map(({ id }: { id: string }) => id);
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: Answer["body"] = await list(
        `?sort=${sort}&limit=1${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      seen.push(...page.items.map(({ id }: { id: string }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(all);
  });

  it.each(["filter=open", "sort=up", "source=moon", "limit=0", "limit=201", "search=%00"])(
    "refuses %s",
    async (query) => {
      const answer = await api.call("GET", `/conversations?${query}`);
      expect([answer.status, answer.body.code, fieldsOf(answer)]).toEqual([
        400,
        "VALIDATION_ERROR",
        [query.split("=")[0]],
      ]);
    },
  );

  it("refuses a cursor with another order, other filters or of another list", async () => {
    const { nextCursor } = await list("?limit=1");
    const cursor = encodeURIComponent(nextCursor);
    for (const path of [
      `/conversations?sort=asc&cursor=${cursor}`,
      `/conversations?filter=unread&cursor=${cursor}`,
      `/conversations/${ids.ana}/messages?cursor=${cursor}`,
      `/outbox?cursor=${cursor}`,
      "/conversations?cursor=abc",
    ]) {
      const answer = await api.call("GET", path);
      expect([path, answer.status, fieldsOf(answer)]).toEqual([path, 400, ["cursor"]]);
    }
  });

  it("of another workspace holds nothing of this one", async () => {
    const key = await (await api.app.workspace()).addKey();
    expect((await api.call("GET", "/conversations", { key })).body.data.items).toEqual([]);
    expect((await api.call("GET", "/outbox", { key })).body.data.items).toEqual([]);
    for (const [method, tail, json] of [
      ["GET", ""],
      ["GET", "/messages"],
      ["POST", "/read"],
      ["PATCH", "", { closed: true }],
    ] as const) {
      const answer = await api.call(method, `/conversations/${ids.ana}${tail}`, { key, ...(json && { json }) });
      expect([method, tail, answer.status]).toEqual([method, tail, 404]);
    }
  });

  it("of a member with the visibility `own` holds the contacts of own deals", async () => {
    const { key, memberId: own } = await addKey(api, { visibility: "own" });
    expect((await api.call("GET", "/conversations", { key })).body.data.items).toEqual([]);
    const { contactId } = (await list("?sort=asc")).items[0];
    await addDeal(api, contactId, own, { seq: 20 });
    const { items } = (await api.call("GET", "/conversations", { key })).body.data;
    expect(items).toMatchObject([{ id: ids.ana, activeDealSeq: 20, responsibleUserId: own }]);
    const kept = expectSuccess("listOutbox", await api.call("GET", "/outbox", { key })).items;
    expect(kept).toMatchObject([{ contactId, contactName: "Ána", to: phones.ana, source: null }]);
    const all = expectSuccess("listOutbox", await api.call("GET", "/outbox")).items;
    expect(all.filter(({ contactName }: Answer["body"]) => contactName === null)).toHaveLength(3);
  });
});

describe("a key of a conversation", () => {
  it.each(["nothing", "%2B5511900000000", "ig:123", "%00", "%F0%9F%98%80", "__proto__", "constructor"])(
    "%s is 404 when there is none",
    async (key) => {
      for (const tail of ["", "/messages"])
        expect((await api.call("GET", `/conversations/${key}${tail}`)).status).toBe(404);
    },
  );
});
