import type { GraphDefinition } from "../../contract/definition.ts";
import type { FailureReason, RunState } from "../../contract/run.ts";
import type { NoPlaceCode } from "../../failures/tables/migrations.ts";
import { moveRun, readRunState } from "../../interpreter/advance.ts";
import { compileRun } from "../../interpreter/compile-run.ts";
import { isTried } from "../../interpreter/placed.ts";
import type { PlanNode } from "../../interpreter/plan.ts";
import { plainly } from "../../json/plainly.ts";
import { readDefinition } from "../read.ts";
import { passedBefore, reachableFrom } from "./behind.ts";
import { differences } from "./differences.ts";
import type { FutureChange } from "./differences.ts";
import type { ReadVersion } from "./reads.ts";

/** What of a version the runs read that have begun. */
export interface RunVersion {
  graphDefinition: GraphDefinition;
  respectBusinessHours?: boolean;
  outboundChannelId?: string | null;
}

/** What becomes of a run in another version; `state` is how it stands there. */
export type MigrationPlan =
  /** Whatever happens, it does what it would have done. */
  | { kind: "same"; state: RunState }
  /** It goes on, but may do something else: first so at the node `at`. Of large graphs, `changes` has the nearest. */
  | { kind: "different"; state: RunState; at: string; changes: FutureChange[] }
  | { kind: "no_place"; reason: FailureReason<NoPlaceCode> };

/** Moves from one version to another, for many runs. */
export interface Migration {
  /** As `planMigration`; of `begun`, the nodes among those of `asks` are enough. */
  plan(state: RunState, begun?: readonly string[]): MigrationPlan;
  /** Which nodes it matters of whether a run that stands there has begun them: mostly none. */
  asks(state: RunState): readonly string[];
}

/**
 * What becomes of a run that is moved to another version of its automation. It keeps its place, its attempts, and since
 * when it waits, and goes on as a run that came there in the other version. `same` is claimed only where everything is
 * alike that the run can still come to. A run that could repeat an action has no place; `begun` names the nodes whose
 * action or choice it has begun, without it they are all that lie before it. Never throws.
 *
 * @example
 * ```ts
 * import { advance, compileRun, startState } from "@trilho/engine";
 * import { planMigration } from "@trilho/engine/migrate";
 *
 * const waiting = (delaySeconds: number) => ({
 *   graphDefinition: {
 *     version: 2 as const,
 *     nodes: [{ id: "start", type: "trigger" as const }, { id: "pause", type: "wait" as const, config: { delaySeconds } }],
 *     edges: [{ source: "start", target: "pause" }],
 *   },
 * });
 * const { state } = advance(compileRun(waiting(60).graphDefinition), startState(), { type: "started", at: 0, facts: {} });
 * planMigration(waiting(60), waiting(60), state).kind; // "same"
 * planMigration(waiting(60), waiting(90), state).kind; // "different"
 * ```
 */
export function planMigration(
  before: RunVersion,
  after: RunVersion,
  state: RunState,
  begun?: readonly string[],
): MigrationPlan {
  return migrationBetween(before, after).plan(state, begun);
}

/**
 * The same for many runs: both versions are read once, and what lies before runs that stand alike is compared once.
 * Who asks knows which nodes each run has begun.
 *
 * @example
 * ```ts
 * import { startState } from "@trilho/engine";
 * import { migrationBetween } from "@trilho/engine/migrate";
 *
 * const version = { graphDefinition: { version: 2 as const, nodes: [{ id: "start", type: "trigger" as const }] } };
 * const migration = migrationBetween(version, version);
 * migration.asks(startState()); // []
 * migration.plan(startState(), []).kind; // "same"
 * ```
 */
export function migrationBetween(before: RunVersion, after: RunVersion): Migration {
  return plainly([before, after], (...[old, next]) => {
    const [from, to] = [readVersion(old), readVersion(next)];
    const known: KnownFutures = new Map();
    return {
      plan: (state, begun) => plainly([state, begun], (...[run, nodes]) => migrate(from, to, known, run, nodes)),
      asks: (state) =>
        plainly([state], (run) => (readRunState(run) === null ? [] : futureOf(from, to, known, run).asks)),
    };
  });
}

function readVersion(given: RunVersion): ReadVersion {
  const { graphDefinition, respectBusinessHours, outboundChannelId = null } = given ?? {};
  return {
    plan: compileRun(readDefinition(graphDefinition)),
    respectBusinessHours: respectBusinessHours === true,
    outboundChannelId: typeof outboundChannelId === "string" ? outboundChannelId : null,
  };
}

/** What lies before runs that stand alike. */
interface Future {
  changes: FutureChange[];
  /** Actions and choices of the other version that lie before it, the one it stands at left out. */
  ahead: ReadonlySet<string>;
  asks: readonly string[];
}

type KnownFutures = Map<string, Future>;

function futureOf(from: ReadVersion, to: ReadVersion, known: KnownFutures, state: RunState): Future {
  const { phase, nodeId } = state;
  const key = JSON.stringify([phase, nodeId]);
  const future = known.get(key) ?? compareFutures(from, to, state);
  known.set(key, future);
  return future;
}

const NOTHING: Future = { changes: [], ahead: new Set(), asks: [] };

function compareFutures(from: ReadVersion, to: ReadVersion, { phase, nodeId }: RunState): Future {
  const nodeIn = ({ plan }: ReadVersion): PlanNode | null =>
    phase === "new" ? plan.start : ((nodeId === null ? null : plan.nodes.get(nodeId)) ?? null);
  const [old, next] = [nodeIn(from), nodeIn(to)];
  if (next === null) return NOTHING;
  const changes = differences(from, to, old, next, phase);
  if (old === null) return { ...NOTHING, changes };
  const ahead = reachableFrom(next, phase);
  // What lies before it in its own version it has not begun.
  const ownAhead = reachableFrom(old, phase);
  const isHere = phase === "deferred" && changes[0]?.nodeId === next.id;
  const asks = [...(isHere ? [next.id] : []), ...[...ahead].filter((id) => !ownAhead.has(id))];
  return { changes, ahead, asks };
}

function migrate(
  from: ReadVersion,
  to: ReadVersion,
  known: KnownFutures,
  state: RunState,
  given: readonly string[] | undefined,
): MigrationPlan {
  if (readRunState(state) === null) return noPlace("place-unknown", null);
  const { nodeId } = state;
  const begun = Array.isArray(given) ? given : passedBefore(from.plan, state);
  const hasBegun = begun.includes(nodeId);
  const moved = moveRun(from.plan, to.plan, state, hasBegun);
  if ("code" in moved) return noPlace(moved.code, nodeId);
  const { ahead, changes } = futureOf(from, to, known, state);
  const again = begun.find((id) => id !== nodeId && ahead.has(id));
  if (again !== undefined) return noPlace("would-repeat", again);
  const [first] = changes;
  if (first === undefined) return { kind: "same", state: moved.state };
  const isOtherwise = first.nodeId === nodeId && first.changes.some(({ path }) => path === "/outboundChannelId");
  if (isOtherwise && isTried(state, hasBegun)) return noPlace("action-begun", nodeId);
  return { kind: "different", state: moved.state, at: first.nodeId, changes };
}

const noPlace = (code: NoPlaceCode, nodeId: string | null): MigrationPlan => ({
  kind: "no_place",
  reason: { code, params: nodeId === null ? {} : { nodeId } },
});
