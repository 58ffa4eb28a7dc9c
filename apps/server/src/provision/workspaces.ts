import { randomUUID } from "node:crypto";
import { type Kysely, type Selectable, sql } from "kysely";
import { normaliseLossReasons } from "../areas/reference/pipelines/loss-reasons.ts";
import type { Database } from "../platform/database/schema/database.ts";
import { insertDefaultPipeline } from "../areas/reference/pipelines/pipeline-rows.ts";
import { approveStored } from "../platform/database/workspace-rows.ts";
import { changesOf } from "./changes.ts";
import { applyTemplates } from "./templates.ts";
import type { ProvisionChannel, ProvisionWorkspace } from "./file.ts";

/** Makes or updates the workspace and answers its id. A new one gets a pipeline, so that it can be used at once. */
export async function applyWorkspace(trx: Kysely<Database>, workspace: ProvisionWorkspace): Promise<string> {
  const stored = await trx.selectFrom("workspaces").selectAll().where("slug", "=", workspace.slug).executeTakeFirst();
  if (stored === undefined) return insertWorkspace(trx, workspace);
  const changes = changesOf<"workspaces">(stored, toColumns(workspace, stored.time_zone));
  if (changes !== null) {
    if (changes.automation_review === true) await approveStored(trx, stored.id);
    await trx
      .updateTable("workspaces")
      .set({ ...changes, updated_at: sql`now()` })
      .where("id", "=", stored.id)
      .execute();
  }
  return stored.id;
}

async function insertWorkspace(trx: Kysely<Database>, workspace: ProvisionWorkspace): Promise<string> {
  const timeZone = workspace.timeZone ?? "America/Sao_Paulo";
  const { features, quotas, business_hours, loss_reasons, automation_review } = toColumns(workspace, timeZone);
  const id = randomUUID();
  await trx
    .insertInto("workspaces")
    .values({
      id,
      slug: workspace.slug,
      name: workspace.name,
      time_zone: timeZone,
      locale: workspace.locale ?? "pt-BR",
      features: JSON.stringify(features ?? []),
      quotas: JSON.stringify(quotas ?? {}),
      business_hours: business_hours === undefined || business_hours === null ? null : JSON.stringify(business_hours),
      loss_reasons: JSON.stringify(loss_reasons ?? []),
      automation_review: automation_review ?? false,
    })
    .execute();
  if (workspace.quotas?.["pipelines"] !== 0) {
    await insertDefaultPipeline(trx, id, { position: 0, name: "Vendas", description: null });
  }
  return id;
}

/** The columns that the file speaks of, JSON as values. */
function toColumns(workspace: ProvisionWorkspace, timeZone: string): Partial<Selectable<Database["workspaces"]>> {
  const { name, locale, features, quotas, businessHours, lossReasons, automationReview } = workspace;
  return {
    name,
    ...(workspace.timeZone === undefined ? {} : { time_zone: workspace.timeZone }),
    ...(locale === undefined ? {} : { locale }),
    ...(features === undefined ? {} : { features }),
    ...(quotas === undefined ? {} : { quotas }),
    ...(businessHours === undefined
      ? {}
      : { business_hours: businessHours && { timeZone: workspace.timeZone ?? timeZone, ...businessHours } }),
    ...(automationReview === undefined ? {} : { automation_review: automationReview }),
    ...(lossReasons === undefined ? {} : { loss_reasons: normaliseLossReasons(lossReasons) }),
  };
}

export async function applyChannels(
  trx: Kysely<Database>,
  workspaceId: string,
  channels: readonly ProvisionChannel[],
): Promise<void> {
  for (const channel of channels) {
    await applyChannel(trx, workspaceId, channel);
    if (channel.templates !== undefined) await applyTemplates(trx, workspaceId, channel.id, channel.templates);
  }
  const chosen = channels.find(({ isDefault }) => isDefault === true);
  if (chosen === undefined) return;
  await trx
    .updateTable("channels")
    .set({ is_default: false })
    .where("workspace_id", "=", workspaceId)
    .where("id", "!=", chosen.id)
    .where("is_default", "=", true)
    .execute();
}

async function applyChannel(
  trx: Kysely<Database>,
  workspaceId: string,
  { id, kind, name, phoneNumberId, businessAccountId, isDefault }: ProvisionChannel,
): Promise<void> {
  const stored = await trx
    .selectFrom("channels")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (stored === undefined) {
    await trx
      .insertInto("channels")
      .values({
        workspace_id: workspaceId,
        id,
        kind,
        name,
        phone_number_id: phoneNumberId ?? null,
        business_account_id: businessAccountId ?? null,
        is_default: isDefault ?? false,
      })
      .execute();
    return;
  }
  const changes = changesOf<"channels">(stored, {
    kind,
    name,
    ...(phoneNumberId === undefined ? {} : { phone_number_id: phoneNumberId }),
    ...(businessAccountId === undefined ? {} : { business_account_id: businessAccountId }),
    ...(isDefault === undefined ? {} : { is_default: isDefault }),
  });
  if (changes === null) return;
  await trx.updateTable("channels").set(changes).where("workspace_id", "=", workspaceId).where("id", "=", id).execute();
}
