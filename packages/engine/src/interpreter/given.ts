import { isObject } from "../contract/json.ts";
import { RUN_STATUSES } from "../contract/run.ts";
import type { RunControl, RunEvent, RunState, TokenEvent } from "../contract/run.ts";
import { LAST_INSTANT } from "./walk.ts";

type Given = Record<string, unknown>;

/** Whether what a driver gives is an event: nothing else of it needs a look where a run goes on. */
export function isEvent(event: unknown): event is RunEvent {
  if (!isObject(event)) return false;
  const { type, at, facts } = event as Given;
  if (typeof type !== "string") return false;
  if (Object.hasOwn(CONTROLS, type)) return CONTROLS[type as RunControl["type"]](event);
  return Object.hasOwn(EVENTS, type) && isInstant(at) && isObject(facts) && EVENTS[type as TokenEvent["type"]](event);
}

/** Whether an event is done to a run from outside of its graph. */
export const isControl = (event: RunEvent): event is RunControl => Object.hasOwn(CONTROLS, event.type);

const CONTROLS: Record<RunControl["type"], (event: Given) => boolean> = {
  cancelled: () => true,
  skipped: ({ error }) => error === null || isError(error),
  abandoned: ({ error }) => isError(error),
  retried: () => true,
  put_off: ({ until, error, begun }) =>
    isInstant(until) && (error === null || isError(error)) && typeof begun === "boolean",
};

const EVENTS: Record<TokenEvent["type"], (event: Given) => boolean> = {
  started: () => true,
  performed: () => true,
  perform_failed: ({ error, random }) =>
    isError(error) && typeof (error as Given)["permanent"] === "boolean" && typeof random === "number",
  stalled: () => true,
  exit_picked: ({ exitId }) => typeof exitId === "string",
  woke: () => true,
  undelivered: ({ error }) => isError(error),
  replied: ({ reply }) => isObject(reply) && isTextOrMissing(reply["buttonId"]) && isTextOrMissing(reply["text"]),
};

/** Whether a state can be read: it may come from a row that somebody else wrote. */
export function isState(state: unknown): state is RunState {
  if (!isObject(state)) return false;
  const { status, nodeId, seq, phase, attempts, wakeAt, lastError } = state as Given;
  if (typeof status !== "string" || !STATUSES.has(status) || !isTextOrNull(lastError)) return false;
  if (typeof phase !== "string" || !PHASES.has(phase)) return false;
  if (nodeId !== null && typeof nodeId !== "string") return false;
  return Number.isSafeInteger(seq) && typeof attempts === "number" && (wakeAt === null || isInstant(wakeAt));
}

const STATUSES: ReadonlySet<string> = new Set(RUN_STATUSES);
const PHASES: ReadonlySet<string> = new Set<RunState["phase"]>([
  "new",
  "performing",
  "picking_exit",
  "sleeping",
  "awaiting_reply",
  "retrying",
  "deferred",
  "ended",
]);

const isInstant = (at: unknown): boolean => typeof at === "number" && Math.abs(at) <= LAST_INSTANT;

const isError = (error: unknown): boolean => isObject(error) && typeof error["message"] === "string";

const isTextOrNull = (text: unknown): boolean => text === null || typeof text === "string";

const isTextOrMissing = (text: unknown): boolean => text === undefined || typeof text === "string";
