import { MAX_ATTEMPTS } from "../../interpreter/retry.ts";
import type { PlanNode } from "../../interpreter/plan.ts";
import type { Runnable } from "../read.ts";
import { exitsOf } from "../exits.ts";
import { leastBackoffs } from "./attempts.ts";
import { isGivenUp, TOLERANCE_MS } from "./known-run.ts";
import type { KnownRun } from "./known-run.ts";
import type { RunPhase } from "./phases.ts";
import type { Place } from "./places.ts";
import type { ReadRun } from "./read-run.ts";

/** Why a run cannot have come so far so soon, in words; null where it can. */
export function tooEarly(runnable: Runnable, place: Place, phase: RunPhase, { run, times }: ReadRun): string | null {
  const { startedAt, lastAttemptAt, nextAttemptAt, completedAt } = times;
  if (typeof startedAt !== "number") return null;
  const { nodeId } = place;
  const node = runnable.plan.nodes.get(nodeId);
  const arrives = startedAt + place.arrivalMs;
  const goesOn = arrives + leastUntilGoingOn(phase, run, node);
  if (isBefore(nextAttemptAt, goesOn) && SLEEPS.has(phase)) {
    return `nextAttemptAt of a run at “${nodeId}” is ${iso(goesOn)} at the earliest.`;
  }
  const acts = arrives + leastBackoffs(run.attempts ?? 1);
  if (isBefore(lastAttemptAt, acts) && ACTS.has(phase)) {
    return `The last attempt of a run at “${nodeId}” is at ${iso(acts)} at the earliest.`;
  }
  const ends = arrives + leastUntilEnd(runnable, place, run);
  return isBefore(completedAt, ends) && phase === "ended" ? `No run ends at “${nodeId}” before ${iso(ends)}.` : null;
}

const SLEEPS: ReadonlySet<RunPhase> = new Set(["sleeping", "awaiting_reply", "retrying", "deferred"]);
/** Phases in which the last attempt was at this node. */
const ACTS: ReadonlySet<RunPhase> = new Set(["performing", "awaiting_reply", "retrying"]);

/** From its arrival at a node until it goes on by itself, ms. */
function leastUntilGoingOn(phase: RunPhase, { attempts }: KnownRun, node: PlanNode | undefined): number {
  if (phase === "sleeping") return node?.until ? 0 : (node?.delayMs ?? 0);
  if (phase === "awaiting_reply") return leastBackoffs(attempts ?? 1) + (node?.reply?.timeoutMs ?? 0);
  // One whose answer came, and that waits for its turn, looks the same and goes on at once.
  if (phase === "retrying" && node?.reply) return 0;
  // Those that failed are counted, and the next one is waited for.
  return leastBackoffs((attempts ?? (phase === "retrying" ? 1 : 0)) + 1);
}

/** From its arrival at the node where it ends like this, ms. */
function leastUntilEnd(runnable: Runnable, { position }: Place, run: KnownRun): number {
  const acted = leastBackoffs(run.attempts ?? 1);
  const ways = isGivenUp(run) ? [] : exitsOf(runnable, position).filter(({ ends }) => ends === run.status);
  const stays = ways.map(({ cause, minMs }) =>
    cause === "retries-exhausted" ? leastBackoffs(MAX_ATTEMPTS) : minMs + acted,
  );
  return ways.length === 0 ? acted : Math.min(...stays);
}

/** Instants have years of four digits, so later ones are kept as the last of these. */
const LAST_INSTANT = Date.parse("9999-12-31T23:59:59Z");

function iso(at: number): string {
  return new Date(Math.min(at, LAST_INSTANT)).toISOString();
}

function isBefore(at: number | null | undefined, earliest: number): boolean {
  return typeof at === "number" && at + TOLERANCE_MS < Math.min(earliest, LAST_INSTANT);
}
