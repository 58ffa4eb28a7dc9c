import type { AutomationRunChange, MigrateRunsRequest } from "@trilho/contract";
import type { Facts, FailureReason, Reason, Reply, RoundRobinState, RunError, RunState } from "@trilho/engine/contract";
import type { ColumnType, Generated } from "kysely";
import type { Json, MaybeJson, MaybeStamp, Stamp } from "./column-types.ts";

export interface RunTables {
  runs: {
    workspace_id: string;
    id: string;
    automation_id: string;
    automation_version: number;
    deal_id: string | null;
    contact_id: string | null;
    status: string;
    trigger_type: string;
    attempts: Generated<number>;
    last_error: string | null;
    last_failure: MaybeJson<FailureReason[]>;
    current_node_id: string | null;
    /** Of the trace in which its event happened (W3C). */
    traceparent: string | null;
    chain_id: string | null;
    trigger_depth: Generated<number>;
    waiting_for_reply: Generated<boolean>;
    created_at: Stamp;
    started_at: MaybeStamp;
    last_attempt_at: MaybeStamp;
    next_attempt_at: MaybeStamp;
    completed_at: MaybeStamp;
    event_id: string | null;
    /** Whether a test began it: it writes to nobody and counts for nothing. */
    is_test: Generated<boolean>;
    /** Whether `run_counts` has it. */
    is_folded: Generated<boolean>;
    /** Facts that the event brought: its message, comment or request. */
    event: ColumnType<Facts, string | undefined, string>;
    /** As it was stored: `stateOf` reads it. */
    state: ColumnType<Pick<RunState, keyof RunState>, string | undefined, string>;
    /** Counts claims and changes: whoever has one that is older comes too late. */
    tick: Generated<number>;
    /** How far the clock of a test is ahead: the time that somebody let pass. Its state, steps and changes go by it, its row does not. */
    clock_ahead_ms: Generated<number>;
    /** Ticks that failed or were lost in a row. */
    tick_failures: Generated<number>;
    /** It became due while it was paused: nobody takes it. */
    is_paused: Generated<boolean>;
    /** Until then somebody has it, and nobody else goes on. */
    lease_until: MaybeStamp;
    /** Until when it waits for changes to end, before it takes its place among the starts of its automation. */
    settles_until: MaybeStamp;
    awaits_contact_id: string | null;
    awaits_message_id: string | null;
    /** An answer that arrived and was not taken yet, or that there will be none. */
    reply: MaybeJson<(Reply & { toAnother?: true }) | { undelivered: RunError }>;
  };
  /** Ended runs by their day of creation (UTC): how many came to a status, or went a way. They outlive the runs. */
  run_counts: {
    workspace_id: string;
    automation_id: string;
    day: string;
    /** A digest of what is counted. */
    what: Uint8Array;
    status: string | null;
    node_id: string | null;
    /** Null where they stayed at the node. */
    handle: string | null;
    edge_id: string | null;
    runs: string;
  };
  run_steps: {
    workspace_id: string;
    run_id: string;
    seq: number;
    at: Stamp;
    node_id: string;
    handle: string | null;
    edge_id: string | null;
    why: Json<Reason>;
  };
  run_effects: {
    workspace_id: string;
    run_id: string;
    node_id: string;
    action_type: string;
    config: Json<Record<string, unknown>>;
    attempts: number;
    is_done: boolean;
    result: MaybeJson<unknown>;
    error: string | null;
    failure: MaybeJson<FailureReason[]>;
    at: Stamp;
  };
  /** What became of runs without their interpreter. Rows are added, and go with their run. */
  run_changes: {
    workspace_id: string;
    run_id: string;
    /** Of the run, as the change left it. */
    tick: number;
    at: Stamp;
    /** Null where it was refused when it was to begin. */
    from_status: string | null;
    to_status: string;
    why: Json<AutomationRunChange["why"]>;
    by_member_id: string | null;
    by_api_key_id: string | null;
    by_run_id: string | null;
  };
  /** What every attempt at an action outside sends, from before the first one. */
  frozen_calls: {
    workspace_id: string;
    run_id: string;
    node_id: string;
    /** Sealed. */
    call: string;
    at: Stamp;
  };
  webhook_deliveries: {
    workspace_id: string;
    run_id: string;
    id: string;
    node_id: string;
    attempt: number | null;
    /** Sealed. */
    request: string;
    body: Uint8Array;
    is_truncated: boolean;
    status: number | null;
    response: string | null;
    error: string | null;
    failure: MaybeJson<FailureReason[]>;
    duration_ms: number;
    at: Stamp;
  };
  run_migrations: {
    workspace_id: string;
    id: string;
    automation_id: string;
    to_version: number;
    status: Generated<string>;
    choices: Json<MigrateRunsRequest["choices"]>;
    reason: string | null;
    by_member_id: string;
    by_api_key_id: string;
    undone_by_member_id: string | null;
    undone_by_api_key_id: string | null;
    /** The run up to which it has got. */
    after_id: Generated<string>;
    runs: Generated<number>;
    moved: Generated<number>;
    ended: Generated<number>;
    left_alone: Generated<number>;
    undone: Generated<number>;
    created_at: Stamp;
    updated_at: Stamp;
    finished_at: MaybeStamp;
  };
  run_migration_items: {
    workspace_id: string;
    migration_id: string;
    run_id: string;
    from_version: number;
    /** Null until it was looked at. */
    outcome: string | null;
    /** As it was before it was moved. */
    state: MaybeJson<Pick<RunState, keyof RunState>>;
  };
  round_robins: {
    workspace_id: string;
    automation_id: string;
    node_id: string;
    is_test: boolean;
    state: Json<RoundRobinState>;
  };
}
