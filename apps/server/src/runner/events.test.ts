import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDispatcher } from "../domain/runs/dispatcher.ts";
import { openRaceRuns, type RaceRuns } from "../testing/race-runs.ts";
import { chain, tag } from "./testing/graphs.ts";

let runs: RaceRuns;
beforeAll(async () => {
  runs = await openRaceRuns();
});
afterAll(() => runs.close());

const eventOf = (rows: { workspaceId: string; dealId: string }, type: string) => ({
  workspace_id: rows.workspaceId,
  id: randomUUID(),
  type,
  deal_id: rows.dealId,
  contact_id: null,
  payload: "{}",
  chain_id: null,
  depth: 0,
});

describe("events", () => {
  it("start each automation once, however many dispatch them at once", async () => {
    const rows = await runs.automation(chain({ type: "end" }));
    const events = Array.from({ length: 50 }, () => eventOf(rows, "deal_created"));
    await runs.db.insertInto("events").values(events).execute();
    const dispatcher = createDispatcher(runs.store);
    const drain = async (): Promise<void> => {
      while ((await dispatcher.dispatch()) > 0);
    };
    // Who finds all of them in other hands looks again.
    await Promise.all([drain(), drain(), drain()]);
    await drain();
    const started = await runs.db
      .selectFrom("runs")
      .select("event_id")
      .where("automation_id", "=", rows.automationId)
      .execute();
    expect(started.map(({ event_id }) => event_id).toSorted()).toEqual(events.map(({ id }) => id).toSorted());
    runs.jobs.length = 0;
  });

  it("that automations cause end after ten in a row, with a refusal that is kept", async () => {
    const endless = chain(tag("remove_tag"), tag("add_tag"));
    const rows = await runs.automation(endless, "tag_added");
    await runs.db.insertInto("events").values(eventOf(rows, "tag_added")).execute();
    const dispatcher = createDispatcher(runs.store);
    while ((await dispatcher.dispatch()) > 0) await runs.settle();
    const chained = await runs.db
      .selectFrom("runs")
      .select(["trigger_depth", "status", "last_error", "chain_id"])
      .where("automation_id", "=", rows.automationId)
      .orderBy("trigger_depth")
      .execute();
    expect(chained.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => "completed"), "skipped"]);
    expect(chained.at(-1)).toMatchObject({
      trigger_depth: 10,
      last_error: expect.stringContaining("10 times in a row"),
    });
    expect(new Set(chained.map(({ chain_id }) => chain_id)).size).toBe(1);
  });

  it("of a workspace with 10,000 of them do not make another one's wait", async () => {
    const [many, one] = [await runs.automation(chain({ type: "end" })), await runs.automation(chain({ type: "end" }))];
    for (let batch = 0; batch < 10; batch += 1) {
      const events = Array.from({ length: 1000 }, () => eventOf(many, "deal_created"));
      await runs.db.insertInto("events").values(events).execute();
    }
    await runs.db.insertInto("events").values(eventOf(one, "deal_created")).execute();
    await createDispatcher(runs.store).dispatch();
    const startedOf = async ({ automationId }: { automationId: string }): Promise<number> =>
      (await runs.db.selectFrom("runs").select("id").where("automation_id", "=", automationId).execute()).length;
    expect(await startedOf(one)).toBe(1);
    expect(runs.jobs.length).toBeLessThan(100);
    runs.jobs.length = 0;
    await runs.db.deleteFrom("events").where("workspace_id", "=", many.workspaceId).execute();
  });
});
