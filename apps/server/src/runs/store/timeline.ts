import type { GraphNode } from "@trilho/engine/contract";
import { type Kysely, type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { selectActivities, toActivity } from "../../areas/activities/activity-store.ts";
import type { NodePlace, TimelinePage, TimelineStore } from "../model/timeline-port.ts";
import { iso, ROW_BY_ROW } from "../../platform/database/columns.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import { runIsVisible } from "../../platform/database/visibility.ts";
import { type ChangerNames, changerNames, toChange } from "./run-changes.ts";
import { toEffect, toPlacedRun, toStep, type PlacedRow } from "./run-rows.ts";

/** Reasons of steps that a contact's answer is. */
const ANSWERED = ["button-pressed", "text-reply", "other-reply"];

export const createTimelineStore = (db: Kysely<Database>): TimelineStore => ({
  async lines(workspaceId, dealId, limit, after) {
    let query = selectActivities(db, workspaceId).where("activities.deal_id", "=", dealId);
    if (after !== null) {
      const at = sql`${new Date(after.at)}::timestamptz`;
      // Keys are made of what is of that instant alone.
      query = query.where(
        sql<SqlBool>`occurred_at <= ${at} and case when occurred_at < ${at} then true else ${LINE_KEY} < ${after.id} end`,
      );
    }
    const rows = await query
      .select(LINE_KEY.as("key"))
      .orderBy("activities.occurred_at", "desc")
      .orderBy("key", "desc")
      .limit(limit)
      .execute();
    return rows.map(({ key, ...row }) => ({ at: iso(row.occurred_at), key, activity: toActivity(row) }));
  },

  async deeds(page) {
    const { workspaceId, dealId } = page;
    // The steps with lines are gathered once: asked step by step, each would have the deal's whole history looked through.
    const which = sql`not own.is_done or (own.run_id, own.node_id) not in (select * from told)`;
    const { rows } = await sql<Entry<"run_effects">>`
      with told as materialized (
        select distinct actor_run_id, actor_node_id from activities
        where workspace_id = ${workspaceId} and deal_id = ${dealId}
          and actor_run_id in (select id from runs where ${reaching(page)}) and actor_node_id is not null
      )
      select own.*, placed.*, ${EFFECT_ID} as entry_id ${newest("run_effects", EFFECT_KEY, which, page)}`.execute(db);
    return rows.map((row) => ({ ...placeOf(row), effect: toEffect(row) }));
  },

  async changes(page) {
    const which = sql`num_nonnulls(own.by_member_id, own.by_run_id) > 0`;
    const { rows } = await sql<Entry<"run_changes"> & ChangerNames>`
      select own.*, placed.*, ${CHANGE_ID} as entry_id, ${changerNames("own")}
        ${newest("run_changes", CHANGE_KEY, which, page)}`.execute(db);
    return rows.map((row) => ({ ...placeOf(row), change: toChange(row) }));
  },

  async answers(page) {
    const which = sql`own.why->>'code' = any(${ANSWERED}::text[])`;
    const { rows } = await sql<Entry<"run_steps">>`
      select own.*, placed.*, ${ANSWER_ID} as entry_id ${newest("run_steps", ANSWER_KEY, which, page)}`.execute(db);
    return rows.map((row) => ({ ...placeOf(row), answer: toStep(row) }));
  },

  async runs(viewer, ids) {
    if (ids.length === 0) return [];
    const { rows } = await sql<PlacedRow>`
      select runs.*, automations.name as automation_name
      from runs join automations on automations.workspace_id = runs.workspace_id and automations.id = runs.automation_id
      where runs.workspace_id = ${viewer.workspaceId} and runs.id = any(${ids}::text[])
        and ${runIsVisible(viewer)}`.execute(db);
    return rows.map(toPlacedRun);
  },

  async nodes(workspaceId, places) {
    if (places.length === 0) return [];
    const { rows } = await sql<Omit<NodePlace, "nodeId"> & { node: GraphNode }>`
      select version.automation_id as "automationId", version.version, node.value as node
      from json_to_recordset(${JSON.stringify(byVersion(places))})
          as wanted ("automationId" text, version integer, "nodeIds" json)
        join automation_versions as version on version.workspace_id = ${workspaceId}
          and version.automation_id = wanted."automationId" and version.version = wanted.version
        cross join lateral json_array_elements(version.definition->'graphDefinition'->'nodes') as node (value)
      where node.value->>'id' in (select json_array_elements_text(wanted."nodeIds"))`.execute(db);
    return rows.map((row) => ({ ...row, nodeId: row.node.id }));
  },
});

type OfRuns = "run_effects" | "run_changes" | "run_steps";

/** A row with an id that no other entry of the timeline has, and its place there. */
type Entry<Table extends OfRuns> = Selectable<Database[Table]> & {
  entry_id: string;
  entry_at: Date;
  entry_key: string;
};

const placeOf = (row: Entry<OfRuns>) => ({
  id: row.entry_id,
  runId: row.run_id,
  at: iso(row.entry_at),
  key: row.entry_key,
});

/** What follows one node of a version has another id. */
const EFFECT_ID = sql`own.run_id || ':' || own.node_id`;
const CHANGE_ID = sql`'change:' || own.run_id || ':' || own.tick`;
const ANSWER_ID = sql`'answer:' || own.run_id || ':' || own.seq`;

/*
 * One tick of a run has one instant, so its keys tell what came first: the run, the steps in their order, what was done
 * to the run. At a step its lines come first, and its answer last. What no run did has led to what runs did.
 */
const KEY_DIGITS = 10;
const stepKey = (runId: RawBuilder<unknown>, seq: RawBuilder<unknown>, rest: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(${runId} || ':' || lpad(${seq}::text, ${sql.lit(KEY_DIGITS)}, '0') || ${rest}) collate "C"`;

/** When a run first came to a node. The steps of a run that was removed are gone. */
const firstSeq = (of: RawBuilder<unknown>, runId: RawBuilder<unknown>, nodeId: RawBuilder<unknown>) => sql`
  (select coalesce(min(step.seq), 0) from run_steps as step
    where step.workspace_id = ${of}.workspace_id and step.run_id = ${runId} and step.node_id = ${nodeId})`;

const [LINE_RUN, LINE_NODE] = [sql`activities.actor_run_id`, sql`activities.actor_node_id`];
const LINE_KEY = sql<string>`(case when ${LINE_RUN} is null then '!' || activities.id
  else ${stepKey(LINE_RUN, firstSeq(sql`activities`, LINE_RUN, LINE_NODE), sql`':0:' || activities.id`)} end) collate "C"`;
const [OWN_RUN, OWN_NODE] = [sql`own.run_id`, sql`own.node_id`];
const EFFECT_KEY = stepKey(OWN_RUN, firstSeq(sql`own`, OWN_RUN, OWN_NODE), sql`':1:' || own.node_id`);
const ANSWER_KEY = stepKey(OWN_RUN, sql`own.seq`, sql`':2'`);
const CHANGE_KEY = sql`(own.run_id || ':~' || lpad(own.tick::text, ${sql.lit(KEY_DIGITS)}, '0')) collate "C"`;

/** Without the time that was let pass until then in a test, whose rows go by its own clock. */
const ENTRY_AT = sql`(case when runs.clock_ahead_ms = 0 then own.at else own.at - (
  select coalesce(sum(passed.until - passed.at), interval '0') from (
    select each.at, (each.why->'params'->>'until')::timestamptz as until from run_changes as each
    where each.workspace_id = runs.workspace_id and each.run_id = runs.id
      and each.why->>'code' = 'time-passed-by-hand' ${ROW_BY_ROW}
  ) as passed where passed.until <= own.at) end)`;

/**
 * The newest rows that a table has of the deal's runs behind a position, as `own`. A key costs a look at the run's steps:
 * it is made for rows of the page, and of its last instant, alone.
 */
const newest = (
  table: OfRuns,
  key: RawBuilder<unknown>,
  which: RawBuilder<unknown>,
  page: TimelinePage,
): RawBuilder<unknown> => sql`
  from (
    select own.*, ${ENTRY_AT} as entry_at
    from runs cross join lateral (
      select each.* from ${sql.table(table)} as each
      where each.workspace_id = runs.workspace_id and each.run_id = runs.id ${ROW_BY_ROW}
    ) as own
    where ${reaching(page)} and (${which}) and ${behind(page, key)}
    order by entry_at desc fetch first ${page.limit} rows with ties
  ) as own cross join lateral (select ${key} as entry_key) as placed
  order by entry_at desc, entry_key desc limit ${page.limit}`;

/** Longer than a run's end and its last entry, of clocks of their own, can be apart. */
const APART = sql`interval '1 second'`;

/** The deal's runs that may have entries of the page. */
const reaching = ({ workspaceId, dealId, since }: TimelinePage): RawBuilder<unknown> => sql`
  runs.workspace_id = ${workspaceId} and runs.deal_id = ${dealId}
  and (${since}::timestamptz is null or runs.completed_at is null or runs.completed_at + ${APART} >= ${since}::timestamptz)`;

const behind = ({ after }: TimelinePage, key: RawBuilder<unknown>): RawBuilder<unknown> =>
  after === null ? sql`true` : sql`(${ENTRY_AT}, ${key}) < (${new Date(after.at)}::timestamptz, ${after.id})`;

/** Each version is read once. */
function byVersion(places: readonly NodePlace[]) {
  const versions = new Map<string, Omit<NodePlace, "nodeId"> & { nodeIds: string[] }>();
  for (const { nodeId, ...version } of places) {
    const key = JSON.stringify([version.automationId, version.version]);
    const known = versions.get(key);
    if (known === undefined) versions.set(key, { ...version, nodeIds: [nodeId] });
    else known.nodeIds.push(nodeId);
  }
  return [...versions.values()];
}
