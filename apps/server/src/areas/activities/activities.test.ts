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
    // An unknown value filters nothing, so the list is still the same one.
    expect(types(await read(`?limit=3&type=PARTY&cursor=${cursor}`))).toEqual(["NOTE_CREATED"]);
    const other = await bia.call("GET", `/deals/${deal.seq}/activities?type=TAG_ADDED&cursor=${cursor}`);
    expect([other.status, fieldsOf(other)]).toEqual([400, ["cursor"]]);
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

test("large values in a history go after 365 days; its lines stay, with the field that changed", async () => {
  const DAY_MS = 24 * 60 * 60 * 1000;
  const other = await addDeal(api, bia);
  const change = async (json: object) =>
    expect((await api.call("PATCH", `/deals/${other.seq}`, { json })).status).toBe(200);
  // A character of two bytes.
  await change({ metadata: { answers: "é".repeat(2100) } });
  await change({ metadata: { answers: "short" } });
  await change({ name: "Solar roof" });
  const details = async (): Promise<[string, string]> => {
    const { items } = expectSuccess("listDealActivities", await bia.call("GET", `/deals/${other.seq}/activities`));
    return items.map(({ type, field, changes, metadata }: Answer["body"]) => [
      `${type} ${field}`,
      [...Object.keys(changes ?? {}), ...Object.keys(metadata ?? {})].join(),
    ]);
  };
  const removeAfter = (days: number) =>
    removeExpired(api.app.opened.db, { ...DEFAULT_RETENTION, sweeps: false }, Date.now() + days * DAY_MS);
  const all = [
    ["DEAL_UPDATED name", "from,to"],
    ["DEAL_UPDATED metadata", "from,to"],
    ["DEAL_UPDATED metadata", "from,to"],
  ];
  await removeAfter(364.9);
  expect(await details()).toEqual(all);
  await removeAfter(365.1);
  expect(await details()).toEqual(all.with(1, ["DEAL_UPDATED metadata", ""]).with(2, ["DEAL_UPDATED metadata", ""]));
});
