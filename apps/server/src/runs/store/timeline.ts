import type { GraphNode } from "@trilho/engine/contract";
import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { NodePlace, TimelineStore } from "../model/timeline-port.ts";
import { ROW_BY_ROW } from "../../platform/database/columns.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import { runIsVisible } from "../../platform/database/visibility.ts";
import { type ChangerNames, changerNames, toChange } from "./run-changes.ts";
import { toEffect, toPlacedRun, toStep, type PlacedRow } from "./run-rows.ts";

/** Reasons of steps that a contact's answer is. */
const ANSWERED = ["button-pressed", "text-reply", "other-reply"];

export const createTimelineStore = (db: Kysely<Database>): TimelineStore => ({
  async deeds(...page) {
    const [workspaceId, dealId] = page;
    // The steps with lines are gathered once: asked step by step, each would have the deal's whole history looked through.
    const { rows } = await sql<Entry<"run_effects">>`
      with told as materialized (
        select distinct actor_run_id, actor_node_id from activities
        where workspace_id = ${workspaceId} and deal_id = ${dealId}
          and actor_run_id is not null and actor_node_id is not null
      )
      select own.*, ${EFFECT_ID} as entry_id ${ofItsRuns("run_effects", EFFECT_ID, page)}
        and (not own.is_done or (own.run_id, own.node_id) not in (select * from told))
      ${newest(page)}`.execute(db);
    return rows.map((row) => ({ id: row.entry_id, runId: row.run_id, effect: toEffect(row) }));
  },

  async changes(...page) {
    const { rows } = await sql<Entry<"run_changes"> & ChangerNames>`
      select own.*, ${CHANGE_ID} as entry_id, ${changerNames("own")} ${ofItsRuns("run_changes", CHANGE_ID, page)}
        and num_nonnulls(own.by_member_id, own.by_run_id) > 0
      ${newest(page)}`.execute(db);
    return rows.map((row) => ({ id: row.entry_id, runId: row.run_id, change: toChange(row) }));
  },

  async answers(...page) {
    const { rows } = await sql<Entry<"run_steps">>`
      select own.*, ${ANSWER_ID} as entry_id ${ofItsRuns("run_steps", ANSWER_ID, page)}
        and own.why->>'code' = any(${ANSWERED}::text[])
      ${newest(page)}`.execute(db);
    return rows.map((row) => ({ id: row.entry_id, runId: row.run_id, answer: toStep(row) }));
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

type Page = Parameters<TimelineStore["changes"]>;
type OfRuns = "run_effects" | "run_changes" | "run_steps";

/** A row with an id that no other entry of the timeline has. */
type Entry<Table extends OfRuns> = Selectable<Database[Table]> & { entry_id: string };

/** What follows one node of a version has another id. */
const EFFECT_ID = sql`(own.run_id || ':' || own.node_id) collate "C"`;
const CHANGE_ID = sql`('change:' || own.run_id || ':' || own.tick) collate "C"`;
const ANSWER_ID = sql`('answer:' || own.run_id || ':' || own.seq) collate "C"`;

/** What a table has of the deal's runs, as `own`, behind a position. */
const ofItsRuns = (
  table: OfRuns,
  id: RawBuilder<unknown>,
  [workspaceId, dealId, , after]: Page,
): RawBuilder<unknown> => sql`
  from runs cross join lateral (
    select each.* from ${sql.table(table)} as each
    where each.workspace_id = runs.workspace_id and each.run_id = runs.id ${ROW_BY_ROW}
  ) as own
  where runs.workspace_id = ${workspaceId} and runs.deal_id = ${dealId}
    and ${after === null ? sql`true` : sql`(own.at, ${id}) < (${new Date(after.at)}::timestamptz, ${after.id})`}`;

const newest = ([, , limit]: Page): RawBuilder<unknown> => sql`order by own.at desc, entry_id desc limit ${limit}`;

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
