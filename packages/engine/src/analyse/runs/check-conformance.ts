import { isObject } from "../../contract/json.ts";
import type { GraphDefinition } from "../../contract/definition.ts";
import { readJson } from "../../json/read-json.ts";
import { readRunnable } from "../read.ts";
import type { Runnable } from "../read.ts";
import { passableExits } from "./arrivals.ts";
import { fitsAttempts } from "./attempts.ts";
import { tooEarly } from "./earliest.ts";
import { contradictions, isGivenUp } from "./known-run.ts";
import type { ConformanceReason, KnownRun } from "./known-run.ts";
import type { RunPhase } from "./phases.ts";
import { placesOf } from "./places.ts";
import type { Place } from "./places.ts";
import { possiblePhases } from "./possible-phases.ts";
import { readRun } from "./read-run.ts";
import type { ReadRun } from "./read-run.ts";

/** Where a run may stand, and in the middle of what. `nodeId` is null for a run that stands nowhere. */
export interface RunCandidate {
  nodeId: string | null;
  phase: RunPhase;
}

export interface Conformance {
  /** `ambiguous`: possible in several ways, see `candidates`. */
  verdict: "consistent" | "impossible" | "ambiguous";
  /** Why it is impossible; empty otherwise. */
  reasons: ConformanceReason[];
  candidates: RunCandidate[];
}

export interface ConformanceOptions {
  /** False when the automation puts nothing off to business hours; not known by default. */
  respectBusinessHours?: boolean;
}

/**
 * Whether what is known of a run can come from this definition. Times are lower bounds: a run may be late, never early.
 * Never throws.
 *
 * @example
 * ```ts
 * import { checkConformance } from "@trilho/engine/analyse";
 *
 * const { verdict, reasons } = checkConformance(
 *   {
 *     version: 2,
 *     nodes: [
 *       { id: "start", type: "trigger" },
 *       { id: "pause", type: "wait", config: { delaySeconds: 3600 } },
 *     ],
 *     edges: [{ source: "start", target: "pause" }],
 *   },
 *   { status: "waiting", currentNodeId: "pause", startedAt: "2026-01-05T12:00:00Z", nextAttemptAt: "2026-01-05T12:30:00Z" },
 * );
 * // "impossible", [{ code: "too-early", … }]
 * ```
 */
export function checkConformance(
  definition: GraphDefinition,
  run: KnownRun,
  options: ConformanceOptions = {},
): Conformance {
  const read = readRun(run);
  if (read === null) return impossible({ code: "unreadable-run", message: "The run cannot be read." });
  const wrong = contradictions(read.run, read.times);
  if (wrong.length > 0) return impossible(...wrong);
  const runnable = readRunnable(definition);
  const { problem } = runnable.plan;
  return problem === null ? conform(runnable, read, mayBeDeferred(options)) : ofUnrunnable(read.run, problem);
}

function conform(runnable: Runnable, read: ReadRun, mayBePutOff: boolean): Conformance {
  const { run } = read;
  const ways = passableExits(runnable);
  const { places, reasons: elsewhere } = placesOf(runnable, ways, run);
  const reasons = [...elsewhere];
  const candidates = places.flatMap((place) =>
    possiblePhases(runnable, ways, place, read, mayBePutOff).flatMap((phase): RunCandidate[] => {
      const reason = whyNot(runnable, place, phase, read);
      if (reason !== null) reasons.push(reason);
      return reason === null ? [{ nodeId: place.nodeId, phase }] : [];
    }),
  );
  candidates.push(...nowhere(run));
  if (candidates.length > 0)
    return { verdict: candidates.length === 1 ? "consistent" : "ambiguous", reasons: [], candidates };
  return impossible(...(reasons.length > 0 ? reasons : [cannotHold(run)]));
}

function impossible(...reasons: ConformanceReason[]): Conformance {
  return { verdict: "impossible", reasons, candidates: [] };
}

function cannotHold({ status, waitingForReply, currentNodeId }: KnownRun): ConformanceReason {
  const isAtNode = typeof currentNodeId === "string";
  const how = `“${status ?? "?"}”${waitingForReply === true ? " for a reply" : ""}`;
  return {
    code: "cannot-hold",
    message: `A run cannot be ${how} ${isAtNode ? `at “${currentNodeId}”` : "anywhere"}.`,
    ...(isAtNode && { nodeId: currentNodeId }),
  };
}

function ofUnrunnable(run: KnownRun, message: string): Conformance {
  const { status, currentNodeId = null } = run;
  const phase = status === "queued" ? "new" : "ended";
  const isPossible =
    currentNodeId === null &&
    (isGivenUp(run) || status === undefined || !["running", "waiting", "completed", "dead_letter"].includes(status));
  return isPossible
    ? { verdict: "consistent", reasons: [], candidates: [{ nodeId: null, phase }] }
    : impossible({ code: "not-runnable", message });
}

/** Whether actions may have been put off to business hours; so it is by default. */
function mayBeDeferred(options: unknown): boolean {
  const { value } = readJson(options);
  return !isObject(value) || value["respectBusinessHours"] !== false;
}

/** Why a run cannot be in the middle of this; null where it can. */
function whyNot(runnable: Runnable, place: Place, phase: RunPhase, read: ReadRun): ConformanceReason | null {
  const { nodeId } = place;
  const { status, attempts = 0 } = read.run;
  if (!fitsAttempts(phase, read.run, runnable.plan.nodes.get(nodeId))) {
    const message = `attempts of a run that is “${status ?? "?"}” at “${nodeId}” cannot be ${attempts}.`;
    return { code: "wrong-attempts", message, nodeId };
  }
  const message = tooEarly(runnable, place, phase, read);
  return message === null ? null : { code: "too-early", message, nodeId };
}

/** A run that stands nowhere: not begun, or ended before it began. */
function nowhere(run: KnownRun): RunCandidate[] {
  const { status, currentNodeId, effects = [], waitingForReply } = run;
  if (typeof currentNodeId === "string" || effects.length > 0 || waitingForReply === true) return [];
  if (status === "queued") return [{ nodeId: null, phase: "new" }];
  const isEnded = status === "skipped" || status === "cancelled" || isGivenUp(run);
  return isEnded ? [{ nodeId: null, phase: "ended" }] : [];
}
