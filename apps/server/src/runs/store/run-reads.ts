import type { AutomationRunDetail, AutomationWaiting } from "@trilho/contract";
import { type Kysely, sql } from "kysely";
import type { RecordedRun, RunPlace, RunRecords } from "../model/record-ports.ts";
import type { Viewer } from "../../platform/security/principal.ts";
import { isoOrNull } from "../../platform/database/columns.ts";
import { readChanges } from "./run-changes.ts";
import { readStats } from "./run-counts.ts";
import { listRuns, toEffect, toRun, toStep } from "./run-rows.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import { inSnapshot } from "../../platform/database/transaction.ts";
import { dealIsVisible, oneContactIsVisible, runIsVisible } from "../../platform/database/visibility.ts";
import type { StoredAutomation } from "../../areas/automations/model.ts";
import { displayNameOf } from "../../areas/contacts/model.ts";

export function createRunRecords(db: Kysely<Database>): RunRecords {
  return {
    list: (viewer, id, filter, limit, position) => listRuns(db, viewer, id, filter, limit, position),

    read: (viewer, place) => inSnapshot(db, (trx) => readRun(trx, viewer, place)),

    async deals(viewer, ids) {
      if (ids.length === 0) return [];
      return db
        .selectFrom("deals")
        .select(["id", "seq", "name"])
        .where("workspace_id", "=", viewer.workspaceId)
        .where("id", "in", ids)
        .where(dealIsVisible(viewer))
        .execute();
    },

    stats: (workspaceId, automationId, period, isWithWays) =>
      readStats(db, { workspaceId, automationId }, period, isWithWays),

    waiting: (workspaceId, automationId) => readWaiting(db, workspaceId, automationId),

    async versions(workspaceId, automationId, versions) {
      if (versions.length === 0) return [];
      const rows = await db
        .selectFrom("automation_versions")
        .select(["version", "definition"])
        .where("workspace_id", "=", workspaceId)
        .where("automation_id", "=", automationId)
        .where("version", "in", versions)
        .orderBy("version", "desc")
        .execute();
      return rows.map(({ version, definition }) => ({
        version,
        graphDefinition: (definition as StoredAutomation).graphDefinition,
      }));
    },
  };
}

async function readRun(
  db: Kysely<Database>,
  viewer: Viewer,
  { automationId, runId }: RunPlace,
): Promise<RecordedRun | null> {
  const { workspaceId } = viewer;
  const row = await db
    .selectFrom("runs")
    .innerJoin("automations", (join) =>
      join
        .onRef("automations.workspace_id", "=", "runs.workspace_id")
        .onRef("automations.id", "=", "runs.automation_id"),
    )
    .innerJoin("automation_versions as version", (join) =>
      join
        .onRef("version.workspace_id", "=", "runs.workspace_id")
        .onRef("version.automation_id", "=", "runs.automation_id")
        .onRef("version.version", "=", "runs.automation_version"),
    )
    .leftJoin("deals", (join) =>
      join.onRef("deals.workspace_id", "=", "runs.workspace_id").onRef("deals.id", "=", "runs.deal_id"),
    )
    .where("runs.workspace_id", "=", workspaceId)
    .where("runs.automation_id", "=", automationId)
    .where("runs.id", "=", runId)
    .where(runIsVisible(viewer))
    .selectAll("runs")
    .select(["version.definition", "deals.seq as deal_seq", "deals.name as deal_name"])
    .executeTakeFirst();
  if (row === undefined) return null;
  const definition = row.definition as StoredAutomation;
  const steps = await readSteps(db, workspaceId, runId);
  const effects = await readEffects(db, workspaceId, runId);
  const changes = await readChanges(db, workspaceId, runId);
  const contact = await readContact(db, viewer, row.contact_id);
  const more: RecordedRun["more"] = {
    phase: row.state.phase,
    ...(row.clock_ahead_ms > 0 && { clockAheadMs: row.clock_ahead_ms }),
    leaseUntil: isoOrNull(row.lease_until),
    deal: row.deal_seq === null ? null : { id: row.deal_id ?? "", seq: row.deal_seq, name: row.deal_name ?? "" },
    contact: contact === undefined ? null : { id: contact.id, displayName: displayNameOf(contact) },
    event: row.event as RecordedRun["more"]["event"],
    steps,
    effects,
    changes,
    respectBusinessHours: definition.respectBusinessHours,
    graphDefinition: definition.graphDefinition,
  };
  return { run: toRun(row), more };
}

const readContact = (db: Kysely<Database>, viewer: Viewer, id: string | null) =>
  db
    .selectFrom("contacts")
    .select(["id", "seq", "name", "first_name as firstName", "last_name as lastName"])
    .select(["phone", "email", "instagram_username as instagramUsername"])
    .where("workspace_id", "=", viewer.workspaceId)
    .where("id", "=", id)
    .where(oneContactIsVisible(viewer))
    .executeTakeFirst();

async function readSteps(
  db: Kysely<Database>,
  workspaceId: string,
  runId: string,
): Promise<AutomationRunDetail["steps"]> {
  const rows = await db
    .selectFrom("run_steps")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("run_id", "=", runId)
    .orderBy("seq")
    .execute();
  return rows.map(toStep);
}

async function readEffects(
  db: Kysely<Database>,
  workspaceId: string,
  runId: string,
): Promise<AutomationRunDetail["effects"]> {
  const rows = await db
    .selectFrom("run_effects")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("run_id", "=", runId)
    .orderBy("at")
    .orderBy("node_id")
    .execute();
  return rows.map(toEffect);
}

async function readWaiting(
  db: Kysely<Database>,
  workspaceId: string,
  automationId: string,
): Promise<AutomationWaiting["waiting"]> {
  const rows = await db
    .selectFrom("runs")
    .where("workspace_id", "=", workspaceId)
    .where("automation_id", "=", automationId)
    .where("is_test", "=", false)
    .where("status", "=", "waiting")
    .groupBy(["current_node_id", "automation_version"])
    .select((eb) => [
      "current_node_id",
      "automation_version",
      sql<string>`count(*)`.as("runs"),
      sql<string>`count(*) filter (where waiting_for_reply)`.as("awaiting_reply"),
      eb.fn.min("next_attempt_at").as("next_attempt_at"),
    ])
    .orderBy("automation_version", "desc")
    .orderBy("current_node_id")
    .execute();
  return rows.map((row) => ({
    nodeId: row.current_node_id,
    automationVersion: row.automation_version,
    runs: Number(row.runs),
    awaitingReply: Number(row.awaiting_reply),
    nextAttemptAt: isoOrNull(row.next_attempt_at),
  }));
}
