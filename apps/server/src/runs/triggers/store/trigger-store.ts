import { type Kysely, sql } from "kysely";
import type { TriggerStore } from "../../model/trigger-ports.ts";
import type { Sealer } from "../../../platform/security/sealer.ts";
import { openSecrets, selectAllAutomations, toAutomation } from "../../../areas/automations/automation-rows.ts";
import { canBeStored } from "../../../platform/database/columns.ts";
import { findContactByEmail, findContactByPhone } from "../../../areas/contacts/contact-rows.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { traceHeader } from "../../../platform/tracing/tracing.ts";

/** What marks of chains are sealed for. */
const CHAIN = "chain of runs";

export const createTriggerStore = (db: Kysely<Database>, sealer: Sealer): TriggerStore => ({
  async hook(token) {
    if (!canBeStored(token)) return null;
    const row = await selectAllAutomations(db)
      .modifyFront(sql.raw("/* ready: hook */"))
      .where("automations.hook_token", "=", token)
      .where("automations.enabled", "=", true)
      .select(["automations.workspace_id", "secrets", "time_zone", "locale"])
      .select(sql<string>`automations.xmin::text`.as("row_version"))
      .executeTakeFirst();
    if (row === undefined) return null;
    const { workspace_id: workspaceId, id, secrets, time_zone: timeZone, locale } = row;
    const opened = openSecrets(sealer, workspaceId, id, secrets);
    const { row_version: rowVersion } = row;
    const { graphDefinition: _, ...automation } = toAutomation(row);
    return { workspaceId, token, rowVersion, automation, secrets: opened, timeZone, locale };
  },

  markOf: ({ id, depth }) => sealer.seal(JSON.stringify([id, depth]), CHAIN),

  chainOf(mark) {
    const opened = sealer.open(mark, CHAIN);
    if (opened === null) return null;
    // Written by `markOf` alone.
    const [id, depth] = JSON.parse(opened) as [string, number];
    return { id, depth };
  },

  async takeOf({ workspaceId, automation, rowVersion }, eventId, payload, chain, dealSeq) {
    const { rows } = await sql<{ is_current: boolean; is_taken: boolean }>`/* ready: take_call */
      with hook as materialized (
        select workspace_id from automations
        where workspace_id = ${workspaceId} and id = ${automation.id} and xmin = ${rowVersion}::text::xid
      ), taken as (
        insert into events (workspace_id, id, type, deal_id, contact_id, payload, chain_id, depth)
        select hook.workspace_id, ${eventId}::text, 'incoming_webhook', deals.id, deals.contact_id,
          ${traced(payload)}::json, ${chain?.id ?? null}::text, ${chain === null ? 0 : chain.depth + 1}::integer
        from hook left join deals on deals.workspace_id = hook.workspace_id and deals.seq = ${dealSeq}
        where deals.id is not null or ${dealSeq}::integer is null
        on conflict (workspace_id, id) do nothing returning 1
      )
      select exists (select from hook) as is_current, exists (select from taken) as is_taken`.execute(db);
    const [row] = rows;
    if (row?.is_taken) return "taken";
    return row?.is_current ? "open" : "changed";
  },

  async take(workspaceId, eventId, payload, chain) {
    const inserted = await db
      .insertInto("events")
      .values({
        workspace_id: workspaceId,
        id: eventId,
        type: "incoming_webhook",
        deal_id: null,
        contact_id: null,
        payload: traced(payload),
        chain_id: chain?.id ?? null,
        depth: chain === null ? 0 : chain.depth + 1,
      })
      .onConflict((conflict) => conflict.columns(["workspace_id", "id"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    return inserted !== undefined;
  },

  async bodyOf(workspaceId, eventId) {
    const { payload } = await db
      .selectFrom("events")
      .select("payload")
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", eventId)
      .executeTakeFirstOrThrow();
    return payload["body"];
  },

  async assign(workspaceId, eventId, { dealId, contactId }, payload) {
    await db
      .updateTable("events")
      .set({
        deal_id: dealId,
        contact_id: contactId,
        ...(payload !== undefined && { payload: traced(payload) }),
      })
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", eventId)
      .execute();
  },

  async subjectOf(workspaceId, phone, email, pipelineId) {
    const contact =
      (phone === null ? null : await findContactByPhone(db, workspaceId, phone)) ??
      (email === null ? null : await findContactByEmail(db, workspaceId, email));
    if (contact === null) return null;
    let deals = db
      .selectFrom("deals")
      .select("id")
      .where("workspace_id", "=", workspaceId)
      .where("contact_id", "=", contact.id)
      .where("status", "=", "open");
    if (pipelineId !== null) deals = deals.where("pipeline_id", "=", pipelineId);
    const deal = await deals.orderBy("created_at", "desc").orderBy("id", "desc").limit(1).executeTakeFirst();
    return { dealId: deal?.id ?? null, contactId: contact.id };
  },
});

/** As text, with the trace in which it happens. */
const traced = (payload: object): string => JSON.stringify({ ...payload, ...traceHeader() });

/** Whether a workspace has as many events to take care of as it should have: what can wait does. */
export async function isBusy(db: Kysely<Database>, workspaceId: string, limit: number): Promise<boolean> {
  const { rows } = await sql<{ waiting: string }>`
    select count(*) as waiting from (
      select 1 from events where workspace_id = ${workspaceId} and dispatched_at is null limit ${limit}
    ) as events`.execute(db);
  return Number(rows[0]?.waiting ?? 0) >= limit;
}
