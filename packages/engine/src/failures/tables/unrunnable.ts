import type { MessageParams } from "../../contract/diagnostic.ts";
import type { FailureReason } from "../../contract/run.ts";
import { fill } from "../text.ts";

/** Why no run of a definition can continue: in English only, since the interpreter reports it. */
export const NOT_RUNNABLE = {
  "no-nodes": "The automation has no list of nodes.",
  "no-trigger": "The automation has no trigger.",
  "several-triggers": "The automation has {count} triggers; it needs exactly one.",
  cycle: "The automation runs in a circle: remove the cycle.",
  "action-without-type": "This action has no known type.",
  "node-without-type": "This node has no known type.",
  "wait-without-delay": "This wait has no duration.",
} as const;

export type NotRunnable = keyof typeof NOT_RUNNABLE;

export const notRunnableMessage = ({ code, params }: FailureReason<NotRunnable>): string =>
  fill(NOT_RUNNABLE[code], params);

/** Why business hours cannot be used, likewise. */
export const HOURS = {
  "hours-never-open": "The business hours never open.",
  "hours-list": "Business hours need a list of days.",
  "hours-entry":
    "Entry {entry} of the business hours needs a weekday from 1 to 7 and times “HH:MM”, “from” before “to”.",
  "hours-time-zone": "There is no time zone “{zone}”.",
  "hours-calendar": "The instant is outside the calendar.",
} as const;

export type HoursDetail = keyof typeof HOURS;

/** These in a language. */
export const hoursMessages = (hours: Readonly<Record<HoursDetail, string>>) =>
  Object.fromEntries(
    Object.entries(hours).map(([code, message]) => [code, (params: MessageParams) => fill(message, params)]),
  ) as Record<HoursDetail, (params: MessageParams) => string>;
