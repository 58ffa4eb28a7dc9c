import { DAY_MS } from "@trilho/engine";
import { type Kysely, sql } from "kysely";
import { idleMsOf } from "../../../areas/automations/trigger-settings.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { BATCH, type Clock, goOn, insertTimed, LOOK_EVERY_MS } from "./trigger-events.ts";
import { isBusy } from "./trigger-store.ts";

interface Line {
  id: string;
  deal_id: string;
  occurred_at: Date;
  contact_id: string | null;
  pipeline_id: string | null;
  stage_id: string | null;
  is_last: boolean;
}

/** History lines that count as activity, as the index `activities_of_people` has them. */
const ofPeople = (alias: string) =>
  sql.raw(
    `(${alias}.actor_type <> 'automation' or ${alias}.type in ('DEAL_CREATED', 'STAGE_CHANGED', 'DEAL_REOPENED'))`,
  );

/** A session that is left within a transaction holds nobody's deals up for longer. */
const LONGEST_MS = DAY_MS;

/**
 * Lines bear the time at which their transaction began, and are not to be seen before it ends: what began before this
 * may still come. Asked before the lines are read, so that of those which end in between the lines are seen.
 */
async function unwrittenSince(trx: Kysely<Database>, now: number): Promise<number> {
  const { rows } = await sql<{ since: Date | null }>`
    select min(xact_start) as since from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(trx);
  // The one that began at this very time is not to be passed either.
  const since = rows[0]?.since?.getTime() ?? now + 1;
  return Math.max(since - 1, now - LONGEST_MS);
}

/**
 * A deal has been idle for a time when a line of its history is that old and the last one. So each look goes through the
 * lines that became that old since the look before, each once, however many deals there are.
 */
export async function emitIdleEvents(trx: Kysely<Database>, clock: Clock, now: number): Promise<void> {
  const { row, automation } = clock;
  const isWaiting = await isBusy(trx, row.workspace_id, BATCH);
  if (isWaiting) return goOn(trx, row, { next_at: new Date(now + LOOK_EVERY_MS) });
  const until = new Date(Math.min(now - idleMsOf(automation), await unwrittenSince(trx, now)));
  const { scope, pipelineId, stageId } = automation;
  const { rows } = await sql<Line>`
    select lines.*, deals.contact_id, deals.pipeline_id, deals.stage_id,
      deals.id is not null and not exists (
        select 1 from activities as later
        where later.workspace_id = ${row.workspace_id} and later.deal_id = lines.deal_id
          and (later.occurred_at, later.id) > (lines.occurred_at, lines.id) and ${ofPeople("later")}
      ) as is_last
    from (
      select activities.id, deal_id, occurred_at from activities
      where workspace_id = ${row.workspace_id} and ${ofPeople("activities")}
        and (occurred_at, id) > (${row.seen_at}::timestamptz, ${row.seen_id}::text) and occurred_at <= ${until}
      order by occurred_at, id
      limit ${BATCH}
    ) as lines
    left join deals on deals.workspace_id = ${row.workspace_id} and deals.id = lines.deal_id
      and deals.status = 'open'
      and (${scope} <> 'pipeline' or deals.pipeline_id = ${pipelineId}::text)
      and (${scope} <> 'stage' or deals.stage_id = ${stageId}::text)
    order by lines.occurred_at, lines.id`.execute(trx);
  const idle = rows.filter(({ is_last: isLast }) => isLast);
  const events = idle.map((line) => ({
    id: `idle_${row.automation_id}_${line.id}`,
    dealId: line.deal_id,
    contactId: line.contact_id,
    payload: {
      idleSince: line.occurred_at.toISOString(),
      idleSeconds: idleMsOf(automation) / 1000,
      pipelineId: line.pipeline_id,
      stageId: line.stage_id,
    },
  }));
  await insertTimed(trx, clock, events);
  const last = rows.at(-1);
  const isFull = rows.length === BATCH;
  await goOn(trx, row, {
    next_at: new Date(isFull ? now : now + LOOK_EVERY_MS),
    ...(last !== undefined && { seen_at: last.occurred_at, seen_id: last.id }),
  });
}
