import type { JsonObject } from "@trilho/engine";
import type { Generated } from "kysely";
import type { Decimal, Json, JsonWithDefault, MaybeJson, MaybeStamp, Stamp } from "./column-types.ts";
import type { CadenceTables } from "./cadences.ts";
import type { ConversationTables } from "./conversations.ts";
import type { CalendarTables } from "./calendar.ts";
import type { DealWorkTables } from "./deal-work.ts";
import type { FileTables } from "./files.ts";
import type { HistoryTables } from "./history.ts";
import type { Outline } from "./outline.ts";
import type { PlatformTables } from "./platform.ts";
import type { ReferenceTables } from "./reference.ts";
import type { RunTables } from "./runs.ts";
import type { TriggerTables } from "./triggers.ts";

/** Every table; those of one area stand in `schema/`. */
export interface Database
  extends
    RunTables,
    TriggerTables,
    PlatformTables,
    CoreTables,
    DealWorkTables,
    CalendarTables,
    HistoryTables,
    FileTables,
    ReferenceTables,
    ConversationTables,
    CadenceTables {}

interface CoreTables {
  server_meta: { key: string; value: string };
  workspaces: {
    id: string;
    slug: string;
    name: string;
    time_zone: string;
    locale: string;
    features: Json<string[]>;
    quotas: Json<Record<string, number>>;
    business_hours: MaybeJson<unknown>;
    loss_reasons: Json<string[]>;
    /** Whether what automations do changes only once another member has approved it. */
    automation_review: Generated<boolean>;
    runs_paused_at: MaybeStamp;
    created_at: Stamp;
    updated_at: Stamp;
  };
  sequences: { workspace_id: string; kind: string; last: number };
  members: {
    workspace_id: string;
    id: string;
    email: string;
    name: string;
    role: string;
    permissions: Json<{ allow: string[]; deny: string[] }>;
    visibility: string;
    active: boolean;
    image: string | null;
    created_at: Stamp;
    updated_at: Stamp;
  };
  api_keys: {
    workspace_id: string;
    id: string;
    member_id: string;
    name: string;
    digest: string;
    hint: string | null;
    expires_at: MaybeStamp;
    revoked: boolean;
    last_used_at: MaybeStamp;
    created_at: Stamp;
  };
  channels: {
    workspace_id: string;
    id: string;
    kind: string;
    name: string;
    phone_number_id: string | null;
    business_account_id: string | null;
    is_default: boolean;
  };
  message_templates: {
    workspace_id: string;
    channel_id: string;
    name: string;
    language: string;
    category: string;
    status: string;
    components: Json<JsonObject[]>;
    synced_at: MaybeStamp;
  };
  pipelines: {
    workspace_id: string;
    id: string;
    seq: number;
    position: number;
    name: string;
    description: string | null;
    is_default: boolean;
    is_archived: Generated<boolean>;
    exit_stage_id: string | null;
    behaviors: Json<unknown[]>;
    attendance_queue_stage_id: string | null;
    created_at: Stamp;
    updated_at: Stamp;
  };
  stages: {
    workspace_id: string;
    id: string;
    pipeline_id: string;
    seq: number;
    position: number;
    name: string;
    color: string;
    description: string | null;
    is_won: boolean;
    is_lost: boolean;
    is_required: Generated<boolean>;
    required_milestone_field_id: string | null;
  };
  pipeline_access: { workspace_id: string; pipeline_id: string; member_id: string };
  tags: {
    workspace_id: string;
    id: string;
    name: string;
    /** The name in lower case by Unicode's rules: no other tag of the workspace has it. */
    name_folded: string;
    color: string;
    created_at: Stamp;
    updated_at: Stamp;
  };
  custom_fields: {
    workspace_id: string;
    id: string;
    entity_type: string;
    name: string;
    slug: string;
    description: string | null;
    placeholder: string | null;
    field_type: string;
    options: MaybeJson<unknown[]>;
    config: MaybeJson<unknown>;
    is_required: boolean;
    api_only: Generated<boolean>;
    display_order: number;
    section: string | null;
    pipeline_config: MaybeJson<unknown>;
    visibility_rule: MaybeJson<unknown>;
    created_at: Stamp;
    updated_at: Stamp;
  };
  companies: {
    workspace_id: string;
    id: string;
    name: string;
    domain: string | null;
    cnpj: string | null;
    industry: string | null;
    website: string | null;
    logo_url: string | null;
    notes: string | null;
    created_by: string | null;
    /** The CNPJ without punctuation. */
    cnpj_key: string | null;
    /** The name in lower case, and all that searches look through. */
    search_name: Generated<string>;
    search_text: Generated<string>;
    /** Values of custom fields by slug. */
    custom_fields: JsonWithDefault<Record<string, unknown>>;
    created_at: Stamp;
    updated_at: Stamp;
  };
  contacts: {
    workspace_id: string;
    id: string;
    seq: number;
    /** What providers call the contact; first and last name are the workspace's own. */
    name: string | null;
    first_name: string | null;
    last_name: string | null;
    phone: string | null;
    email: string | null;
    instagram_username: string | null;
    avatar_url: string | null;
    /** The picture's file, where it was uploaded. */
    avatar_key: string | null;
    notes: string | null;
    company_id: string | null;
    created_by: string | null;
    blocked: Generated<boolean>;
    is_internal: Generated<boolean>;
    opted_out_at: MaybeStamp;
    opted_out_keyword: string | null;
    opted_out_source: string | null;
    last_marketing_at: MaybeStamp;
    last_message_at: MaybeStamp;
    /** What searches look through, in lower case. */
    search_text: Generated<string>;
    last_activity_at: Stamp;
    /** Values of custom fields by slug. */
    custom_fields: JsonWithDefault<Record<string, unknown>>;
    created_at: Stamp;
    updated_at: Stamp;
  };
  deals: {
    workspace_id: string;
    id: string;
    seq: number;
    name: string;
    value: Decimal;
    currency: string;
    close_probability: number;
    source: string;
    status: string;
    pipeline_id: string;
    stage_id: string;
    contact_id: string | null;
    company_id: string | null;
    responsible_user_id: string;
    co_owner_user_id: string | null;
    lost_reason: string | null;
    notes: string | null;
    custom_fields: Json<Record<string, unknown>>;
    tracking: MaybeJson<Record<string, unknown>>;
    /** The run of a test event made it. */
    is_test: Generated<boolean>;
    metadata: MaybeJson<Record<string, unknown>>;
    /** The channel its messages go over, instead of the default one. */
    channel_id: string | null;
    /** Made beside another open deal of its contact in its pipeline, on purpose. */
    is_further: Generated<boolean>;
    is_returning: Generated<boolean>;
    return_signaled_at: MaybeStamp;
    /** The name in lower case, which searches look through. */
    search_text: Generated<string>;
    expected_close_at: MaybeStamp;
    stage_changed_at: Stamp;
    closed_at: MaybeStamp;
    created_at: Stamp;
    updated_at: Stamp;
  };
  /** Whose turn it was last to take a deal of a pipeline. */
  assignment_turns: { workspace_id: string; pipeline_id: string; member_id: string | null };
  deal_tags: { workspace_id: string; deal_id: string; tag_id: string };
  deal_external_ids: { workspace_id: string; external_id: string; deal_id: string };
  automations: {
    workspace_id: string;
    id: string;
    name: string;
    /** The name in lower case by Unicode's rules, so that search does not depend on the database's locale. */
    name_folded: string;
    version: number;
    enabled: boolean;
    /** False of a version that was stored while reviews were required, and that nobody approved. */
    approved: Generated<boolean>;
    trigger_type: string;
    /** What a list shows of its definition. */
    outline: JsonWithDefault<Outline>;
    /** The member who is responsible for it. */
    owner_id: string | null;
    labels: JsonWithDefault<string[]>;
    /** What happened before starts nothing. */
    on_since: Stamp;
    runs_paused_at: MaybeStamp;
    /** The last part of its address, of one that is called from outside. */
    hook_token: string | null;
    secrets: string;
    created_at: Stamp;
    updated_at: Stamp;
  };
  automation_versions: {
    workspace_id: string;
    automation_id: string;
    version: number;
    definition: Json<unknown>;
    created_at: Stamp;
  };
  automation_drafts: {
    workspace_id: string;
    automation_id: string;
    content: Json<JsonObject>;
    base_version: number;
    revision: string;
    by_member_id: string;
    by_api_key_id: string | null;
    edited_at: Stamp;
  };
  automation_reviews: {
    workspace_id: string;
    automation_id: string;
    revision: string;
    /** Null where it was asked for the stored version. */
    draft_revision: string | null;
    base_version: number;
    /** Credentials that came with it, sealed. */
    secrets: string;
    note: string | null;
    by_member_id: string;
    by_api_key_id: string;
    asked_at: Stamp;
    comment: string | null;
    sent_back_by_member_id: string | null;
    sent_back_by_api_key_id: string | null;
    sent_back_at: MaybeStamp;
  };
  automation_changes: {
    workspace_id: string;
    automation_id: string;
    /** Of two changes of the automation the later one's is higher, for both held its row. */
    id: Generated<string>;
    type: string;
    version: number | null;
    runs: number | null;
    note: string | null;
    by_member_id: string | null;
    by_api_key_id: string | null;
    created_at: Stamp;
  };
}
