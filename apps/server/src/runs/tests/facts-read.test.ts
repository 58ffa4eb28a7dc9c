import { readField } from "@trilho/engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createStore } from "../../app/store.ts";
import { type DealApi, startDealApi } from "../../app/testing/deal-api.ts";
import { fail } from "../../testing/open-test-store.ts";
import { factsAt } from "../facts.ts";

let api: DealApi;
let dealId: string;
beforeAll(async () => {
  api = await startDealApi();
  const customFields = { note: "Flat roof" };
  ({ id: dealId } = await api.make({ name: "Roof", value: 10, phone: "+5511900001111", customFields }));
});
afterAll(() => api.app.close());

/** What a run about a deal reads of a field, with how many statements that takes, and what stands in all its facts. */
async function read(field: string, about: string | null = dealId, event = {}) {
  const { opened } = api.app;
  let statements = 0;
  const db = opened.db.withPlugin({
    transformQuery: ({ node }) => ((statements += 1), node),
    transformResult: async ({ result }) => result,
  });
  const store = createStore(db, opened.serverSecret, fail);
  const workspace = { timeZone: "UTC", locale: "en" };
  const run = { workspaceId: api.workspace.id, dealId: about, contactId: null, event, workspace };
  const at = Date.now();
  const value = await factsAt(run, at).use(store, (facts) => readField(facts, field));
  const taken = statements;
  return { value, statements: taken, inAll: readField(await factsAt(run, at).read(store), field) };
}

describe("what a condition asks of its deal", () => {
  it.each(["id", "seq", "name", "value", "stageId", "status", "daysInStage", "updatedAt", "tracking", "lostReason"])(
    "is its row's, and takes one statement, for deal.%s",
    async (key) => {
      const { value, statements, inAll } = await read(`deal.${key}`);
      expect([value, statements]).toEqual([inAll, 1]);
    },
  );

  it.each([
    "deal.customFields.note",
    "deal.tagIds",
    "deal.stage.name",
    "deal.unknown",
    "contact.phone",
    "company.name",
  ])("is the same as in all facts for %s", async (field) => {
    const { value, inAll } = await read(field);
    expect(value).toEqual(inAll);
  });

  it("is nothing where the deal is gone, or there was none", async () => {
    expect([(await read("deal.value", "gone")).value, (await read("deal.value", null)).value]).toEqual([null, null]);
  });

  it("is what the event brought where that is of the deal", async () => {
    expect(await read("deal.value", dealId, { deal: { value: 7 } })).toEqual({ value: 7, statements: 0, inAll: 7 });
  });
});
