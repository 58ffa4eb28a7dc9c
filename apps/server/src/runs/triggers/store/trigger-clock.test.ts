import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { triggerTasks } from "../clock-tasks.ts";
import { type DealApi, startDealApi } from "../../../app/testing/deal-api.ts";
import { addAutomation, runsOf } from "../../../app/testing/triggers.ts";
import { createTriggerClock } from "./trigger-clock.ts";

let api: DealApi;
beforeAll(async () => {
  api = await startDealApi();
});
afterAll(() => api.app.close());

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** One look of one process at a time of its own. */
async function look(now: number): Promise<void> {
  for (const { run } of triggerTasks(createTriggerClock(api.app.opened.db))) await run(now, 500);
}

const deals = async (automationId: string) => (await runsOf(api, automationId)).map(({ dealId }) => dealId);
const off = (id: string, enabled = false) => api.call("PATCH", `/automations/${id}/enabled`, { json: { enabled } });

/** When an automation was switched on, or changed, by a clock of the test's own. */
const changedAt = (id: string, at: number) =>
  api.app.opened.db
    .updateTable("automations")
    .set({ updated_at: new Date(at) })
    .where("id", "=", id)
    .execute();

const idle = (change: object = {}) =>
  addAutomation(api, { triggerType: "deal_idle", triggerConfig: { idleSeconds: 3600 }, ...change });
const schedule = (triggerConfig: object, change: object = {}) =>
  addAutomation(api, { triggerType: "schedule", triggerConfig, ...change });

describe("a deal that is idle", () => {
  beforeEach(async () => {
    // Deals of other tests have been idle for long.
    await sql`update activities set occurred_at = occurred_at - interval '1 day'`.execute(api.app.opened.db);
  });

  it("starts its automations once, when nothing happened for the time", async () => {
    const { id } = await idle();
    const now = Date.now();
    await look(now);
    const deal = await api.make({ name: "Solar kit" });
    await look(now + HOUR / 2);
    expect(await deals(id)).toEqual([]);
    await look(now + HOUR + 60_000);
    await look(now + 2 * HOUR);
    expect(await deals(id)).toEqual([deal.id]);
    expect((await runsOf(api, id))[0]?.event).toMatchObject({ event: { idleSeconds: 3600, type: "deal_idle" } });
    await off(id);
  });

  it("is idle anew after something happened", async () => {
    const { id } = await idle();
    const now = Date.now();
    await look(now);
    const deal = await api.make({ name: "Solar kit" });
    await api.patch(deal.seq, { value: 5 });
    await look(now + HOUR + 60_000);
    expect(await deals(id)).toEqual([deal.id]);
    const { db } = api.app.opened;
    const later = { occurred_at: new Date(now + 2 * HOUR) };
    await db
      .insertInto("activities")
      .values({
        workspace_id: api.workspace.id,
        id: "later",
        deal_id: deal.id,
        type: "NOTE_CREATED",
        field: null,
        actor_type: "api_key",
        actor_user_id: null,
        actor_automation_id: null,
        actor_api_key_id: null,
        ...later,
      })
      .execute();
    await look(now + 2.5 * HOUR);
    expect(await deals(id)).toEqual([deal.id]);
    await look(now + 3 * HOUR + 60_000);
    expect(await deals(id)).toEqual([deal.id, deal.id]);
    await off(id);
  });

  it.each<[string, () => object, () => object, boolean]>([
    ["one that is closed does not", () => ({}), () => ({ stageId: api.won }), false],
    [
      "one of another pipeline does not",
      () => ({ scope: "pipeline", pipelineId: api.other.pipelineId }),
      () => ({}),
      false,
    ],
    [
      "one of its stage does",
      () => ({ scope: "stage", stageId: api.workspace.stageIds[1] }),
      () => ({ stageId: api.workspace.stageIds[1] }),
      true,
    ],
    [
      "one of another stage does not",
      () => ({ scope: "stage", stageId: api.workspace.stageIds[1] }),
      () => ({}),
      false,
    ],
    [
      "one that its filter leaves out does not",
      () => ({
        triggerConfig: {
          idleSeconds: 3600,
          filter: { combinator: "and", rules: [{ field: "deal.value", operator: ">", value: 9 }] },
        },
      }),
      () => ({}),
      false,
    ],
  ])("%s", async (_, automation, change, expected) => {
    const { id } = await idle(automation());
    const now = Date.now();
    await look(now);
    const deal = await api.make({ name: "Solar kit" });
    if (Object.keys(change()).length > 0) await api.patch(deal.seq, change());
    await look(now + HOUR + 60_000);
    expect(await deals(id)).toEqual(expected ? [deal.id] : []);
    await off(id);
  });

  it("that was idle before, or while the automation was off, does not", async () => {
    const now = Date.now();
    await api.make({ name: "Old" });
    const { id } = await idle();
    await look(now + 2 * HOUR);
    await look(now + 3 * HOUR);
    expect(await deals(id)).toEqual([]);
    await off(id);
    await look(now + 3 * HOUR);
    await off(id, true);
    await look(now + 5 * HOUR);
    await look(now + 6 * HOUR);
    expect(await deals(id)).toEqual([]);
    await off(id);
  });

  it("what automations do to it does not wake it", async () => {
    const { id } = await idle();
    const now = Date.now();
    await look(now);
    const deal = await api.make({ name: "Solar kit" });
    await api.app.opened.db
      .updateTable("activities")
      .set({ actor_type: "automation", type: "TAG_ADDED" })
      .where("deal_id", "=", deal.id)
      .where("type", "!=", "DEAL_CREATED")
      .execute();
    await look(now + HOUR + 60_000);
    expect(await deals(id)).toEqual([deal.id]);
    await off(id);
  });

  it.each<[string, number, boolean]>([
    ["that becomes so right after the automation was switched on does", -1000, true],
    ["that had become so right before does not", 1000, false],
  ])("%s", async (_, switchedOn, expected) => {
    const deal = await api.make({ name: "Solar kit" });
    const { db } = api.app.opened;
    const { occurred_at: since } = await db
      .selectFrom("activities")
      .select("occurred_at")
      .where("deal_id", "=", deal.id)
      .executeTakeFirstOrThrow();
    const { id } = await idle();
    await changedAt(id, since.getTime() + HOUR + switchedOn);
    await look(since.getTime() + HOUR + 4000);
    await look(since.getTime() + HOUR + 34_000);
    expect(await deals(id)).toEqual(expected ? [deal.id] : []);
    await off(id);
  });

  it("is found where its line was committed long after others that were written later", async () => {
    const { db } = api.app.opened;
    const { id } = await idle();
    const now = Date.now();
    await look(now);
    const late = await api.make({ name: "Late" });
    const line = { workspace_id: api.workspace.id, id: "written-late", deal_id: late.id, actor_type: "user" };
    const nobody = { field: null, actor_user_id: null, actor_automation_id: null, actor_api_key_id: null };
    await db.connection().execute(async (session) => {
      await sql`begin`.execute(session);
      // From here on its lines bear this time.
      await sql`select now()`.execute(session);
      await sql`update activities set occurred_at = now() - interval '2 hours' where deal_id = ${late.id}`.execute(db);
      const later = await api.make({ name: "Later" });
      await session
        .insertInto("activities")
        .values({ ...line, ...nobody, type: "NOTE_CREATED" })
        .execute();
      await look(now + HOUR + 60_000);
      await sql`commit`.execute(session);
      await look(now + HOUR + 120_000);
      expect((await deals(id)).toSorted()).toEqual([late.id, later.id].toSorted());
    });
    await off(id);
  });

  it("is found by an automation that was a schedule before", async () => {
    const { id } = await schedule({ cron: "0 9 * * *" });
    const now = Date.now();
    const deal = await api.make({ name: "Solar kit" });
    await look(now + HOUR / 2);
    await api.replace(id, { enabled: true, triggerType: "deal_idle", triggerConfig: { idleSeconds: 3600 } });
    await look(now + HOUR / 2 + 60_000);
    await look(now + HOUR + 60_000);
    expect(await deals(id)).toEqual([deal.id]);
    await off(id);
  });

  it("is found by one of several processes", async () => {
    const { id } = await idle();
    const now = Date.now();
    await look(now);
    const made = await Promise.all(["a", "b", "c", "d", "e"].map((name) => api.make({ name })));
    await Promise.all([1, 2, 3, 4].map(() => look(now + HOUR + 60_000)));
    await look(now + HOUR + 120_000);
    expect((await deals(id)).toSorted()).toEqual(made.map((deal) => deal.id).toSorted());
    await off(id);
  });
});

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

const taken = () => api.app.opened.db.updateTable("events").set({ dispatched_at: new Date() }).execute();
const toTake = async (): Promise<number> => {
  const { count } = await api.app.opened.db
    .selectFrom("events")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("type", "=", "schedule")
    .where("dispatched_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
};
/** Deals that a schedule came for. */
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

  it("comes at its time in the workspace's zone, once, and again", async () => {
    const { id } = await schedule({ cron: "0 9 * * *" });
    await look(NINE - HOUR);
    expect(await runsOf(api, id)).toEqual([]);
    await Promise.all([1, 2, 3, 4].map(() => look(NINE + 1000)));
    await look(NINE + HOUR);
    expect(await runsOf(api, id)).toMatchObject([
      { dealId: null, contactId: null, event: { event: { scheduledAt: new Date(NINE).toISOString() } } },
    ]);
    await look(NINE + DAY);
    expect(await runsOf(api, id)).toHaveLength(2);
    await off(id);
  });

  it("comes at the time of a zone of its own", async () => {
    const { id } = await schedule({ cron: "0 9 * * *", timeZone: "Asia/Tokyo" });
    await look(NINE);
    await look(Date.parse("2030-03-05T00:00:30Z"));
    expect((await runsOf(api, id))[0]?.event).toMatchObject({ event: { scheduledAt: "2030-03-05T00:00:00.000Z" } });
    await off(id);
  });

  it("comes once for all the times that passed while nobody was there", async () => {
    const { id } = await schedule({ cron: "*/5 * * * *" });
    await look(NINE);
    await look(NINE + 3 * DAY + 1000);
    expect(await runsOf(api, id)).toHaveLength(1);
    await look(NINE + 3 * DAY + 5 * 60_000);
    expect(await runsOf(api, id)).toHaveLength(2);
    await off(id);
  });

  it("does not come while it is off, nor makes up for it", async () => {
    const { id } = await schedule({ cron: "0 9 * * *" });
    await look(NINE - HOUR);
    await off(id);
    await look(NINE + 1000);
    await off(id, true);
    await look(NINE + HOUR);
    await look(NINE + 2 * HOUR);
    expect(await runsOf(api, id)).toEqual([]);
    await off(id);
  });

  it("follows its new time from the next version on", async () => {
    const { id } = await schedule({ cron: "0 9 * * *" });
    await look(NINE - HOUR);
    await api.replace(id, { enabled: true, triggerType: "schedule", triggerConfig: { cron: "0 10 * * *" } });
    await look(NINE + 1000);
    expect(await runsOf(api, id)).toEqual([]);
    await look(NINE + HOUR + 1000);
    expect(await runsOf(api, id)).toHaveLength(1);
    await off(id);
  });

  it("comes though the automation is changed between its time and the look for it, once", async () => {
    const { id } = await schedule({ cron: "0 9 * * *" });
    await look(NINE - HOUR);
    const change = { enabled: true, triggerType: "schedule", triggerConfig: { cron: "0 9 * * *" } };
    await api.replace(id, { ...change, name: "Changed" });
    await look(NINE + 2000);
    await api.replace(id, { ...change, name: "Changed again" });
    await changedAt(id, NINE - 1000);
    await look(NINE + 4000);
    expect(await runsOf(api, id)).toHaveLength(1);
    await off(id);
  });

  it.each<[string, number, number]>([
    ["comes at a time right after it was switched on", NINE - 1000, 1],
    ["does not come at a time right before it was switched on", NINE + 1000, 0],
  ])("%s", async (_, switchedOn, runs) => {
    const { id } = await schedule({ cron: "0 9 * * *" });
    await changedAt(id, switchedOn);
    await look(NINE + 3000);
    expect(await runsOf(api, id)).toHaveLength(runs);
    await off(id);
  });

  it("without deals comes wherever its automation listens", async () => {
    const scope = { scope: "pipeline", pipelineId: api.other.pipelineId };
    const { id } = await schedule({ cron: "0 9 * * *" }, scope);
    await look(NINE - HOUR);
    await look(NINE);
    expect(await deals(id)).toEqual([null]);
    await off(id);
  });

  it("without a time never comes", async () => {
    const { id } = await schedule({});
    await look(NINE);
    await look(NINE + 400 * DAY);
    expect(await runsOf(api, id)).toEqual([]);
    await off(id);
  });

  it.each([
    ["cron", "before its clock was set"],
    ["cron", "after"],
    ["timeZone", "after"],
  ])("stored with a %s that cannot be read, %s, never comes, and one run says so", async (setting, when) => {
    const { id } = await schedule({ cron: "0 9 * * *" });
    if (when === "after") await look(NINE - HOUR);
    const path = `{triggerConfig,${setting}}`;
    await sql`update automation_versions
      set definition = jsonb_set(definition::jsonb, ${path}::text[], '"never"')::json
      where automation_id = ${id}`.execute(api.app.opened.db);
    await look(NINE);
    await look(NINE + DAY);
    expect(await runsOf(api, id)).toHaveLength(1);
    const { items } = (await api.call("GET", `/automations/${id}/runs`)).body.data;
    expect(items).toMatchObject([
      { status: "skipped", lastError: expect.stringContaining(`triggerConfig.${setting}`) },
    ]);
    await off(id);
  });

  it("comes for each open deal of its scope that its filter lets through", async () => {
    const { id } = await schedule(
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
    await look(NINE - HOUR);
    await Promise.all([1, 2].map(() => look(NINE)));
    await look(NINE + HOUR);
    expect((await deals(id)).toSorted()).toEqual([one.id, two.id].toSorted());
    await off(id);
  });

  it("goes through many deals part by part", async () => {
    const { id } = await schedule(forEachDeal, inSecond());
    await addDeals(1200);
    await taken();
    await look(NINE - HOUR);
    for (let part = 0; part < 6; part += 1) {
      await look(NINE + part * 10_000);
      // What is written waits to be taken care of before more is.
      expect(await toTake()).toBeLessThanOrEqual(500);
      await taken();
    }
    expect(await swept(id)).toBeGreaterThanOrEqual(1201);
    await off(id);
  });

  it.each<[string, (id: string) => Promise<unknown>, boolean]>([
    [
      "goes through them to the end when the automation is changed meanwhile",
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
      "goes no further through them once it is of no deals any more",
      (id) => api.replace(id, { enabled: true, triggerType: "schedule", triggerConfig: { cron: "0 9 * * *" } }),
      false,
    ],
    ["goes no further through them once it is switched off", (id) => off(id), false],
  ])("%s", async (_, change, isAll) => {
    const { id } = await schedule(forEachDeal, inSecond());
    await addDeals(600);
    await taken();
    await look(NINE - HOUR);
    await look(NINE);
    await taken();
    expect(await swept(id)).toBe(500);
    await change(id);
    await look(NINE + 10_000);
    await off(id, true);
    for (const later of [20_000, 30_000, 40_000, 50_000]) {
      await look(NINE + later);
      await taken();
    }
    expect((await swept(id)) > 600).toBe(isAll);
    await off(id);
  });
});
