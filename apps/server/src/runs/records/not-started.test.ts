import type { NotStarted } from "@trilho/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectSuccess } from "../../app/testing/api.ts";
import { addDeal } from "../testing/acting.ts";
import { chain } from "../testing/graphs.ts";
import { startWorld, type World } from "../testing/world.ts";

let world: World;
let deal: { id: string; seq: number };

const make = async (name: string, change: object): Promise<void> => {
  const json = { name, enabled: true, triggerType: "deal_created", graphDefinition: chain(), ...change };
  expect((await world.call("POST", "/automations", { json })).status).toBe(201);
};

/** A deal of 1,500 in the first stage, created while these automations listened. */
beforeAll(async () => {
  world = await startWorld();
  const { pipelineId, stageIds } = world.workspace;
  await make("Starts", {});
  await make("Off", { enabled: false });
  await make("Elsewhere", { scope: "stage", pipelineId, stageId: stageIds[1] });
  await make("Large only", {
    conditions: { combinator: "and", rules: [{ field: "deal.value", operator: ">=", value: 9000 }] },
  });
  await make("Other event", { triggerType: "deal_won" });
  await make("Once", { triggerType: "deal_updated", triggerConfig: { entry: { again: "once" } } });
  deal = await addDeal(world);
  await world.work();
  await make("Later", {});
});
afterAll(() => world.close());

const read = async (query = ""): Promise<NotStarted[]> =>
  expectSuccess("listDealNotStarted", await world.call("GET", `/deals/${deal.seq}/not-started${query}`)).items;

describe("what did not start from what happened to a deal", () => {
  it("is told with every reason, the value seen and the one asked for; what started or came later is not", async () => {
    const items = (await read()).filter(({ event }) => event.type === "deal_created");
    const told = Object.fromEntries(items.map(({ automation, reasons }) => [automation.name, reasons]));
    expect(Object.keys(told).toSorted()).toEqual(["Elsewhere", "Large only", "Off"]);
    expect(told["Off"]).toEqual([{ code: "switched-off", params: {}, asOfNow: true }]);
    expect(told["Elsewhere"]).toMatchObject([
      { code: "out-of-scope", params: { field: "stageId", asked: world.workspace.stageIds[1] } },
    ]);
    expect(told["Large only"]).toMatchObject([
      { code: "conditions", asOfNow: true, params: { rules: [{ field: "deal.value", actual: 1500, expected: 9000 }] } },
    ]);
  });

  it("tells what would start today, for somebody changed it since", async () => {
    await world.call("PATCH", `/deals/${deal.seq}`, { json: { value: 20_000 } });
    const large = (await read()).find(({ automation }) => automation.name === "Large only");
    expect(large).toMatchObject({ reasons: [], changedSince: false });
  });

  it("tells why the deal was not to enter, though all else was right", async () => {
    for (const value of [30_000, 40_000]) {
      await world.call("PATCH", `/deals/${deal.seq}`, { json: { value } });
      await world.work();
    }
    const once = (await read()).filter(({ automation }) => automation.name === "Once");
    const reason = { code: "entered-before", params: { seen: expect.any(String) }, asOfNow: false };
    expect(once.map(({ reasons }) => reasons)).toEqual([[reason], [reason]]);
  });

  it("comes in pages of events", async () => {
    const pages: NotStarted[] = [];
    let query = "?limit=1";
    for (;;) {
      const answer = await world.call("GET", `/deals/${deal.seq}/not-started${query}`);
      const { items, hasMore, nextCursor } = expectSuccess("listDealNotStarted", answer);
      pages.push(...items);
      if (!hasMore) break;
      query = `?limit=1&cursor=${encodeURIComponent(nextCursor)}`;
    }
    expect(pages).toEqual(await read());
  });

  it("is nothing for a deal that is not there, and refused to who may not see automations", async () => {
    expect((await world.call("GET", "/deals/99999/not-started")).status).toBe(404);
    const key = await world.workspace.addKey({ role: "member", deny: ["automations.view"] });
    expect((await world.call("GET", `/deals/${deal.seq}/not-started`, { key })).status).toBe(403);
  });
});
