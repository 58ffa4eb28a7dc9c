import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestStore, type TestStore } from "../../../testing/open-test-store.ts";

let opened: TestStore;
beforeAll(async () => {
  opened = await openTestStore();
});
afterAll(() => opened.close());

const namesOf = async (query: string): Promise<string[]> => {
  const { rows } = await sql.raw<{ name: string }>(query).execute(opened.db);
  return rows.map(({ name }) => name).toSorted();
};

/** Tables whose rows belong to a workspace. */
const OF_WORKSPACES = `select attrelid as id, attnum as workspace from pg_attribute
  where attname = 'workspace_id' and attnotnull and attrelid in (
    select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace)`;

/** Why a key of a workspace's table begins with something else. */
const OTHER_KEYS: Readonly<Record<string, readonly string[]>> = {
  "looked up before the workspace is known": ["api_keys_digest_key", "automations_of_hook", "channels_of_provider"],
  "due in any workspace": [
    "cadence_tasks_to_be_late",
    "cadence_tasks_to_come",
    "calendar_feeds_by_time",
    "media_assets_due",
    "runs_due",
    "run_migrations_next",
    "runs_failing",
    "trigger_clocks_due",
  ],
  "removed by age from all workspaces": [
    "activities_heavy",
    "automation_versions_age",
    "events_dispatched",
    "frozen_calls_at",
    "idempotency_keys_expiry",
    "outbox_age",
    "runs_ended",
    "runs_ended_tests",
    "webhook_deliveries_at",
  ],
  "counted or given up over all workspaces": ["messages_queued", "runs_live_by_status"],
};

/** Why what looks like the id of something is no foreign key. */
const NO_FOREIGN_KEYS: Readonly<Record<string, readonly string[]>> = {
  "what happened outlives what it names": [
    "activities.actor_api_key_id",
    "activities.actor_automation_id",
    "activities.actor_run_id",
    "activities.actor_user_id",
    "cadence_instances.stage_id",
    "conversations.last_message_channel_id",
    "conversations.last_message_id",
    "events.contact_id",
    "events.deal_id",
    "outbox.channel_id",
    "outbox.contact_id",
    "automation_changes.by_api_key_id",
    "automation_changes.by_member_id",
    "automation_drafts.by_api_key_id",
    "automation_drafts.by_member_id",
    "automation_reviews.by_api_key_id",
    "automation_reviews.by_member_id",
    "automation_reviews.sent_back_by_api_key_id",
    "automation_reviews.sent_back_by_member_id",
    "run_changes.by_api_key_id",
    "run_changes.by_member_id",
    "run_changes.by_run_id",
    "run_migrations.by_api_key_id",
    "run_migrations.by_member_id",
    "run_migrations.undone_by_api_key_id",
    "run_migrations.undone_by_member_id",
  ],
  "a run outlives what it names, and is the row that is written most": [
    "runs.awaits_contact_id",
    "runs.contact_id",
    "runs.deal_id",
    "runs.event_id",
  ],
  "a version and the history outlive their automation": [
    "automation_changes.automation_id",
    "automation_versions.automation_id",
  ],
  "a playbook outlives its stage": ["cadences.stage_id"],
  "is its conversation's": ["messages.contact_id"],
  "a custom field or a standard one": ["pipeline_fields.field"],
  "where a walk along ids has come to": [
    "run_migrations.after_id",
    "trigger_clocks.seen_id",
    "trigger_clocks.sweep_after",
  ],
  "is looked at once more, and would make removing runs dearer": [
    "automation_entries.run_id",
    "run_migration_items.run_id",
  ],
  "is made up here, and names no row": [
    "automations.hook_token",
    "events.chain_id",
    "idempotency_keys.claim",
    "runs.chain_id",
  ],
  "is a provider's or a client's": [
    "contact_identities.external_id",
    "deal_external_ids.external_id",
    "early_statuses.external_id",
    "messages.external_id",
    "messages.idempotency_key",
    "outbox.idempotency_key",
    "runs.awaits_message_id",
  ],
};

/** What the service deletes, or what goes with it. */
const DELETED = `automations, automation_versions, cadences, calendar_feeds, companies, contacts, conversations, custom_fields,
  files, meetings, messages, notes, runs, stages, tags`;

/** Why a deletion may look through all rows of a workspace. */
const WITHOUT_INDEX: Readonly<Record<string, readonly string[]>> = {
  "a workspace has few": [
    "pipelines_workspace_id_attendance_queue_stage_id_fkey",
    "pipelines_workspace_id_exit_stage_id_fkey",
    "stages_workspace_id_required_milestone_field_id_fkey",
  ],
  "definitions are seldom deleted": ["cadence_instances_workspace_id_cadence_id_fkey"],
};

describe("the schema", () => {
  test("has the workspace first in every key of its tables, but for those with a reason", async () => {
    const others = await namesOf(`
      select indexrelid::regclass::text as name from pg_index join (${OF_WORKSPACES}) as tables on id = indrelid
      where indkey[0] <> workspace`);
    expect(others).toEqual(Object.values(OTHER_KEYS).flat().toSorted());
  });

  test("has the workspace first in every foreign key", async () => {
    const others = await namesOf(`
      select conname as name from pg_constraint join (${OF_WORKSPACES}) as tables on id = conrelid
      where contype = 'f' and conkey[1] <> workspace`);
    expect(others).toEqual([]);
  });

  test("leads every row of a workspace to it", async () => {
    const lost = await namesOf(`
      select id::regclass::text as name from (${OF_WORKSPACES}) as tables
      where not exists (
        select from pg_constraint as key
        where contype = 'f' and conrelid = id and not exists (
          select from pg_attribute where attrelid = id and attnum = any (conkey) and not attnotnull))`);
    expect(lost).toEqual([]);
  });

  test("has a foreign key for every id of something else, but for those with a reason", async () => {
    const without = await namesOf(`
      select id::regclass || '.' || attname as name from pg_attribute join (${OF_WORKSPACES}) as tables on id = attrelid
      where attnum > 0 and attname not in ('id', 'key') and attcollation = '"C"'::regcollation
        and not exists (select from pg_constraint where contype = 'f' and conrelid = id and attnum = any (conkey))`);
    expect(without).toEqual(Object.values(NO_FOREIGN_KEYS).flat().toSorted());
  });

  test("finds by an index what names something that is deleted, but for those with a reason", async () => {
    const without = await namesOf(`
      select conname as name from pg_constraint where contype = 'f' and confrelid = any ('{${DELETED}}'::regclass[])
        and not exists (
          select from pg_index where indrelid = conrelid
            and (indkey::smallint[])[0:cardinality(conkey) - 1] = conkey
            and (indpred is null or pg_get_expr(indpred, indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$'))`);
    expect(without).toEqual(Object.values(WITHOUT_INDEX).flat().toSorted());
  });
});
