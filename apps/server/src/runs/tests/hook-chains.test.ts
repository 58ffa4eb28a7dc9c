import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addAutomation } from "../../app/testing/triggers.ts";
import { webhookGraph } from "../../app/testing/graphs.ts";
import { startWorld, type World } from "../testing/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

interface Called {
  id: string;
  url: string;
}

async function addCalled(triggerConfig: object = {}): Promise<Called> {
  const { id, triggerConfig: stored } = await addAutomation(world, { triggerType: "incoming_webhook", triggerConfig });
  return { id, url: `${world.app.url}/hooks/automations/${stored.hookToken}` };
}

/** Lets an automation that is called call another one. */
const join = ({ id }: Called, { url }: Called) =>
  world.call("PUT", `/automations/${id}`, {
    json: { name: "Calls on", triggerType: "incoming_webhook", graphDefinition: webhookGraph({ url }) },
  });

async function call({ url }: Called, mark?: string, body: object = {}): Promise<void> {
  const headers = { "content-type": "application/json", ...(mark !== undefined && { "x-service-chain": mark }) };
  expect((await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })).status).toBe(202);
  await world.work();
}

const runsOf = (called: Called[]) =>
  world.app.opened.db
    .selectFrom("runs")
    .select(["automation_id", "trigger_depth", "status", "chain_id", "last_error"])
    .where(
      "automation_id",
      "in",
      called.map(({ id }) => id),
    )
    .orderBy("trigger_depth")
    .execute();

describe("calls by webhooks of this service", () => {
  it("end after ten in a row, with a refusal that is kept", async () => {
    const [one, other] = [await addCalled(), await addCalled()];
    await join(one, other);
    await join(other, one);
    await call(one);
    const runs = await runsOf([one, other]);
    expect(runs.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => "completed"), "skipped"]);
    expect(runs.map(({ trigger_depth: depth }) => depth)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(runs.map(({ automation_id: id }) => id === one.id)).toEqual(runs.map((_, index) => index % 2 === 0));
    expect(new Set(runs.map(({ chain_id: chain }) => chain)).size).toBe(1);
    expect(runs.at(-1)?.last_error).toContain("10 times in a row");
  });

  it("hand their chain on to the deals that they make", async () => {
    const called = await addCalled({ phonePath: "phone" });
    const made = await addAutomation(world, { triggerType: "deal_created" });
    const { triggers } = world.app.opened.store;
    await call(called, triggers.markOf({ id: "a chain", depth: 3 }), { phone: "+5511900001234" });
    const runs = await runsOf([called, { id: made.id, url: "" }]);
    expect(runs).toMatchObject([
      { trigger_depth: 4, chain_id: "a chain" },
      { trigger_depth: 4, chain_id: "a chain" },
    ]);
  });

  it.each(["", "of somebody else", "a".repeat(4000), "AAAA_-".repeat(20)])(
    "are known by what this service made alone, not %j",
    async (mark) => {
      const called = await addCalled();
      await call(called, mark);
      expect(await runsOf([called])).toMatchObject([{ trigger_depth: 0 }]);
    },
  );
});
