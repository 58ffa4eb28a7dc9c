import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { expectSuccess, fieldsOf, startTestApi, type TestApi } from "../../../app/testing/api.ts";
import { addContact, addDeal, addMember, type TestMember } from "../../../app/testing/deal-work.ts";

let api: TestApi;
let bia: TestMember;
beforeAll(async () => {
  api = await startTestApi();
  bia = await addMember(api);
});
afterAll(() => api.app.close());

let count = 0;
const newName = (): string => `Tag ${(count += 1)}`;
const create = async (name = newName(), color = "#00FF00") =>
  expectSuccess("createTag", await api.call("POST", "/tags", { json: { name, color } }));
const eventsOf = (dealId: string) =>
  api.app.opened.db
    .selectFrom("events")
    .where("deal_id", "=", dealId)
    .select(["type", "contact_id", "payload"])
    .orderBy("type")
    .execute();

describe("a tag", () => {
  test("is created, read, replaced and removed", async () => {
    const name = newName();
    const tag = await create(`  ${name} `, "#a1B2c3");
    expect(tag).toMatchObject({ name, color: "#a1B2c3" });
    expect(expectSuccess("getTag", await bia.call("GET", `/tags/${tag.id}`))).toEqual(tag);
    const json = { name: newName(), color: "#000000" };
    const replaced = expectSuccess("updateTag", await api.call("PATCH", `/tags/${tag.id}`, { json }));
    expect(replaced).toMatchObject({ id: tag.id, ...json, createdAt: tag.createdAt });
    expect(expectSuccess("listTags", await bia.call("GET", "/tags"))).toContainEqual(replaced);
    expectSuccess("deleteTag", await api.call("DELETE", `/tags/${tag.id}`));
    for (const method of ["GET", "DELETE"]) expect((await api.call(method, `/tags/${tag.id}`)).status).toBe(404);
    expect((await api.call("PATCH", `/tags/${tag.id}`, { json })).status).toBe(404);
  });

  it.each<[string, object, string[]]>([
    ["without a color", { name: "A" }, ["color"]],
    ["without a name", { color: "#000000" }, ["name"]],
    ["without anything", {}, ["color", "name"]],
    ["with a blank name", { name: "  ", color: "#000000" }, ["name"]],
    ["with a name that is too long", { name: "x".repeat(81), color: "#000000" }, ["name"]],
    ["with a color by name", { name: "A", color: "red" }, ["color"]],
    ["with a color and more", { name: "A", color: "#000000\n" }, ["color"]],
    ["with null", { name: null, color: "#000000" }, ["name"]],
    ["with NUL", { name: "A\0", color: "#000000" }, ["name"]],
  ])("%s is refused, new or not", async (_, json, fields) => {
    const { id } = await create();
    for (const answer of [
      await api.call("POST", "/tags", { json }),
      await api.call("PATCH", `/tags/${id}`, { json }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([400, "VALIDATION_ERROR"]);
      expect(fieldsOf(answer).toSorted()).toEqual(fields);
    }
  });

  it.each(["GET", "PATCH", "DELETE"])("that no database can hold is not there (%s)", async (method) => {
    const json = method === "PATCH" ? { name: newName(), color: "#000000" } : undefined;
    const answer = await api.call(method, `/tags/${encodeURIComponent("a\0b")}`, { json });
    expect([answer.status, answer.body.code]).toEqual([404, "NOT_FOUND"]);
  });

  test("has a name of its own", async () => {
    const [first, second] = [await create(), await create()];
    const json = { name: ` ${first.name} `, color: "#000000" };
    for (const answer of [
      await api.call("POST", "/tags", { json }),
      await api.call("PATCH", `/tags/${second.id}`, { json }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([409, "CONFLICT"]);
    }
    // Its own name is not taken, and another workspace's neither.
    expectSuccess("updateTag", await api.call("PATCH", `/tags/${first.id}`, { json }));
    const key = await (await api.app.workspace()).addKey();
    expectSuccess("createTag", await api.call("POST", "/tags", { json, key }));
    expect((await api.call("PATCH", `/tags/${second.id}`, { json, key })).status).toBe(404);
  });

  test.each([
    ["in capitals", (name: string) => `Fé ${name}`, (name: string) => `FÉ ${name.toUpperCase()}`],
    ["with its accents apart", (name: string) => `Fé ${name}`, (name: string) => `fe\u0301 ${name}`],
  ])("has a name that no other tag has %s", async (_, written, again) => {
    const name = newName();
    const json = { name: written(name), color: "#000000" };
    const first = expectSuccess("createTag", await api.call("POST", "/tags", { json }));
    const other = await create();
    for (const [method, path] of [
      ["POST", "/tags"],
      ["PATCH", `/tags/${other.id}`],
    ] as const) {
      const { status, body } = await api.call(method, path, { json: { ...json, name: again(name) } });
      expect([status, body.code, body.details]).toEqual([409, "CONFLICT", `existing tag: id ${first.id}`]);
    }
    // Without its accent it is another word, and a tag may write its own name another way.
    expect((await api.call("POST", "/tags", { json: { ...json, name: `fe ${name}` } })).status).toBe(201);
    const capital = { ...json, name: again(name) };
    expectSuccess("updateTag", await api.call("PATCH", `/tags/${first.id}`, { json: capital }));
  });

  test("keeps its name when two ask for it at once", async () => {
    const json = { name: newName(), color: "#000000" };
    const answers = await Promise.all(Array.from({ length: 5 }, () => api.call("POST", "/tags", { json })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
    const others = [await create(), await create(), await create()];
    const wanted = { name: newName(), color: "#000000" };
    const replaced = await Promise.all(others.map(({ id }) => api.call("PATCH", `/tags/${id}`, { json: wanted })));
    expect(replaced.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });
});

describe("a tag of a deal", () => {
  test("is added once, and told once", async () => {
    const tag = await create();
    const contactId = await addContact(api);
    const deal = await addDeal(api, bia, contactId);
    const add = () => bia.call("POST", `/deals/${deal.seq}/tags`, { json: { tagId: tag.id } });
    expect(expectSuccess("addDealTag", await add())).toEqual(tag);
    expect(expectSuccess("addDealTag", await add())).toEqual(tag);
    const list = expectSuccess("listDealActivities", await bia.call("GET", `/deals/${deal.seq}/activities`));
    expect(list.items).toMatchObject([{ type: "TAG_ADDED", metadata: { tagId: tag.id, tagName: tag.name } }]);
    expect(await eventsOf(deal.id)).toMatchObject([
      { type: "tag_added", contact_id: contactId, payload: { tagId: tag.id, tagName: tag.name } },
    ]);
  });

  test("added many times at once is added once", async () => {
    const tag = await create();
    const deal = await addDeal(api, bia);
    const json = { tagId: tag.id };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => bia.call("POST", `/deals/${deal.seq}/tags`, { json })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await eventsOf(deal.id)).toHaveLength(1);
  });

  test("is taken off once", async () => {
    const tag = await create();
    const deal = await addDeal(api, bia);
    const path = `/deals/${deal.seq}/tags`;
    await bia.call("POST", path, { json: { tagId: tag.id } });
    expectSuccess("removeDealTag", await bia.call("DELETE", `${path}/${tag.id}`));
    expect((await bia.call("DELETE", `${path}/${tag.id}`)).status).toBe(404);
    expect((await eventsOf(deal.id)).map(({ type }) => type)).toEqual(["tag_added", "tag_removed"]);
  });

  test("must be a tag of the workspace", async () => {
    const deal = await addDeal(api, bia);
    const foreign = (await api.app.workspace()).tagId;
    for (const tagId of [foreign, "__proto__", "\0", "", null, undefined]) {
      const answer = await bia.call("POST", `/deals/${deal.seq}/tags`, { json: { tagId } });
      expect([answer.status, fieldsOf(answer)]).toEqual([400, ["tagId"]]);
    }
    expect((await bia.call("DELETE", `/deals/${deal.seq}/tags/${foreign}`)).status).toBe(404);
    expect((await bia.call("DELETE", `/deals/${deal.seq}/tags/%00`)).status).toBe(404);
    expect(await eventsOf(deal.id)).toEqual([]);
  });

  test("of a deal that the member does not see is not there", async () => {
    const deal = await addDeal(api, bia);
    const caio = await addMember(api, { visibility: "own" });
    const json = { tagId: api.workspace.tagId };
    expect((await caio.call("POST", `/deals/${deal.seq}/tags`, { json })).status).toBe(404);
    expect((await caio.call("POST", "/deals/99999/tags", { json })).status).toBe(404);
    expect((await caio.call("DELETE", `/deals/${deal.seq}/tags/${json.tagId}`)).status).toBe(404);
  });
});
