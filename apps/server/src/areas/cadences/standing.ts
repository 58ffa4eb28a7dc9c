import type { CadenceContact, CadenceDeal, CadenceTaskStatus, StoredInstance, StoredTask } from "./model.ts";

const OPEN: ReadonlySet<string> = new Set(["pending", "due", "overdue"]);
const RUNNING: ReadonlySet<string> = new Set(["active", "paused"]);

export const isOpen = ({ status }: Pick<StoredTask, "status">): boolean => OPEN.has(status);
export const isRunning = ({ status }: Pick<StoredInstance, "status">): boolean => RUNNING.has(status);

/** What a task's status follows from. */
export interface Standing {
  instance: Pick<StoredInstance, "status" | "pausedAt">;
  deal: { contact: Addresses | null };
}

type Addresses = Pick<CadenceContact, "phone" | "email">;

/**
 * A task's status at `now` (Unix ms), whatever the clockwork has come to write down: while the cadence is paused, its
 * clock stands still; an open task whose contact cannot be reached on its channel is blocked.
 */
export function taskStatusAt(
  task: Pick<StoredTask, "status" | "channel" | "dueAt" | "overdueAt">,
  { instance, deal }: Standing,
  now: number,
): CadenceTaskStatus {
  if (!isOpen(task)) return task.status;
  if (!canBeReached(deal.contact, task.channel)) return "blocked";
  const at = clockOf(instance, now);
  return at >= task.overdueAt ? "overdue" : at >= task.dueAt ? "due" : "pending";
}

/** When a task became overdue before it ended, or by now; null when it did not. */
export function overdueSince(task: StoredTask, instance: StoredInstance, now: number): number | null {
  const until = { done: task.doneAt, canceled: instance.stoppedAt, skipped: null };
  const at = task.status in until ? until[task.status as keyof typeof until] : clockOf(instance, now);
  return at !== null && at >= task.overdueAt ? task.overdueAt : null;
}

const clockOf = ({ status, pausedAt }: Standing["instance"], now: number): number =>
  status === "paused" && pausedAt !== null ? Math.min(now, pausedAt) : now;

/** Whether the contact has what a channel needs. Research needs nobody. */
export function canBeReached(contact: Addresses | null, channel: StoredTask["channel"]): boolean {
  if (channel === "research") return true;
  const address = channel === "email" ? contact?.email : contact?.phone;
  return (address ?? "") !== "";
}

/** Whether the contact wants to hear nothing. */
export const isOptedOut = (contact: CadenceContact | null): boolean =>
  contact !== null && (contact.optedOutAt !== null || contact.blocked);

export interface Ending {
  status: "stopped_dnc" | "stopped_stage_end";
  reason: string;
}

/** Why a running cadence has to stop, given its deal as it is now; null when it goes on. */
export function endingOf(instance: StoredInstance, deal: CadenceDeal): Ending | null {
  if (isOptedOut(deal.contact)) return { status: "stopped_dnc", reason: "contact_opted_out" };
  if (deal.status !== "open") return { status: "stopped_stage_end", reason: `deal_${deal.status}` };
  if (deal.pipelineId !== instance.pipelineId) return { status: "stopped_stage_end", reason: "pipeline_changed" };
  const hasLeft = instance.trackType === "stage_playbook" && deal.stageId !== instance.stageId;
  return hasLeft ? { status: "stopped_stage_end", reason: "stage_left" } : null;
}
