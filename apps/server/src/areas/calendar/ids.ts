import type { CalendarEventType } from "./port.ts";

/** How the ids of events begin that are no native meetings. */
const PREFIXES: Record<Exclude<CalendarEventType, "meeting">, string> = {
  task: "task:",
  cadence_step: "cadence_step:",
  external: "external:",
};

const TYPES = Object.keys(PREFIXES) as (keyof typeof PREFIXES)[];

/** The id of an event in the unified calendar. */
export const eventId = (type: CalendarEventType, id: string): string =>
  type === "meeting" ? id : `${PREFIXES[type]}${id}`;

/** What an id of the unified calendar names. */
export function parseEventId(id: string): { type: CalendarEventType; id: string } {
  const type = TYPES.find((candidate) => id.startsWith(PREFIXES[candidate]));
  return type === undefined ? { type: "meeting", id } : { type, id: id.slice(PREFIXES[type].length) };
}
