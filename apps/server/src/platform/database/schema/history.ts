import type { Generated } from "kysely";
import type { Json, MaybeJson, MaybeStamp, Stamp } from "./column-types.ts";

export interface HistoryTables {
  /** What happened to deals, for people to read (contract, "Deal activity"). */
  activities: {
    workspace_id: string;
    id: string;
    deal_id: string;
    type: string;
    field: string | null;
    changes: MaybeJson<unknown>;
    metadata: MaybeJson<unknown>;
    /** Whether the changes are large: they do not stay as long as the line. */
    is_heavy: Generated<boolean>;
    actor_type: string;
    actor_user_id: string | null;
    actor_automation_id: string | null;
    actor_api_key_id: string | null;
    /** The run that did it, which may be gone, and the node of its graph. */
    actor_run_id: Generated<string | null>;
    actor_node_id: Generated<string | null>;
    occurred_at: Stamp;
  };
  /** What happened, for automations to act on; written in the transaction of the change itself. */
  events: {
    workspace_id: string;
    id: string;
    type: string;
    deal_id: string | null;
    contact_id: string | null;
    payload: Json<Record<string, unknown>>;
    /** The chain of runs that caused it, and how deep in it; none for what people and integrations do. */
    chain_id: string | null;
    depth: Generated<number>;
    created_at: Stamp;
    /** When its automations were started; null while that is still to be done. */
    dispatched_at: MaybeStamp;
  };
}
