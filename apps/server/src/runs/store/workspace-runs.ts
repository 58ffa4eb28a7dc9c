import { LIVE_STATUSES } from "@trilho/engine/contract";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { WorkspaceRunFilter, WorkspaceRuns } from "../model/workspace-run-ports.ts";
import type { Viewer } from "../../platform/security/principal.ts";
import { because } from "../model/changes.ts";
import type { RunTally } from "../model/watch.ts";
import { before, containing } from "../../platform/database/columns.ts";
import { cancelRuns } from "./run-changes.ts";
import { toPlacedRun, type PlacedRow } from "./run-rows.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import { runIsVisible } from "../../platform/database/visibility.ts";

export const createWorkspaceRuns = (db: Kysely<Database>, tally: RunTally): WorkspaceRuns => ({
  async list(viewer, filter, limit, after) {
    const behind = after === null ? sql`true` : before("runs.created_at", "runs.id", after);
    if (filter.dealSeq !== null) {
      const { rows } = await sql<PlacedRow>`
        select runs.*, automations.name as automation_name ${fromAll(viewer, filter)} and ${behind}
        order by runs.created_at desc, runs.id desc limit ${limit}`.execute(db);
      return rows.map(toPlacedRun);
    }
    // The newest of each automation, and in each state where these matter: there is an index that begins with both.
    const { rows } = await sql<PlacedRow>`
      select run.*, automations.name as automation_name
      from automations ${ofStatuses(filter)} cross join lateral (
        select runs.* from runs
        where runs.workspace_id = automations.workspace_id and runs.automation_id = automations.id
          and ${statusOf(filter)} and ${meant(viewer, filter)} and ${behind}
        order by runs.created_at desc, runs.id desc limit ${limit}
      ) as run
      where ${automationsOf(viewer, filter)}
      order by run.created_at desc, run.id desc limit ${limit}`.execute(db);
    return rows.map(toPlacedRun);
  },

  async count(viewer, filter) {
    const { rows } = await sql<{ runs: number; automations: number }>`
      select count(*)::integer as runs, count(distinct automations.id)::integer as automations
      ${fromAll(viewer, filter)}`.execute(db);
    return rows[0] ?? { runs: 0, automations: 0 };
  },

  async cancel(workspaceId, ids, by) {
    const areThese = sql`workspace_id = ${workspaceId} and id = any(${ids}::text[])`;
    const count = await cancelRuns(db, areThese, because("cancelled-by-hand"), by);
    tally({ what: "cancelled", count });
    return count;
  },
});

/** All runs that are meant. */
const fromAll = (viewer: Viewer, filter: WorkspaceRunFilter): RawBuilder<unknown> => sql`
  from automations ${ofStatuses(filter)} join runs
    on runs.workspace_id = automations.workspace_id and runs.automation_id = automations.id
      and ${statusOf(filter)} and ${meant(viewer, filter)}
  where ${automationsOf(viewer, filter)}`;

/** A run that is later than this is told as late. */
const LATE = sql`interval '1 minute'`;

/** What is due is in one of these. */
const statusesOf = ({ statuses, timing }: WorkspaceRunFilter): readonly string[] | null =>
  timing === null ? statuses : LIVE_STATUSES.filter((status) => statuses?.includes(status) ?? true);

function ofStatuses(filter: WorkspaceRunFilter): RawBuilder<unknown> {
  const statuses = statusesOf(filter);
  return statuses === null ? sql`` : sql`cross join unnest(${[...new Set(statuses)]}::text[]) as meant (status)`;
}

const statusOf = (filter: WorkspaceRunFilter): RawBuilder<unknown> =>
  statusesOf(filter) === null ? sql`true` : sql`runs.status = meant.status`;

function automationsOf({ workspaceId }: Viewer, { automationId }: WorkspaceRunFilter): RawBuilder<unknown> {
  const ofWorkspace = sql`automations.workspace_id = ${workspaceId}`;
  return automationId === null ? ofWorkspace : sql`${ofWorkspace} and automations.id = ${automationId}`;
}

function meant(
  viewer: Viewer,
  { dealSeq, version, nodeId, timing, error, reason, from, to, isTest }: WorkspaceRunFilter,
): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [runIsVisible(viewer)];
  if (dealSeq !== null) {
    conditions.push(sql`runs.deal_id = (
      select deals.id from deals where deals.workspace_id = ${viewer.workspaceId} and deals.seq = ${dealSeq})`);
  }
  if (version !== null) conditions.push(sql`runs.automation_version = ${version}`);
  if (nodeId !== null) conditions.push(sql`runs.current_node_id = ${nodeId}`);
  if (timing === "due") conditions.push(sql`runs.next_attempt_at <= now()`);
  if (timing === "late") conditions.push(sql`runs.next_attempt_at <= now() - ${LATE}`);
  if (error !== null) conditions.push(sql`lower(runs.last_error) like lower(${containing(error)})`);
  if (reason !== null) {
    conditions.push(sql`${reason} = (
      select change.why->>'code' from run_changes as change
      where change.workspace_id = runs.workspace_id and change.run_id = runs.id order by change.tick desc limit 1)`);
  }
  if (from !== null) conditions.push(sql`runs.created_at >= ${new Date(from)}`);
  if (to !== null) conditions.push(sql`runs.created_at < ${new Date(to)}`);
  if (isTest !== null) conditions.push(sql`runs.is_test = ${isTest}`);
  return sql.join(conditions, sql` and `);
}
