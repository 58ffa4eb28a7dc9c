import { useSyncExternalStore } from "react";

/** Asked before a place is left; it calls `leave` when the person agrees. */
export type LeaveGuard = (leave: () => void) => void;

export interface NavigateOptions {
  replace?: boolean;
  /** Leaves without asking. */
  force?: boolean;
}

/** Where a history entry stands among ours, so that going back can be told from going forward. */
const indexOf = (state: unknown): number | null =>
  typeof state === "object" && state !== null && "index" in state && typeof state.index === "number"
    ? state.index
    : null;

let guard: LeaveGuard | null = null;
let index = 0;
/** The address shown; behind the browser's while a person is asked whether to leave. */
let shown = "/";
/** The next `popstate` only restores the address of a place that was not left. */
let restoring = false;
const listeners = new Set<() => void>();

function show(): void {
  shown = window.location.pathname;
  for (const listener of listeners) listener();
}

/** Begins to follow the browser's address. Call once, before anything is drawn. */
export function startLocation(): void {
  index = indexOf(window.history.state) ?? 0;
  window.history.replaceState({ index }, "");
  window.addEventListener("popstate", onPopState);
  show();
}

function onPopState(event: PopStateEvent): void {
  if (restoring) {
    restoring = false;
    return;
  }
  const next = indexOf(event.state) ?? 0;
  const steps = next - index;
  if (guard === null || steps === 0) {
    index = next;
    show();
    return;
  }
  restoring = true;
  window.history.go(-steps);
  guard(() => {
    guard = null;
    window.history.go(steps);
  });
}

export function navigate(to: string, { replace = false, force = false }: NavigateOptions = {}): void {
  const go = () => {
    if (replace) window.history.replaceState({ index }, "", to);
    else window.history.pushState({ index: ++index }, "", to);
    show();
  };
  if (guard === null || force) go();
  else {
    guard(() => {
      guard = null;
      go();
    });
  }
}

/** Sets who is asked before this place is left; null asks nobody. */
export function setLeaveGuard(next: LeaveGuard | null): void {
  guard = next;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The location of wouter's `Router`. */
export function useGuardedLocation(): [path: string, navigate: typeof navigate] {
  return [useSyncExternalStore(subscribe, () => shown), navigate];
}

/** An automation with the counts of its runs on its drawing. */
export const flowPath = (id: string): string => `/automations/${encodeURIComponent(id)}?flow`;

export const asksForFlow = (): boolean => new URLSearchParams(window.location.search).has("flow");

/** An automation, at a step of it. */
export const builderPath = (id: string, nodeId: string | null): string =>
  `/automations/${encodeURIComponent(id)}${nodeId === null ? "" : `?step=${encodeURIComponent(nodeId)}`}`;

/** What automations do to each other. */
export const INTERACTIONS = "/interactions";

/** What they read and write of the workspace. */
export const WHERE_USED = `${INTERACTIONS}?used`;

export const asksForUses = (search: string): boolean => new URLSearchParams(search).has("used");

/** The runs of all automations. */
export const ALL_RUNS = "/runs";

/** Runs of an automation that failed since an instant, among those of all. */
export const failedRunsPath = (id: string, from: string): string =>
  `${ALL_RUNS}?${new URLSearchParams({ view: "failed", automation: id, from }).toString()}`;

/** Which runs of an automation its list shows: those that all of these are true of. */
export interface ListedRuns {
  status?: string | null;
  version?: number | null;
  /** Where they are. */
  nodeId?: string | null;
}

/** The runs of an automation, or those of a deal alone. */
export const runsPath = (id: string, listed: ListedRuns = {}, dealSeq: number | null = null): string =>
  `/automations/${encodeURIComponent(id)}/${dealSeq === null ? "runs" : `deals/${dealSeq}`}${searchOf(listed)}`;

/** One run; the list that it was opened from keeps its filter. */
export const runPath = (id: string, runId: string, listed: ListedRuns = {}): string =>
  `/automations/${encodeURIComponent(id)}/runs/${encodeURIComponent(runId)}${searchOf(listed)}`;

/** One run, opened at what a step of it did. */
export const stepPath = (id: string, runId: string, nodeId: string): string =>
  `${runPath(id, runId)}?step=${encodeURIComponent(nodeId)}`;

/** The step that an address asks for. */
export const stepIn = (search: string): string | null => new URLSearchParams(search).get("step");

/** Where deals are found. */
export const DEALS = "/deals";

export const dealPath = (seq: number): string => `/deals/${seq}`;
export const contactPath = (id: string): string => `/contacts/${encodeURIComponent(id)}`;

/** A run with the field in which its contact is answered for. */
export const answerPath = (id: string, runId: string): string => `${runPath(id, runId)}?answer`;

export const asksForAnswer = (search: string): boolean => new URLSearchParams(search).has("answer");

/** A run's own address asks for a step as well, by another name. */
function searchOf({ status = null, version = null, nodeId = null }: ListedRuns): string {
  const asked = new URLSearchParams();
  if (status !== null) asked.set("status", status);
  if (version !== null) asked.set("version", String(version));
  if (nodeId !== null) asked.set("at", nodeId);
  return asked.size === 0 ? "" : `?${asked.toString()}`;
}
