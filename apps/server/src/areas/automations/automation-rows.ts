import { randomUUID } from "node:crypto";
import type { Kysely, Selectable } from "kysely";
import { hookTokenOf } from "./hook-token.ts";
import type { Sealer } from "../../platform/security/sealer.ts";
import { fold, iso } from "../../platform/database/columns.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import type { AutomationDraft, AutomationReplacement, AutomationSecrets, StoredAutomation } from "./model.ts";
import type { Outline } from "../../platform/database/schema/outline.ts";
import { pausesOf, SERVER_PAUSE } from "./pause-rows.ts";

/** What a version keeps: all of the definition. Switching an automation on or off is no part of it. */
export type Definition = Omit<AutomationDraft, "enabled">;

type Row = Pick<Selectable<Database["automations"]>, "id" | "version" | "enabled" | "created_at" | "updated_at"> & {
  definition: string;
  paused_at: Date | null;
  workspace_paused_at: Date | null;
  server_paused_at: string | null;
};

/** The columns of a workspace's automations with their current definitions. */
export const selectAutomations = (db: Kysely<Database>, workspaceId: string) =>
  selectAllAutomations(db).where("automations.workspace_id", "=", workspaceId);

/** The same of all workspaces. */
export const selectAllAutomations = (db: Kysely<Database>) =>
  db
    .selectFrom("automations")
    .innerJoin("automation_versions as current", (join) =>
      join
        .onRef("current.workspace_id", "=", "automations.workspace_id")
        .onRef("current.automation_id", "=", "automations.id")
        .onRef("current.version", "=", "automations.version"),
    )
    .innerJoin("workspaces", "workspaces.id", "automations.workspace_id")
    .select((eb) => [
      "automations.id",
      "automations.version",
      "automations.enabled",
      "automations.created_at",
      "automations.updated_at",
      // As text: the driver parses JSON as it arrives, all of a page at once.
      eb.cast<string>("current.definition", "text").as("definition"),
      "automations.runs_paused_at as paused_at",
      "workspaces.runs_paused_at as workspace_paused_at",
      SERVER_PAUSE.as("server_paused_at"),
    ]);

export function toAutomation(row: Row): StoredAutomation {
  const { paused_at: automation, workspace_paused_at: workspace, server_paused_at: server } = row;
  const pauses = pausesOf({ automation, workspace, server });
  return {
    // Written by `insertVersion` alone, from a draft.
    ...(JSON.parse(row.definition) as Definition),
    id: row.id,
    version: row.version,
    enabled: row.enabled,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
    ...(pauses.length > 0 && { pauses }),
  };
}

/** The columns of `automations` that follow from its definition. */
export const automationColumns = (definition: Definition) => ({
  name: definition.name,
  name_folded: fold(definition.name),
  trigger_type: definition.triggerType,
  hook_token: hookTokenOf(definition),
  outline: JSON.stringify(outlineOf(definition)),
});

/** Beside its definition. */
interface NewAutomation {
  id?: string;
  createdAt?: Date;
  ownerId?: string | null;
  labels?: readonly string[];
}

const outlineOf = ({ scope, pipelineId, stageId, graphDefinition }: Definition): Outline => ({
  scope,
  pipelineId,
  stageId,
  steps: Array.isArray(graphDefinition["nodes"]) ? graphDefinition["nodes"].length : 0,
});

/** Inserts version 1, made now or at `createdAt`, and answers the new id. Runs in the caller's transaction. */
export async function insertAutomation(
  trx: Kysely<Database>,
  sealer: Sealer,
  workspaceId: string,
  draft: AutomationDraft,
  secrets: AutomationSecrets,
  { id = randomUUID(), createdAt, ownerId = null, labels = [] }: NewAutomation = {},
): Promise<string> {
  await trx
    .insertInto("automations")
    .values({
      ...automationColumns(draft),
      workspace_id: workspaceId,
      id,
      version: 1,
      enabled: draft.enabled,
      secrets: sealSecrets(sealer, workspaceId, id, secrets),
      owner_id: ownerId,
      labels: JSON.stringify(labels),
      ...(createdAt === undefined ? {} : { created_at: createdAt, updated_at: createdAt, on_since: createdAt }),
    })
    .execute();
  await insertVersion(trx, workspaceId, id, 1, draft);
  return id;
}

export async function insertVersion(
  trx: Kysely<Database>,
  workspaceId: string,
  automationId: string,
  version: number,
  draft: AutomationReplacement,
): Promise<void> {
  const { enabled: _, ...definition } = draft;
  await trx
    .insertInto("automation_versions")
    .values({
      workspace_id: workspaceId,
      automation_id: automationId,
      version,
      definition: JSON.stringify(definition satisfies Definition),
    })
    .execute();
}

/** Bound to the automation, so that sealed text copied to another row does not open there. */
const sealingContext = (workspaceId: string, id: string): string => `automation/${workspaceId}/${id}`;

export const sealSecrets = (sealer: Sealer, workspaceId: string, id: string, secrets: AutomationSecrets): string =>
  sealer.seal(JSON.stringify(secrets), sealingContext(workspaceId, id));

export function openSecrets(sealer: Sealer, workspaceId: string, id: string, sealed: string): AutomationSecrets {
  const text = sealer.open(sealed, sealingContext(workspaceId, id));
  if (text === null) throw new Error(`The secrets of automation ${id} do not open under this server's secret`);
  return { headers: [], ...(JSON.parse(text) as Omit<AutomationSecrets, "headers">) };
}
