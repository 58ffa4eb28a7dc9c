import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { DEFAULT_RETENTION, removeExpired } from "../../runs/store/cleanup.ts";
import { expectSuccess, fieldsOf, startTestApi, type TestApi } from "../../app/testing/api.ts";
import { addDeal, addMember, type TestMember } from "../../app/testing/deal-work.ts";
import type { Answer } from "../../app/testing/test-app.ts";

let api: TestApi;
let bia: TestMember;
let deal: { id: string; seq: number };

/** A deal's history: a note and a task of Bia's, a tag of an automation's, and a message that nobody sent. */
beforeAll(async () => {
  api = await startTestApi();
  bia = await addMember(api, { name: "Bia" });
  deal = await addDeal(api, bia);
  const automation = await api.create({ name: "Welcome" });
  const told = [
    { type: "NOTE_CREATED", actor_type: "api_key", actor_user_id: bia.id, actor_api_key_id: "key" },
    { type: "TASK_CREATED", actor_type: "user", actor_user_id: bia.id },
    { type: "TAG_ADDED", actor_type: "automation", actor_automation_id: automation.id },
    { type: "MESSAGE_RECEIVED", actor_type: "system" },
  ];
  for (const [index, activity] of told.entries()) {
    await api.app.opened.db
      .insertInto("activities")
      .values({
        actor_user_id: null,
        actor_automation_id: null,
        actor_api_key_id: null,
        ...activity,
        workspace_id: api.workspace.id,
        id: randomUUID(),
        deal_id: deal.id,
        field: null,
        changes: null,
        metadata: JSON.stringify({ index }),
        occurred_at: new Date(Date.UTC(2030, 0, 1 + index)),
      })
      .execute();
  }
});
afterAll(() => api.app.close());

const read = async (query = ""): Promise<Answer["body"]> =>
  expectSuccess("listDealActivities", await bia.call("GET", `/deals/${deal.seq}/activities${query}`));
const types = ({ items }: Answer["body"]): string[] => items.map(({ type }: { type: string }) => type);

const ALL = ["MESSAGE_RECEIVED", "TAG_ADDED", "TASK_CREATED", "NOTE_CREATED"];

describe("a deal's history", () => {
  test("names who did what, newest first", async () => {
    const { items } = await read();
    expect(types({ items })).toEqual(ALL);
    const nobody = {
      userId: null,
      userName: null,
      userAvatarUrl: null,
      automationId: null,
      automationName: null,
      copilotActionId: null,
      apiKeyId: null,
    };
    expect(items.map(({ actor }: { actor: object }) => actor)).toEqual([
      { ...nobody, actorType: "system" },
      { ...nobody, actorType: "automation", automationId: expect.any(String), automationName: "Welcome" },
      { ...nobody, actorType: "user", userId: bia.id, userName: "Bia" },
      { ...nobody, actorType: "api_key", userId: bia.id, userName: "Bia", apiKeyId: "key" },
    ]);
    expect(items[3]).toMatchObject({ dealId: deal.id, field: null, changes: null, metadata: { index: 0 } });
  });

  it.each<[string, () => string, string[]]>([
    ["a type", () => "?type=TAG_ADDED", ["TAG_ADDED"]],
    ["several types", () => "?type=TAG_ADDED&type=NOTE_CREATED", ["TAG_ADDED", "NOTE_CREATED"]],
    ["types with commas", () => "?type=TAG_ADDED,NOTE_CREATED", ["TAG_ADDED", "NOTE_CREATED"]],
    ["a kind of actor", () => "?actorType=automation,system", ["MESSAGE_RECEIVED", "TAG_ADDED"]],
    ["a member", () => `?actorUserId=${bia.id}`, ["TASK_CREATED", "NOTE_CREATED"]],
    ["all of them together", () => `?actorUserId=${bia.id}&actorType=user&type=TASK_CREATED`, ["TASK_CREATED"]],
    ["a type that never happened", () => "?type=DEAL_WON", []],
    ["a known and an unknown type", () => "?type=TAG_ADDED,PARTY", ["TAG_ADDED"]],
    ["an unknown type", () => "?type=PARTY", ALL],
    ["an unknown kind of actor", () => "?actorType=ghost", ALL],
    ["an unknown member", () => "?actorUserId=nobody", ALL],
    ["nothing at all", () => "?type=&actorType=&actorUserId=", ALL],
    ["something that nobody knows", () => "?party=true", ALL],
  ])("filtered by %s", async (_, query, expected) => {
    expect(types(await read(query()))).toEqual(expected);
  });

  test("comes page by page, with the same filters", async () => {
    const first = await read("?limit=3");
    const cursor = encodeURIComponent(first.nextCursor);
    const second = await read(`?limit=3&cursor=${cursor}`);
    expect([...types(first), ...types(second)]).toEqual(ALL);
    expect([first.hasMore, second.hasMore, second.nextCursor]).toEqual([true, false, null]);
    // The order of what is asked for means nothing.
    const tagged = await read("?limit=1&type=TAG_ADDED,NOTE_CREATED");
    const again = `cursor=${encodeURIComponent(tagged.nextCursor)}`;
    expect(types(await read(`?limit=1&type=NOTE_CREATED,TAG_ADDED,NOTE_CREATED&${again}`))).toEqual(["NOTE_CREATED"]);
    // An unknown value filters nothing, so the list is still the same one.
    expect(types(await read(`?limit=3&type=PARTY&cursor=${cursor}`))).toEqual(["NOTE_CREATED"]);
    const other = await bia.call("GET", `/deals/${deal.seq}/activities?type=TAG_ADDED&cursor=${cursor}`);
    expect([other.status, fieldsOf(other)]).toEqual([400, ["cursor"]]);
  });

  test("gives what happened at one instant once, wherever a page ends", async () => {
    const { id, seq } = await addDeal(api, bia);
    const line = { workspace_id: api.workspace.id, deal_id: id, type: "NOTE_CREATED", actor_type: "system" };
    const at = { field: null, changes: null, metadata: null, occurred_at: new Date(Date.UTC(2030, 0)) };
    const nobody = { actor_user_id: null, actor_automation_id: null, actor_api_key_id: null };
    const ids = ["a", "b", "c"].map((name) => `${id}-${name}`);
    for (const own of [ids[1], ids[2], ids[0]] as string[]) {
      const row = { ...line, ...at, ...nobody, id: own };
      await api.app.opened.db.insertInto("activities").values(row).execute();
    }
    const seen: string[] = [];
    for (let next: string | null = ""; next !== null;) {
      const query: string = `?type=NOTE_CREATED&limit=1${next === "" ? "" : `&cursor=${encodeURIComponent(next)}`}`;
      const page = expectSuccess("listDealActivities", await bia.call("GET", `/deals/${seq}/activities${query}`));
      seen.push(...page.items.map((item: { id: string }) => item.id));
      next = page.nextCursor;
    }
    expect(seen).toEqual(ids.toReversed());
  });

  test("is there for those who see the deal", async () => {
    const caio = await addMember(api, { visibility: "own" });
    const key = await (await api.app.workspace()).addKey();
    expect((await caio.call("GET", `/deals/${deal.seq}/activities`)).status).toBe(404);
    expect((await api.call("GET", `/deals/${deal.seq}/activities`, { key })).status).toBe(404);
    expect((await bia.call("GET", "/deals/999999/activities")).status).toBe(404);
    expect((await bia.call("GET", "/deals/0/activities")).status).toBe(400);
  });
});

/** As JSON, `{"from":null,"to":{"answers":"…"}}` takes so many bytes beside the text. */
const AROUND = JSON.stringify({ from: null, to: { answers: "" } }).length;
/** Characters of two bytes. */
const ofBytes = (bytes: number): string => "é".repeat((bytes - AROUND) / 2) + "x".repeat((bytes - AROUND) % 2);

/** A change of so many bytes, so many days later. */
const lineOf = async (answers: string, days: number) => {
  const { db } = api.app.opened;
  const { id, seq } = await addDeal(api, bia);
  const json = { metadata: { answers } };
  expect((await api.call("PATCH", `/deals/${seq}`, { json })).status).toBe(200);
  const happened = new Date(Date.now() - days * 24 * 60 * 60 * 1000);
  await db.updateTable("activities").set({ occurred_at: happened }).where("deal_id", "=", id).execute();
  await removeExpired(db, { ...DEFAULT_RETENTION, sweeps: false }, Date.now());
  // Checked against the schema of its operation.
  const { items } = expectSuccess("listDealActivities", await bia.call("GET", `/deals/${seq}/activities`));
  return items.find(({ field }: Answer["body"]) => field === "metadata");
};

describe("what a line of the history changed", () => {
  test.each([
    ["large", 4097, 366],
    ["very large", 40_000, 366],
  ])(
    "goes where it is %s (%i bytes) and %i days old; the line stays, with the field that changed",
    async (_, bytes, days) => {
      expect(await lineOf(ofBytes(bytes), days)).toMatchObject({ type: "DEAL_UPDATED", changes: null });
    },
  );

  test.each([
    ["large", 4097, 364],
    ["as large as small ones may be", 4096, 366],
    ["small", 100, 366],
  ])("stays where it is %s (%i bytes) and %i days old", async (_, bytes, days) => {
    const answers = ofBytes(bytes);
    expect((await lineOf(answers, days)).changes).toEqual({ from: null, to: { answers } });
  });
});
