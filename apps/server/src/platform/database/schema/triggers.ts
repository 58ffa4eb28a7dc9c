import type { Generated } from "kysely";
import type { MaybeStamp, Stamp } from "./column-types.ts";

export interface TriggerTables {
  /** One for each automation that waits for time: a schedule, or deals that become idle. */
  trigger_clocks: {
    workspace_id: string;
    automation_id: string;
    /** Of which version its times are. */
    automation_version: number;
    /** When it has to be looked at next; null for a schedule that does not come. */
    next_at: MaybeStamp;
    /** Of deals: the last line of their histories that was seen to. */
    seen_at: Stamp;
    seen_id: Generated<string>;
    /** The time of a schedule whose deals are being gone through, and the last of them so far. */
    sweep_at: MaybeStamp;
    sweep_after: Generated<string>;
  };
  /** Who entered an automation: a deal, else a contact, else nobody in particular. */
  automation_entries: {
    workspace_id: string;
    automation_id: string;
    deal_id: string | null;
    contact_id: string | null;
    /** The run that was started last; it may be gone. */
    run_id: string | null;
    /** The instant of its event. */
    at: MaybeStamp;
  };
  automation_paces: {
    workspace_id: string;
    automation_id: string;
    per_hour: number;
    /** When a run of it was started last, or is to be. */
    last_at: MaybeStamp;
  };
}
