import type { GraphNode } from "@trilho/engine/contract";
import { type Kysely, type Selectable, sql } from "kysely";
import type { NodePlace, TimelineStore } from "../model/timeline-port.ts";
import { ROW_BY_ROW } from "../../platform/database/columns.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import { runIsVisible } from "../../platform/database/visibility.ts";
import { changesOfDeal } from "./run-changes.ts";
import { toEffect, toPlacedRun, toStep, type PlacedRow } from "./run-rows.ts";

/** What follows one node of a version has another id. */
const ENTRY_ID = sql`(effect.run_id || ':' || effect.node_id) collate "C"`;

const ANSWER_ID = sql`('answer:' || step.run_id || ':' || step.seq) collate "C"`;

/** Reasons of steps that a contact's answer is. */
const ANSWERED = ["button-pressed", "text-reply", "other-reply"];

export const createTimelineStore = (db: Kysely<Database>): TimelineStore => ({
  async deeds(workspaceId, dealId, limit, after) {
    const behind =
      after === null ? sql`true` : sql`(effect.at, ${ENTRY_ID}) < (${new Date(after.at)}::timestamptz, ${after.id})`;
    // The steps with lines are gathered once: asked step by step, each would have the deal's whole history looked through.
    const { rows } = await sql<Selectable<Database["run_effects"]> & { entry_id: string }>`
      with told as materialized (
        select distinct actor_run_id, actor_node_id from activities
        where workspace_id = ${workspaceId} and deal_id = ${dealId}
          and actor_run_id is not null and actor_node_id is not null
      )
      select effect.*, ${ENTRY_ID} as entry_id
      from runs cross join lateral (
          select own.* from run_effects as own
          where own.workspace_id = runs.workspace_id and own.run_id = runs.id ${ROW_BY_ROW}
        ) as effect
      where runs.workspace_id = ${workspaceId} and runs.deal_id = ${dealId} and ${behind}
        and (not effect.is_done or (effect.run_id, effect.node_id) not in (select * from told))
      order by effect.at desc, entry_id desc limit ${limit}`.execute(db);
    return rows.map((row) => ({ id: row.entry_id, runId: row.run_id, effect: toEffect(row) }));
  },

  changes: (workspaceId, dealId, limit, after) => changesOfDeal(db, workspaceId, dealId, limit, after),

  async answers(workspaceId, dealId, limit, after) {
    const behind =
      after === null ? sql`true` : sql`(step.at, ${ANSWER_ID}) < (${new Date(after.at)}::timestamptz, ${after.id})`;
    const { rows } = await sql<Selectable<Database["run_steps"]> & { answer_id: string }>`
      select step.*, ${ANSWER_ID} as answer_id
      from runs cross join lateral (
          select own.* from run_steps as own
          where own.workspace_id = runs.workspace_id and own.run_id = runs.id ${ROW_BY_ROW}
        ) as step
      where runs.workspace_id = ${workspaceId} and runs.deal_id = ${dealId} and ${behind}
        and step.why->>'code' = any(${ANSWERED}::text[])
      order by step.at desc, answer_id desc limit ${limit}`.execute(db);
    return rows.map((row) => ({ id: row.answer_id, runId: row.run_id, answer: toStep(row) }));
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
