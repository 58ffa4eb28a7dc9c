import type { CadenceClock } from "../domain/cadences/port.ts";
import type { ClockTask } from "./clockwork.ts";

/** What the clockwork does for cadences: first those that end, so that nothing of them becomes due. */
export const cadenceTasks = (clock: CadenceClock): ClockTask[] => [
  { name: "cadences that end", run: (now, limit) => clock.stopEnded(now, limit) },
  { name: "cadence tasks that become due", run: (now, limit) => clock.mark(now, limit) },
];
