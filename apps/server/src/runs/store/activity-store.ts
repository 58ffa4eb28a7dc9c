import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema/database.ts";
import { type ActivityCounts, type DayCount, OUTCOMES, USUAL_DAYS } from "../model/activity.ts";
import { IS_LIVE } from "./run-changes.ts";

export const createActivityCounts = (db: Kysely<Database>): ActivityCounts => ({
  async days(timeZone, before) {
    const { rows } = await sql<{ date: string; from: Date }>`
      select to_char(day, 'YYYY-MM-DD') as date, day at time zone ${timeZone} as "from"
      from generate_series(
        date_trunc('day', now() at time zone ${timeZone}) - make_interval(days => ${before}::integer),
        date_trunc('day', now() at time zone ${timeZone}), interval '1 day') as day
      order by day`.execute(db);
    return rows.map(({ date, from }) => ({ date, from: from.getTime() }));
  },

  async starts(workspaceId, days, from) {
    const begins = days.map((day) => new Date(day.from).toISOString());
    const { rows } = await sql<StartsRow>`
      select automations.id, automations.enabled, automations.on_since, newest.created_at as last_started_at,
        counted.counts
      from automations
      left join lateral (
        select created_at from runs
        where workspace_id = automations.workspace_id and automation_id = automations.id and not is_test
        order by created_at desc, id desc limit 1
      ) as newest on true
      left join lateral (
        select string_agg(day || ' ' || outcome || ' ' || runs, ' ') as counts from (
          select width_bucket(created_at, ${begins}::timestamptz[]) - 1 as day, ${OUTCOME} as outcome, count(*) as runs
          from runs
          where workspace_id = automations.workspace_id and automation_id = automations.id and not is_test
            and created_at >= least(
              ${new Date(from)}::timestamptz, newest.created_at - make_interval(days => ${USUAL_DAYS + 1}::integer))
          group by 1, 2
        ) as by_day
        where day >= 0
      ) as counted on true
      where automations.workspace_id = ${workspaceId}`.execute(db);
    return rows.map((row) => ({
      automationId: row.id,
      enabled: row.enabled,
      onSince: row.on_since.getTime(),
      lastStartedAt: row.last_started_at?.getTime() ?? null,
      counts: countsIn(row.counts),
    }));
  },
});

interface StartsRow {
  id: string;
  enabled: boolean;
  on_since: Date;
  last_started_at: Date | null;
  counts: string | null;
}

/** The place of what a run has come to among `OUTCOMES`. */
const OUTCOME = sql`case when ${IS_LIVE} then 2 when status = 'completed' then 0
  when status in ('failed', 'dead_letter') then 1 else 3 end`;

/** One text an automation: a row for each day and outcome would take longer to read than to count. */
function countsIn(text: string | null): DayCount[] {
  const numbers = text === null ? [] : text.split(" ").map(Number);
  return Array.from({ length: numbers.length / 3 }, (_, at) => ({
    day: numbers[at * 3] ?? 0,
    outcome: OUTCOMES[numbers[at * 3 + 1] ?? 0] ?? "stopped",
    runs: numbers[at * 3 + 2] ?? 0,
  }));
}
