import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runsOf } from "../../../app/testing/triggers.ts";
import { DAY, HOUR, startTriggerClockApi, type TriggerClockApi } from "../../testing/trigger-clock-api.ts";

let api: TriggerClockApi;
beforeAll(async () => {
  api = await startTriggerClockApi();
});
afterAll(() => api.app.close());

/** Open deals in the second stage, beside those that are there. */
async function addDeals(count: number): Promise<void> {
  const { db } = api.app.opened;
  const made = await api.make({ name: "Pattern", stageId: api.workspace.stageIds[1] });
  const pattern = await db.selectFrom("deals").selectAll().where("id", "=", made.id).executeTakeFirstOrThrow();
  const copies = Array.from({ length: count }, (_, index) => ({
    ...pattern,
    custom_fields: "{}",
    metadata: null,
    tracking: null,
    id: `${made.id}-${index}`,
    seq: made.seq * 100_000 + index,
    contact_id: null,
  }));
  await db.insertInto("deals").values(copies).execute();
}

const dispatched = () => api.app.opened.db.updateTable("events").set({ dispatched_at: new Date() }).execute();
const pending = async (): Promise<number> => {
  const { count } = await api.app.opened.db
    .selectFrom("events")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("type", "=", "schedule")
    .where("dispatched_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
};
/** Deals that a schedule fired for. */
const swept = async (id: string): Promise<number> => {
  const { count } = await api.app.opened.db
    .selectFrom("events")
    .select((eb) => eb.fn.count<string>("deal_id").distinct().as("count"))
    .where("id", "like", `time_${id}_%`)
    .executeTakeFirstOrThrow();
  return Number(count);
};
const forEachDeal = { cron: "0 9 * * *", forEachDeal: true };
const inSecond = () => ({ scope: "stage", stageId: api.workspace.stageIds[1] });

describe("a schedule", () => {
  const NINE = Date.parse("2030-03-04T12:00:00Z");

  it("fires once at each of its times, in the workspace's time zone", async () => {
    const { id } = await api.schedule({ cron: "0 9 * * *" });
    await api.look(NINE - HOUR);
    expect(await runsOf(api, id)).toEqual([]);
    await Promise.all([1, 2, 3, 4].map(() => api.look(NINE + 1000)));
    await api.look(NINE + HOUR);
    expect(await runsOf(api, id)).toMatchObject([
      { dealId: null, contactId: null, event: { event: { scheduledAt: new Date(NINE).toISOString() } } },
    ]);
    await api.look(NINE + DAY);
    expect(await runsOf(api, id)).toHaveLength(2);
    await api.switchOff(id);
  });

  it("fires in a time zone of its own", async () => {
    const { id } = await api.schedule({ cron: "0 9 * * *", timeZone: "Asia/Tokyo" });
    await api.look(NINE);
    await api.look(Date.parse("2030-03-05T00:00:30Z"));
    expect((await runsOf(api, id))[0]?.event).toMatchObject({ event: { scheduledAt: "2030-03-05T00:00:00.000Z" } });
    await api.switchOff(id);
  });

  it("fires once for all the times missed while the server was down", async () => {
    const { id } = await api.schedule({ cron: "*/5 * * * *" });
    await api.look(NINE);
    await api.look(NINE + 3 * DAY + 1000);
    expect(await runsOf(api, id)).toHaveLength(1);
    await api.look(NINE + 3 * DAY + 5 * 60_000);
    expect(await runsOf(api, id)).toHaveLength(2);
    await api.switchOff(id);
  });

  it("does not fire while it is off, nor later for times it missed", async () => {
    const { id } = await api.schedule({ cron: "0 9 * * *" });
    await api.look(NINE - HOUR);
    await api.switchOff(id);
    await api.look(NINE + 1000);
    await api.switchOn(id);
    await api.look(NINE + HOUR);
    await api.look(NINE + 2 * HOUR);
    expect(await runsOf(api, id)).toEqual([]);
    await api.switchOff(id);
  });

  it("follows its new time from the next version on", async () => {
    const { id } = await api.schedule({ cron: "0 9 * * *" });
    await api.look(NINE - HOUR);
    await api.replace(id, { enabled: true, triggerType: "schedule", triggerConfig: { cron: "0 10 * * *" } });
    await api.look(NINE + 1000);
    expect(await runsOf(api, id)).toEqual([]);
    await api.look(NINE + HOUR + 1000);
    expect(await runsOf(api, id)).toHaveLength(1);
    await api.switchOff(id);
  });

  it("fires once when the automation changes between its time and the next pass", async () => {
    const { id } = await api.schedule({ cron: "0 9 * * *" });
    await api.look(NINE - HOUR);
    const change = { enabled: true, triggerType: "schedule", triggerConfig: { cron: "0 9 * * *" } };
    await api.replace(id, { ...change, name: "Changed" });
    await api.look(NINE + 2000);
    await api.replace(id, { ...change, name: "Changed again" });
    await api.changedAt(id, NINE - 1000);
    await api.look(NINE + 4000);
    expect(await runsOf(api, id)).toHaveLength(1);
    await api.switchOff(id);
  });

  it.each<[string, number, number]>([
    ["fires at a time right after it was switched on", NINE - 1000, 1],
    ["does not fire for a time right before it was switched on", NINE + 1000, 0],
  ])("%s", async (_, switchedOn, runs) => {
    const { id } = await api.schedule({ cron: "0 9 * * *" });
    await api.changedAt(id, switchedOn);
    await api.look(NINE + 3000);
    expect(await runsOf(api, id)).toHaveLength(runs);
    await api.switchOff(id);
  });

  it("without deals fires whatever the scope of its automation", async () => {
    const scope = { scope: "pipeline", pipelineId: api.other.pipelineId };
    const { id } = await api.schedule({ cron: "0 9 * * *" }, scope);
    await api.look(NINE - HOUR);
    await api.look(NINE);
    expect(await api.dealsOf(id)).toEqual([null]);
    await api.switchOff(id);
  });

  it("without a time never fires", async () => {
    const { id } = await api.schedule({});
    await api.look(NINE);
    await api.look(NINE + 400 * DAY);
    expect(await runsOf(api, id)).toEqual([]);
    await api.switchOff(id);
  });

  it.each([
    ["cron", "before its clock was set"],
    ["cron", "after"],
    ["timeZone", "after"],
  ])("stored with an unreadable %s, %s, never fires and leaves one run with the reason", async (setting, when) => {
    const { id } = await api.schedule({ cron: "0 9 * * *" });
    if (when === "after") await api.look(NINE - HOUR);
    const path = `{triggerConfig,${setting}}`;
    await sql`update automation_versions
      set definition = jsonb_set(definition::jsonb, ${path}::text[], '"never"')::json
      where automation_id = ${id}`.execute(api.app.opened.db);
    await api.look(NINE);
    await api.look(NINE + DAY);
    expect(await runsOf(api, id)).toHaveLength(1);
    const { items } = (await api.call("GET", `/automations/${id}/runs`)).body.data;
    expect(items).toMatchObject([
      { status: "skipped", lastError: expect.stringContaining(`triggerConfig.${setting}`) },
    ]);
    await api.switchOff(id);
  });

  it("fires for each open deal of its scope that passes its filter", async () => {
    const { id } = await api.schedule(
      {
        cron: "0 9 * * *",
        forEachDeal: true,
        filter: { combinator: "and", rules: [{ field: "deal.value", operator: ">=", value: 700 }] },
      },
      { scope: "pipeline", pipelineId: api.other.pipelineId },
    );
    const { stageId } = api.other;
    const [one, two] = [
      await api.make({ name: "One", value: 700, stageId }),
      await api.make({ name: "Two", value: 900, stageId }),
    ];
    await api.make({ name: "Small", value: 1, stageId });
    await api.make({ name: "Elsewhere", value: 700 });
    await api.look(NINE - HOUR);
    await Promise.all([1, 2].map(() => api.look(NINE)));
    await api.look(NINE + HOUR);
    expect((await api.dealsOf(id)).toSorted()).toEqual([one.id, two.id].toSorted());
    await api.switchOff(id);
  });

  it("processes many deals in batches", async () => {
    const { id } = await api.schedule(forEachDeal, inSecond());
    await addDeals(1200);
    await dispatched();
    await api.look(NINE - HOUR);
    for (let part = 0; part < 6; part += 1) {
      await api.look(NINE + part * 10_000);
      // The next batch is written once this one is dispatched.
      expect(await pending()).toBeLessThanOrEqual(500);
      await dispatched();
    }
    expect(await swept(id)).toBeGreaterThanOrEqual(1201);
    await api.switchOff(id);
  });

  it.each<[string, (id: string) => Promise<unknown>, boolean]>([
    [
      "finishes them when the automation is changed meanwhile",
      (id) =>
        api.replace(id, {
          name: "Changed",
          enabled: true,
          triggerType: "schedule",
          triggerConfig: forEachDeal,
          ...inSecond(),
        }),
      true,
    ],
    [
      "stops once it no longer runs for each deal",
      (id) => api.replace(id, { enabled: true, triggerType: "schedule", triggerConfig: { cron: "0 9 * * *" } }),
      false,
    ],
    ["stops once it is switched off", (id) => api.switchOff(id), false],
  ])("%s", async (_, change, isAll) => {
    const { id } = await api.schedule(forEachDeal, inSecond());
    await addDeals(600);
    await dispatched();
    await api.look(NINE - HOUR);
    await api.look(NINE);
    await dispatched();
    expect(await swept(id)).toBe(500);
    await change(id);
    await api.look(NINE + 10_000);
    await api.switchOn(id);
    for (const later of [20_000, 30_000, 40_000, 50_000]) {
      await api.look(NINE + later);
      await dispatched();
    }
    expect((await swept(id)) > 600).toBe(isAll);
    await api.switchOff(id);
  });
});
