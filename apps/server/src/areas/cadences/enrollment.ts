import { randomUUID } from "node:crypto";
import type { NewActivity } from "../activities/history.ts";
import { done, refused, type Outcome } from "../../platform/service/outcome.ts";
import type { CadenceDeal, Calendar, StoredCadence, StoredInstance } from "./model.ts";
import { named } from "./changes.ts";
import { planTasks, type PlannedTask } from "./plan.ts";
import { isOptedOut } from "./standing.ts";

/** A deal's start into a cadence, ready to be stored. */
export interface Enrollment {
  instance: StoredInstance;
  tasks: PlannedTask[];
  activities: NewActivity[];
}

/** Whether the deal may start, and with which tasks. `startDay` 0 and 1 are the beginning. */
export function enroll(
  cadence: StoredCadence,
  deal: CadenceDeal,
  calendar: Calendar,
  startDay: number,
  now: number,
): Outcome<Enrollment> {
  if (!cadence.active) return conflict("This cadence is not active.");
  if (cadence.pipelineId !== deal.pipelineId) return unable("This cadence belongs to another pipeline than the deal.");
  if (deal.status !== "open") return conflict("This deal is closed.");
  if (isOptedOut(deal.contact)) return unable("This deal's contact does not want to be contacted.");
  const tasks = planTasks(cadence.steps, startDay, now, calendar);
  if (tasks.length === 0) return unable(`This cadence has no step on or after day ${startDay}.`);
  const isPlaybook = cadence.stageId === deal.stageId;
  const instance: StoredInstance = {
    id: randomUUID(),
    cadenceId: cadence.id,
    cadenceName: cadence.name,
    cadenceVersion: cadence.version,
    pipelineId: cadence.pipelineId,
    trackType: isPlaybook ? "stage_playbook" : "entry",
    stageId: isPlaybook ? cadence.stageId : null,
    status: "active",
    startDay,
    startedAt: now,
    pausedAt: null,
    resumedAt: null,
    completedAt: null,
    stoppedAt: null,
    pauseReason: null,
    stopReason: null,
    stageCadenceCompleted: false,
  };
  const metadata = { ...named(instance), trackType: instance.trackType, startDay };
  return done({ instance, tasks, activities: [{ dealId: deal.id, type: "CADENCE_ENROLLED", metadata }] });
}

const conflict = (message: string) => refused({ code: "CONFLICT", message });
const unable = (message: string) => refused({ code: "UNPROCESSABLE_ENTITY", message });
