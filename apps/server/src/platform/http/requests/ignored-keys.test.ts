import { FEATURES, ROUTES, type Route } from "@trilho/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDealApi, type DealApi } from "../../../app/testing/deal-api.ts";
import { createIgnoredKeys } from "./ignored-keys.ts";

let api: DealApi;
beforeAll(async () => {
  api = await startDealApi([...FEATURES]);
});
afterAll(() => api.app.close());

const STEPS = [{ dayNumber: 1, channel: "research" }];
const cadence = (change: object = {}) => ({
  name: "Warm up",
  pipelineId: api.workspace.pipelineId,
  steps: STEPS,
  ...change,
});

const list = (items?: object) => ({ body: { properties: { list: { type: "array", ...(items && { items }) } } } });

const say = (keys: string) => `Esta operação não conhece ${keys}, que `;

describe("what a request says and the operation does not know", () => {
  it.each(Object.entries<Route>(ROUTES).filter(([, { body }]) => body !== undefined))(
    "is found in every body: %s",
    (_, route) => {
      expect(createIgnoredKeys(route)({ notKnownHere: 1 }, {})).toEqual(["notKnownHere"]);
    },
  );

  it.each(Object.entries<Route>(ROUTES))("is found in every query: %s", (_, route) => {
    expect(createIgnoredKeys(route)({}, { "notKnownHere[a]": "1", "notKnownHere[b]": "1" })).toEqual(["notKnownHere"]);
  });

  it("is named by its path, and free objects have nothing unknown", () => {
    const body = { company: { name: "A", size: 3 }, customFields: { any: 1 }, metadata: { any: { deep: 1 } } };
    expect(createIgnoredKeys(ROUTES.createDeal)(body, {})).toEqual(["company.size"]);
    expect(createIgnoredKeys(ROUTES.createCadence)({ steps: [{}, { day: 1 }] }, {})).toEqual(["steps[1].day"]);
  });

  it("is looked for in lists whose items are described alone", () => {
    const body = { list: [{ a: 1 }] };
    expect(createIgnoredKeys(list() as unknown as Route)(body, {})).toEqual([]);
    expect(createIgnoredKeys(list({ properties: {} }) as unknown as Route)(body, {})).toEqual(["list[0].a"]);
  });

  it("is named twenty times at most, and then no more", () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`k${index}`, 1]));
    expect(createIgnoredKeys(ROUTES.createDeal)(many, {})).toEqual(Object.keys(many).slice(0, 20));
    expect(createIgnoredKeys(ROUTES.listDeals)({}, many)).toEqual(Object.keys(many).slice(0, 20));
  });

  it("is told in the answer, in the language of the workspace", async () => {
    const { body } = await api.call("POST", "/deals", { json: { name: "A", pipelineId: "x", ownerId: "y" } });
    expect(body.message).toBe(`${say("pipelineId, ownerId")}foram ignorados.`);
    const patched = await api.call("PATCH", `/deals/${body.data.seq}`, { json: { status: "won" } });
    expect([patched.status, patched.body.data.status]).toEqual([200, "open"]);
    expect(patched.body.message).toBe(`${say("status")}foi ignorado.`);
    const listed = await api.call("GET", "/deals?stage=x");
    expect(listed.body.message).toBe(`${say("stage")}foi ignorado.`);
    await api.app.opened.db.updateTable("workspaces").set({ locale: "en-US" }).execute();
    const key = await api.workspace.addKey();
    const english = await api.call("POST", "/deals", { json: { name: "A", pipelineId: "x" }, key });
    const message = "This operation does not know pipelineId, which was ignored.";
    expect(english.body).toMatchObject({ message, warnings: [{ code: "ignored", message, fields: ["pipelineId"] }] });
    await api.app.opened.db.updateTable("workspaces").set({ locale: "pt-BR" }).execute();
  });

  it("is nothing where all is known", async () => {
    const { body } = await api.call("POST", "/deals", { json: { name: "A", notes: "x" } });
    expect(body.message).toBeNull();
  });

  it("is told again when the request is repeated under its key", async () => {
    const send = { json: { name: "A", pipelineId: "x" }, headers: { "idempotency-key": "ignored" } };
    const first = await api.call("POST", "/deals", send);
    const again = await api.call("POST", "/deals", send);
    expect(first.body.message).toContain("pipelineId");
    expect(again.body).toEqual(first.body);
  });
});

describe("a cadence that is created with isActive", () => {
  it.each([
    [{ isActive: false }, false],
    [{ active: false }, false],
    [{ isActive: true }, true],
    [{}, true],
  ])("%j is %s", async (change, active) => {
    const { body } = await api.call("POST", "/cadences", { json: cadence(change) });
    expect([body.data.active, body.message]).toEqual([active, null]);
  });

  it("and another active is refused", async () => {
    const { status, body } = await api.call("POST", "/cadences", { json: cadence({ isActive: true, active: false }) });
    expect([status, body.fieldErrors[0].field]).toEqual([400, "isActive"]);
  });
});

describe("a deal that is created with tagIds", () => {
  it("has these tags, and its history and events say so", async () => {
    const deal = await api.make({ name: "Tagged", tagIds: [api.workspace.tagId, api.workspace.tagId] });
    expect((await api.get(deal.seq)).tags).toMatchObject([{ id: api.workspace.tagId }]);
    expect((await api.activities(deal.id)).map(({ type }) => type)).toEqual(["DEAL_CREATED", "TAG_ADDED"]);
    expect((await api.events(deal.id)).map(({ type }) => type)).toContain("tag_added");
  });

  it("is not made when one is unknown, and neither is its contact", async () => {
    const json = { phone: "+5511977776666", tagIds: [api.workspace.tagId, "nobody's"] };
    for (const init of [{ json }, { json, headers: { "idempotency-key": "unknown-tag" } }]) {
      const { status, body } = await api.call("POST", "/deals", init);
      expect([status, body.fieldErrors[0].field]).toEqual([400, "tagIds[1]"]);
    }
    expect((await api.call("GET", "/contacts?search=977776666")).body.data.items).toEqual([]);
  });
});
