import { type Kysely, sql } from "kysely";
import { expect } from "vitest";
import { type DealApi, startDealApi } from "../../app/testing/deal-api.ts";
import { addAutomation, runsOf } from "../../app/testing/triggers.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import { createTriggerClock } from "../triggers/store/trigger-clock.ts";
import { triggerTasks } from "../triggers/clock-tasks.ts";

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** An API whose schedules and idle deals are looked for at times that a test chooses. */
export interface TriggerClockApi extends DealApi {
  /**
   * One pass of one process, once no other session is within a transaction, such as that of the request log: a deal may
   * be idle a look later while one is. A test names the session that it holds open itself.
   */
  look(now: number, held?: Kysely<Database>): Promise<void>;
  /** The deals of an automation's runs. */
  dealsOf(automationId: string): Promise<(string | null)[]>;
  switchOn(id: string): Promise<unknown>;
  switchOff(id: string): Promise<unknown>;
  /** Stores when an automation was switched on or changed. */
  changedAt(id: string, at: number): Promise<unknown>;
  schedule(triggerConfig: object, change?: object): ReturnType<typeof addAutomation>;
  idle(change?: object): ReturnType<typeof addAutomation>;
}

export async function startTriggerClockApi(): Promise<TriggerClockApi> {
  const api = await startDealApi();
  const { db } = api.app.opened;
  const enable = (id: string, enabled: boolean) =>
    api.call("PATCH", `/automations/${id}/enabled`, { json: { enabled } });
  return {
    ...api,
    async look(now, held) {
      const but = held === undefined ? 0 : await pidOf(held);
      await expect.poll(() => othersWithin(db, but)).toBe(0);
      for (const { run } of triggerTasks(createTriggerClock(db))) await run(now, 500);
    },
    dealsOf: async (id) => (await runsOf(api, id)).map(({ dealId }) => dealId),
    switchOn: (id) => enable(id, true),
    switchOff: (id) => enable(id, false),
    changedAt: (id, at) =>
      db
        .updateTable("automations")
        .set({ updated_at: new Date(at) })
        .where("id", "=", id)
        .execute(),
    schedule: (triggerConfig, change) => addAutomation(api, { triggerType: "schedule", triggerConfig, ...change }),
    idle: (change) => addAutomation(api, { triggerType: "deal_idle", triggerConfig: { idleSeconds: 3600 }, ...change }),
  };
}

async function pidOf(session: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(session);
  return rows[0]?.pid ?? 0;
}

async function othersWithin(db: Kysely<Database>, but: number): Promise<number> {
  const { rows } = await sql<{ others: number }>`
    select count(*)::integer as others from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and xact_start is not null
      and pid not in (pg_backend_pid(), ${but})`.execute(db);
  return rows[0]?.others ?? 0;
}
