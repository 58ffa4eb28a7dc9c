/** What the trigger is about; the editor groups its choices by it. */
export type TriggerGroup = "deal" | "contact" | "time" | "integration";

export interface TriggerTypeInfo {
  label: string;
  description: string;
  group: TriggerGroup;
}

/**
 * The events an automation can start from. The contract leaves `triggerType` an open text: this is our catalogue, in
 * the order of the editor's choices, and types outside it are accepted.
 */
export const TRIGGER_TYPES = {
  deal_created: { label: "Deal created", description: "A new deal enters the workspace.", group: "deal" },
  deal_updated: { label: "Deal updated", description: "Any field of a deal changes.", group: "deal" },
  stage_entered: { label: "Stage entered", description: "A deal enters a stage.", group: "deal" },
  stage_left: { label: "Stage left", description: "A deal moves out of a stage.", group: "deal" },
  deal_won: { label: "Deal won", description: "A deal reaches a won stage.", group: "deal" },
  deal_lost: { label: "Deal lost", description: "A deal is marked as lost.", group: "deal" },
  tag_added: { label: "Tag added", description: "A deal receives a tag.", group: "deal" },
  tag_removed: { label: "Tag removed", description: "A deal loses a tag.", group: "deal" },
  custom_field_changed: {
    label: "Custom field changed",
    description: "The value of a custom field changes.",
    group: "deal",
  },
  message_received: { label: "Message received", description: "The contact sends a message.", group: "contact" },
  instagram_comment: {
    label: "Instagram comment",
    description: "Somebody comments on an Instagram post.",
    group: "contact",
  },
  task_completed: { label: "Task completed", description: "A task of the deal is marked as done.", group: "deal" },
  deal_idle: { label: "Deal idle", description: "Nothing happens to a deal for a while.", group: "time" },
  schedule: { label: "Schedule", description: "At set times, for example every Monday at nine.", group: "time" },
  incoming_webhook: {
    label: "Incoming webhook",
    description: "Another system calls the automation's address.",
    group: "integration",
  },
} as const satisfies Record<string, TriggerTypeInfo>;

/** A trigger type of the catalogue. */
export type KnownTriggerType = keyof typeof TRIGGER_TYPES;

/**
 * The catalogue's entry of a trigger type; null for a type outside it.
 *
 * @example
 * ```ts
 * import { triggerTypeInfo } from "@trilho/engine";
 *
 * triggerTypeInfo("deal_won")?.label; // "Deal won"
 * triggerTypeInfo("moon_rise"); // null
 * ```
 */
export function triggerTypeInfo(triggerType: string): TriggerTypeInfo | null {
  return Object.hasOwn(TRIGGER_TYPES, triggerType) ? TRIGGER_TYPES[triggerType as KnownTriggerType] : null;
}
