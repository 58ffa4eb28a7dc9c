import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runsOf } from "../../../app/testing/triggers.ts";
import { HOUR, startTriggerClockApi, type TriggerClockApi } from "../../testing/trigger-clock-api.ts";

let api: TriggerClockApi;
beforeAll(async () => {
  api = await startTriggerClockApi();
});
afterAll(() => api.app.close());

describe("a deal that is idle", () => {
  beforeEach(async () => {
    // Deals of other tests have long been idle.
    await sql`update activities set occurred_at = occurred_at - interval '1 day'`.execute(api.app.opened.db);
  });

  it("starts its automations once after the idle time", async () => {
    const { id } = await api.idle();
    const now = Date.now();
    await api.look(now);
    const deal = await api.make({ name: "Solar kit" });
    await api.look(now + HOUR / 2);
    expect(await api.dealsOf(id)).toEqual([]);
    await api.look(now + HOUR + 60_000);
    await api.look(now + 2 * HOUR);
    expect(await api.dealsOf(id)).toEqual([deal.id]);
    expect((await runsOf(api, id))[0]?.event).toMatchObject({ event: { idleSeconds: 3600, type: "deal_idle" } });
    await api.switchOff(id);
  });

  it("becomes idle again after new activity", async () => {
    const { id } = await api.idle();
    const now = Date.now();
    await api.look(now);
    const deal = await api.make({ name: "Solar kit" });
    await api.patch(deal.seq, { value: 5 });
    await api.look(now + HOUR + 60_000);
    expect(await api.dealsOf(id)).toEqual([deal.id]);
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
    await api.look(now + 2.5 * HOUR);
    expect(await api.dealsOf(id)).toEqual([deal.id]);
    await api.look(now + 3 * HOUR + 60_000);
    expect(await api.dealsOf(id)).toEqual([deal.id, deal.id]);
    await api.switchOff(id);
  });

  it.each<[string, () => object, () => object, boolean]>([
    ["one that is closed starts nothing", () => ({}), () => ({ stageId: api.won }), false],
    [
      "one of another pipeline starts nothing",
      () => ({ scope: "pipeline", pipelineId: api.other.pipelineId }),
      () => ({}),
      false,
    ],
    [
      "one of its stage starts it",
      () => ({ scope: "stage", stageId: api.workspace.stageIds[1] }),
      () => ({ stageId: api.workspace.stageIds[1] }),
      true,
    ],
    [
      "one of another stage starts nothing",
      () => ({ scope: "stage", stageId: api.workspace.stageIds[1] }),
      () => ({}),
      false,
    ],
    [
      "one that its filter excludes starts nothing",
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
    const { id } = await api.idle(automation());
    const now = Date.now();
    await api.look(now);
    const deal = await api.make({ name: "Solar kit" });
    if (Object.keys(change()).length > 0) await api.patch(deal.seq, change());
    await api.look(now + HOUR + 60_000);
    expect(await api.dealsOf(id)).toEqual(expected ? [deal.id] : []);
    await api.switchOff(id);
  });

  it("that became idle before the automation was switched on starts nothing", async () => {
    const now = Date.now();
    await api.make({ name: "Old" });
    const { id } = await api.idle();
    await api.look(now + 2 * HOUR);
    await api.look(now + 3 * HOUR);
    expect(await api.dealsOf(id)).toEqual([]);
    await api.switchOff(id);
    await api.look(now + 3 * HOUR);
    await api.switchOn(id);
    await api.look(now + 5 * HOUR);
    await api.look(now + 6 * HOUR);
    expect(await api.dealsOf(id)).toEqual([]);
    await api.switchOff(id);
  });

  it("is not kept busy by what automations do to it", async () => {
    const { id } = await api.idle();
    const now = Date.now();
    await api.look(now);
    const deal = await api.make({ name: "Solar kit" });
    await api.app.opened.db
      .updateTable("activities")
      .set({ actor_type: "automation", type: "TAG_ADDED" })
      .where("deal_id", "=", deal.id)
      .where("type", "!=", "DEAL_CREATED")
      .execute();
    await api.look(now + HOUR + 60_000);
    expect(await api.dealsOf(id)).toEqual([deal.id]);
    await api.switchOff(id);
  });

  it.each<[string, number, boolean]>([
    ["that becomes idle right after the automation was switched on starts it", -1000, true],
    ["that became idle right before starts nothing", 1000, false],
  ])("%s", async (_, switchedOn, expected) => {
    const deal = await api.make({ name: "Solar kit" });
    const { db } = api.app.opened;
    const { occurred_at: since } = await db
      .selectFrom("activities")
      .select("occurred_at")
      .where("deal_id", "=", deal.id)
      .executeTakeFirstOrThrow();
    const { id } = await api.idle();
    await api.changedAt(id, since.getTime() + HOUR + switchedOn);
    await api.look(since.getTime() + HOUR + 4000);
    await api.look(since.getTime() + HOUR + 34_000);
    expect(await api.dealsOf(id)).toEqual(expected ? [deal.id] : []);
    await api.switchOff(id);
  });

  it("is found even when its activity commits long after later ones", async () => {
    const { db } = api.app.opened;
    const { id } = await api.idle();
    const now = Date.now();
    await api.look(now);
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
      await api.look(now + HOUR + 60_000, session);
      await sql`commit`.execute(session);
      await api.look(now + HOUR + 120_000);
      expect((await api.dealsOf(id)).toSorted()).toEqual([late.id, later.id].toSorted());
    });
    await api.switchOff(id);
  });

  it("is found by an automation that was a schedule before", async () => {
    const { id } = await api.schedule({ cron: "0 9 * * *" });
    const now = Date.now();
    const deal = await api.make({ name: "Solar kit" });
    await api.look(now + HOUR / 2);
    await api.replace(id, { enabled: true, triggerType: "deal_idle", triggerConfig: { idleSeconds: 3600 } });
    await api.look(now + HOUR / 2 + 60_000);
    await api.look(now + HOUR + 60_000);
    expect(await api.dealsOf(id)).toEqual([deal.id]);
    await api.switchOff(id);
  });

  it("is found by exactly one of several processes", async () => {
    const { id } = await api.idle();
    const now = Date.now();
    await api.look(now);
    const made = await Promise.all(["a", "b", "c", "d", "e"].map((name) => api.make({ name })));
    await Promise.all([1, 2, 3, 4].map(() => api.look(now + HOUR + 60_000)));
    await api.look(now + HOUR + 120_000);
    expect((await api.dealsOf(id)).toSorted()).toEqual(made.map((deal) => deal.id).toSorted());
    await api.switchOff(id);
  });
});
