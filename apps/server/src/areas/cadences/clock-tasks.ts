import type { CadenceClock } from "./port.ts";
import type { ClockTask } from "../../platform/background/clockwork.ts";

/** What the clockwork does for cadences: first those that end, so that nothing of them becomes due. */
export const cadenceTasks = (clock: CadenceClock): ClockTask[] => [
  // Changes of deals and reads stop them at once: this finds those of contacts that nobody looked at since.
  { name: "cadences that end", everyTicks: 10, run: (now, limit) => clock.stopEnded(now, limit) },
  { name: "cadence tasks that become due", run: (now, limit) => clock.mark(now, limit) },
];
