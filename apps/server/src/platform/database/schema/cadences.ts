import type { FailureReason } from "@trilho/engine/contract";
import type { CadenceStep } from "@trilho/contract";
import type { Generated } from "kysely";
import type { Json, MaybeJson, MaybeStamp, Stamp } from "./column-types.ts";

export interface CadenceTables {
  cadences: {
    workspace_id: string;
    id: string;
    pipeline_id: string;
    /** Of a playbook: the stage whose deals it enrolls. */
    stage_id: string | null;
    name: string;
    description: string | null;
    active: boolean;
    version: number;
    steps: Json<CadenceStep[]>;
    created_at: Stamp;
    updated_at: Stamp;
  };
  /** A deal's run through a cadence. Its tasks are copies of the steps, so that definitions may change under it. */
  cadence_instances: {
    workspace_id: string;
    id: string;
    deal_id: string;
    /** Null once the definition is deleted. */
    cadence_id: string | null;
    cadence_name: string;
    cadence_version: number | null;
    pipeline_id: string;
    track_type: string;
    stage_id: string | null;
    status: string;
    /** The deal's latest: one a deal. */
    is_latest: Generated<boolean>;
    start_day: number;
    started_at: Stamp;
    paused_at: MaybeStamp;
    resumed_at: MaybeStamp;
    completed_at: MaybeStamp;
    stopped_at: MaybeStamp;
    pause_reason: string | null;
    stop_reason: string | null;
    stage_cadence_completed: Generated<boolean>;
  };
  cadence_tasks: {
    workspace_id: string;
    id: string;
    instance_id: string;
    day_number: number;
    step_order: number;
    channel: string;
    quantity: number;
    /** As the clockwork last wrote it down; `blocked` follows from the contact when it is read. */
    status: string;
    /** Null while open: then it is the deal's responsible member's. */
    owner_user_id: string | null;
    due_at: Stamp;
    /** The end of its local day: open from then on is overdue. */
    overdue_at: Stamp;
    done_at: MaybeStamp;
    skip_reason: string | null;
    time_of_day: string | null;
    description: string | null;
    whatsapp_template_name: string | null;
    whatsapp_template_language: string | null;
    whatsapp_template_parameters: MaybeJson<string[]>;
    message: string | null;
    subject: string | null;
    html_body: string | null;
    text_body: string | null;
  };
  cadence_attempts: {
    workspace_id: string;
    id: string;
    task_id: string;
    attempt_number: number;
    channel: string;
    /** Null while it is under way. */
    success: boolean | null;
    provider_message_id: string | null;
    voice_call_id: string | null;
    email_message_id: string | null;
    executed_by: string | null;
    error_message: string | null;
    failure: MaybeJson<FailureReason[]>;
    executed_at: Stamp;
    idempotency_key: string;
    manual_reference_id: string | null;
    task_status: string;
    /** Until then whoever started it is taken to be alive. */
    lease_until: Stamp;
  };
}
