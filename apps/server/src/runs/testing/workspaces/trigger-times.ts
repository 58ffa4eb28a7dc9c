import { type Kysely, sql } from "kysely";
import type { Database } from "../../../platform/database/schema/database.ts";
import type { TriggerClock } from "../../model/trigger-ports.ts";
import { createTriggerClock } from "../../triggers/store/trigger-clock.ts";

/** More clocks than a workspace has. */
const MOST = 50;

/** What time brings about in a workspace, looked for at the very instant at which it comes. Instants are Unix ms. */
export class TriggerTimes {
  private readonly db: Kysely<Database>;
  private readonly workspaceId: string;
  private readonly clock: TriggerClock;
  private hasIdle = false;
  /** When idle deals were looked for last. */
  private lookedAt = 0;

  constructor(db: Kysely<Database>, workspaceId: string) {
    this.db = db;
    this.workspaceId = workspaceId;
    this.clock = createTriggerClock(db);
  }

  /** Gives automations their clocks. */
  async keep(now: number): Promise<void> {
    this.lookedAt = now;
    await this.clock.keep(now);
    const { rows } = await this.idleClocks(null);
    this.hasIdle = rows.length > 0;
  }

  /** When a deal may be idle next; null where none will be as things stand. */
  async nextIdleAt(): Promise<number | null> {
    if (!this.hasIdle) return null;
    const { rows } = await sql<{ at: Date | null }>`
      select min(occurred_at + length) as at
      from activities, (
        select coalesce((definition -> 'triggerConfig' ->> 'idleSeconds')::integer, 259200) * interval '1 second' as length
        from automation_versions
        where workspace_id = ${this.workspaceId} and definition ->> 'triggerType' = 'deal_idle'
      ) as idle
      where workspace_id = ${this.workspaceId} and occurred_at + length > ${new Date(this.lookedAt)}`.execute(this.db);
    return rows[0]?.at?.getTime() ?? null;
  }

  /** One look of all automations that ask for idle deals. */
  async lookForIdle(now: number): Promise<void> {
    this.lookedAt = now;
    await this.idleClocks(new Date(now));
    await this.clock.runDue(now, MOST);
    await this.idleClocks(null);
  }

  lookForSchedules(now: number): Promise<number> {
    return this.clock.runDue(now, MOST);
  }

  /** When those look that wait for idle deals: else they would, every half a minute. */
  private idleClocks(nextAt: Date | null) {
    return sql`
      update trigger_clocks set next_at = ${nextAt}::timestamptz from automations
      where trigger_clocks.workspace_id = ${this.workspaceId} and automations.workspace_id = ${this.workspaceId}
        and automations.id = trigger_clocks.automation_id and automations.trigger_type = 'deal_idle'
      returning 1`.execute(this.db);
  }
}
