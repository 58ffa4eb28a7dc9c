import type { TriggerClock } from "../model/trigger-ports.ts";
import type { ClockTask } from "../../platform/background/clockwork.ts";

/** What the clockwork does for triggers that wait for time. */
export const triggerTasks = (clock: TriggerClock): ClockTask[] => [
  { name: "clocks of automations", run: (now) => clock.keep(now) },
  { name: "schedules and idle deals", run: (now, limit) => clock.runDue(now, limit) },
];
