import type { Facts, RunEvent, RunState } from "../contract/run.ts";
import { isObject } from "../graph/parts.ts";
import { LAST_INSTANT } from "./walk.ts";

type Given = Record<string, unknown>;

/** Whether what a driver gives is an event: nothing else of it needs a look where a run goes on. */
export function isEvent(event: unknown): event is RunEvent {
  if (!isObject(event)) return false;
  const { type, at, facts } = event as Given & { facts?: Facts };
  if (typeof type !== "string" || !Object.hasOwn(EVENTS, type)) return false;
  return isInstant(at) && isObject(facts) && EVENTS[type as RunEvent["type"]](event);
}

const EVENTS: Record<RunEvent["type"], (event: Given) => boolean> = {
  started: () => true,
  performed: () => true,
  perform_failed: ({ error, random }) =>
    isObject(error) &&
    typeof error["message"] === "string" &&
    typeof error["permanent"] === "boolean" &&
    typeof random === "number",
  exit_picked: ({ exitId }) => typeof exitId === "string",
  woke: () => true,
  replied: ({ reply }) => isObject(reply) && isTextOrMissing(reply["buttonId"]) && isTextOrMissing(reply["text"]),
};

/** Whether a state can be read: it may come from a row that somebody else wrote. */
export function isState(state: unknown): state is RunState {
  if (!isObject(state)) return false;
  const { nodeId, seq, phase, attempts, wakeAt } = state as Given;
  if (typeof phase !== "string" || !PHASES.has(phase)) return false;
  if (nodeId !== null && typeof nodeId !== "string") return false;
  return Number.isSafeInteger(seq) && typeof attempts === "number" && (wakeAt === null || isInstant(wakeAt));
}

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

const isTextOrMissing = (text: unknown): boolean => text === undefined || typeof text === "string";
