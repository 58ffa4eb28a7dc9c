import type { NewActivity } from "../activities/history.ts";
import type { DueTime } from "./plan.ts";
import type { Ending } from "./standing.ts";
import { isOpen } from "./standing.ts";
import type { InstanceView, StoredAttempt, StoredInstance, StoredTask } from "./model.ts";

/** Changes of an instance, each in one transaction with its history. */
export interface InstanceChange {
  instance?: Partial<Omit<StoredInstance, "id">>;
  tasks?: TaskChange[];
  newAttempts?: (StoredAttempt & { taskId: string })[];
  attempts?: (Partial<Omit<StoredAttempt, "id">> & { id: string })[];
  activities?: NewActivity[];
}

export type TaskChange = { id: string } & Partial<
  DueTime & Pick<StoredTask, "status" | "ownerUserId" | "doneAt" | "skipReason">
>;

/** The cadence ends before its time: what is open is canceled. */
export function stopped({ deal, instance, tasks }: InstanceView, ending: Ending, now: number): InstanceChange {
  return {
    instance: { status: ending.status, stoppedAt: now, stopReason: ending.reason },
    tasks: tasks.filter(isOpen).map(({ id }) => ({ id, status: "canceled" })),
    activities: [
      {
        dealId: deal.id,
        type: "CADENCE_STOPPED",
        metadata: { ...named(instance), status: ending.status, reason: ending.reason },
      },
    ],
  };
}

/** A task ends well, or is left out. The last one completes the cadence. */
export function taskEnded(
  view: InstanceView,
  task: StoredTask,
  how: { status: "done"; manual: boolean } | { status: "skipped"; reason: string | null },
  memberId: string | null,
  now: number,
): InstanceChange {
  // Of what no longer runs, nothing is open.
  const completes = view.tasks.every((other) => other.id === task.id || !isOpen(other));
  const { channel, dayNumber, stepOrder } = task;
  const metadata = {
    ...named(view.instance),
    taskId: task.id,
    channel,
    dayNumber,
    stepOrder,
    cadenceCompleted: completes,
    ...(how.status === "done" ? { manual: how.manual } : { skipped: true, reason: how.reason }),
  };
  return {
    tasks: [
      {
        id: task.id,
        status: how.status,
        ownerUserId: memberId ?? view.deal.responsibleUserId,
        doneAt: how.status === "done" ? now : null,
        skipReason: how.status === "skipped" ? how.reason : null,
      },
    ],
    activities: [{ dealId: view.deal.id, type: "CADENCE_TASK_DONE", metadata }],
    ...(completes && { instance: { status: "completed", completedAt: now, stageCadenceCompleted: true } }),
  };
}

export const named = ({ id, cadenceId, cadenceName, cadenceVersion }: StoredInstance) => ({
  instanceId: id,
  cadenceId,
  cadenceName,
  cadenceVersion,
});
