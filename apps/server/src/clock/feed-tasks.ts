import type { ClockTask } from "./clockwork.ts";

/** What the clockwork does for members' calendars elsewhere: a few at once, as most of the time is waited for them. */
export const feedTasks = (read: ClockTask["run"]): ClockTask[] => [
  { name: "calendars elsewhere", batch: 4, run: read },
];
