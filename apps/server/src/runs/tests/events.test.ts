import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertEvents } from "../../areas/activities/history-store.ts";
import { createDispatcher } from "../dispatcher.ts";
import { DEFAULT_RETENTION, removeExpired } from "../store/cleanup.ts";
import { openRaceRuns, type RaceRuns } from "../testing/race-runs.ts";
import { chain, tag } from "../testing/graphs.ts";

const DAY = 24 * 60 * 60 * 1000;

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
  });

  it("of one transaction are taken in the order in which they happened", async () => {
    const rows = await runs.automation(chain({ type: "end" }), "tag_added");
    const about = { type: "tag_added" as const, dealId: rows.dealId, contactId: null };
    const places = Array.from({ length: 20 }, (_, place) => place);
    const events = places.map((place) => ({ ...about, payload: { place } }));
    const actor = { type: "system" as const, userId: null, automationId: null, apiKeyId: null, chain: null };
    await insertEvents(runs.db, rows.workspaceId, actor, events);
    const taken = await runs.store.events.take(100, "");
    const ofWorkspace = taken.filter(({ workspaceId }) => workspaceId === rows.workspaceId);
    expect(ofWorkspace.map(({ payload }) => payload["place"])).toEqual(places);
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
    expect(await startedOf(many)).toBeLessThan(100);
    await runs.db.deleteFrom("events").where("workspace_id", "=", many.workspaceId).execute();
  });

  it("of many workspaces with hundreds each are shared out fairly, and make nobody else's wait for all of them", async () => {
    const workspaces = [];
    for (let each = 0; each < 12; each += 1) workspaces.push(await runs.automation(chain({ type: "end" })));
    const [last, ...others] = workspaces.toSorted((a, b) => (a.workspaceId < b.workspaceId ? 1 : -1));
    if (last === undefined) throw new Error("There is no workspace");
    for (const other of others) {
      const events = Array.from({ length: 200 }, () => eventOf(other, "deal_won"));
      await runs.db.insertInto("events").values(events).execute();
    }
    await runs.db.insertInto("events").values(eventOf(last, "deal_created")).execute();
    const dispatcher = createDispatcher(runs.store);
    // Twenty of each of five at once.
    for (const taken of [100, 100, 21]) expect(await dispatcher.dispatch()).toBe(taken);
    const started = runs.db.selectFrom("runs").select("workspace_id");
    const ids = workspaces.map(({ workspaceId }) => workspaceId);
    expect(await started.where("workspace_id", "in", ids).execute()).toEqual([{ workspace_id: last.workspaceId }]);
    let taken = 221;
    for (let more = 1; more > 0; taken += more) more = await dispatcher.dispatch();
    expect(taken).toBe(others.length * 200 + 1);
  });

  it.each<[string, string, string[]]>([
    ["nobody listens to are done with at once", "deal_created", []],
    ["somebody listens to wait for their runs", "stage_entered", ["stage_entered"]],
  ])("that %s", async (_, triggerType, waiting) => {
    const move = { type: "action", actionType: "move_stage", config: { targetStageId: "s2" } } as const;
    const rows = await runs.automation(chain(move), triggerType);
    await runs.executor.tick(await runs.start(rows));
    const events = await runs.db
      .selectFrom("events")
      .select(["type", "dispatched_at"])
      .where("workspace_id", "=", rows.workspaceId)
      .orderBy("type")
      .execute();
    expect(events.map(({ type }) => type)).toEqual(["deal_updated", "stage_entered", "stage_left"]);
    expect(events.flatMap(({ type, dispatched_at }) => (dispatched_at === null ? [type] : []))).toEqual(waiting);
    await runs.db.deleteFrom("events").where("workspace_id", "=", rows.workspaceId).execute();
  });

  it("that happened before an automation was switched on do not start it, however late they are dispatched", async () => {
    const rows = await runs.automation(chain({ type: "end" }));
    const { workspaceId, automationId } = rows;
    const happen = async (): Promise<void> => {
      const now = sql<Date>`now()`;
      await runs.db
        .insertInto("events")
        .values({ ...eventOf(rows, "deal_created"), created_at: now })
        .execute();
      await runs.passSeconds(1);
    };
    const dispatch = async (): Promise<number> => {
      while ((await createDispatcher(runs.store).dispatch()) > 0);
      return (await runs.take()).length;
    };
    const { setEnabled } = runs.store.automations;
    await setEnabled(workspaceId, automationId, false, null);
    await happen();
    await setEnabled(workspaceId, automationId, true, null);
    expect(await dispatch()).toBe(0);
    await happen();
    // It is on already.
    await setEnabled(workspaceId, automationId, true, null);
    expect(await dispatch()).toBe(1);
  });

  it("are removed 30 days after they were dispatched, however many there are; their runs stay", async () => {
    const rows = await runs.automation(chain({ type: "end" }));
    const unheard = Array.from({ length: 1200 }, () => eventOf(rows, "deal_won"));
    await runs.db
      .insertInto("events")
      .values([eventOf(rows, "deal_created"), ...unheard])
      .execute();
    const dispatcher = createDispatcher(runs.store);
    while ((await dispatcher.dispatch()) > 0);
    const waiting = eventOf(rows, "deal_won");
    await runs.db.insertInto("events").values(waiting).execute();
    const of = (table: "events" | "runs") =>
      runs.db.selectFrom(table).select("id").where("workspace_id", "=", rows.workspaceId).execute();
    const keptAfter = async (days: number): Promise<number> => {
      const { rows: now } = await sql<{ now: Date }>`select now()`.execute(runs.db);
      await removeExpired(runs.db, { ...DEFAULT_RETENTION, sweeps: false }, Number(now[0]?.now) + days * DAY);
      return (await of("events")).length;
    };
    expect([await keptAfter(29.9), await keptAfter(30.1)]).toEqual([1202, 1]);
    expect(await of("events")).toEqual([{ id: waiting.id }]);
    expect(await of("runs")).toHaveLength(1);
  });
});
