import type { JsonObject } from "../contract/json.ts";
import { LIVE_STATUSES } from "../contract/run.ts";
import type { RunState } from "../contract/run.ts";
import type { NoPlaceCode } from "../failures/tables/migrations.ts";
import { canonical } from "../json/canonical.ts";
import type { Standing } from "./controls.ts";
import type { Plan, PlanNode } from "./plan.ts";
import { LAST_INSTANT } from "./walk.ts";

/** What a run of one plan is where it stands in another one, or why it cannot stand there. */
export function placed(before: Plan, after: Plan, state: Standing, hasBegun: boolean): Standing | NoPlaceCode {
  const { status, phase, nodeId } = state;
  if (!LIVE_STATUSES.includes(status)) return "run-is-over";
  if (after.problem !== null) return "version-not-runnable";
  if (phase === "new") return state;
  const from = nodeId === null ? undefined : before.nodes.get(nodeId);
  if (nodeId === null || from === undefined) return "place-unknown";
  const to = after.nodes.get(nodeId);
  return to === undefined ? "node-gone" : PLACES[phase](from, to, state, hasBegun);
}

type Place = (from: PlanNode, to: PlanNode, state: Standing, hasBegun: boolean) => Standing | NoPlaceCode;

const PLACES: Record<Exclude<RunState["phase"], "new">, Place> = {
  sleeping: waiting,
  awaiting_reply: (from, to, state) => lasting(state, from.reply?.timeoutMs ?? null, to.reply?.timeoutMs ?? null),
  performing: attempted,
  retrying: attempted,
  // Put off before its first attempt, it takes the action as it is there.
  deferred: (from, to, state, hasBegun) =>
    isTried(state, hasBegun) ? attempted(from, to, state) : (withActions(from, to) ?? state),
  picking_exit: (from, to, state) => {
    if (from.kind !== "round_robin") return "place-unknown";
    return to.exits.length > 0 ? state : "cannot-wait-there";
  },
  ended: () => "place-unknown",
};

/** Whether the action that a run stands at may have been carried out: who asked for it again, for one, had begun it. */
export const isTried = ({ phase, status, attempts }: Standing, hasBegun: boolean): boolean =>
  phase === "performing" ||
  phase === "retrying" ||
  (phase === "deferred" && (hasBegun || attempts > 0 || status !== "waiting"));

const isTimed = ({ delayMs, until }: PlanNode): boolean => delayMs !== null || until !== null;

/**
 * Until when a wait lasts was decided as it began, by what is not known any more: another decision has no place. Nor is it
 * known whether it lasts its fixed time instead, which a wait until a weekday never does.
 */
function waiting(from: PlanNode, to: PlanNode, state: Standing): Standing | NoPlaceCode {
  if (from.until === null && to.until === null) return lasting(state, from.delayMs, to.delayMs);
  if (!isTimed(from)) return "place-unknown";
  if (!isTimed(to)) return "cannot-wait-there";
  const isSame = canonical(from.until?.settings ?? null) === canonical(to.until?.settings ?? null);
  return isSame && (from.delayMs === to.delayMs || to.until?.settings.kind === "weekday") ? state : "deadline-unknown";
}

/** A wait began when it began, however long it is to be. */
function lasting(state: Standing, fromMs: number | null, toMs: number | null): Standing | NoPlaceCode {
  if (fromMs === null) return "place-unknown";
  if (toMs === null) return "cannot-wait-there";
  if (fromMs === toMs) return state;
  const { wakeAt } = state;
  // At the end of the calendar, waits of any length end together.
  if (wakeAt === null || wakeAt >= LAST_INSTANT) return "deadline-unknown";
  return { ...state, wakeAt: Math.min(wakeAt - fromMs + toMs, LAST_INSTANT) };
}

/** What may have been carried out is carried out with the same settings, under its key, or not at all. */
function attempted(from: PlanNode, to: PlanNode, state: Standing): Standing | NoPlaceCode {
  return withActions(from, to) ?? (isSameAction(from, to) ? state : "action-begun");
}

function withActions(from: PlanNode, to: PlanNode): NoPlaceCode | null {
  if (!isCarriedOut(from)) return "place-unknown";
  return isCarriedOut(to) ? null : "cannot-wait-there";
}

const isCarriedOut = ({ kind, actionType }: PlanNode): boolean =>
  kind === "action" && actionType !== null && actionType !== "wait";

const isSameAction = (from: PlanNode, to: PlanNode): boolean =>
  from.actionType === to.actionType && canonical(settingsOf(from)) === canonical(settingsOf(to));

/** An action's config as runs see it: `ui` is the editor's alone. */
export function settingsOf({ config }: Pick<PlanNode, "config">): JsonObject {
  return Object.fromEntries(Object.entries(config).filter(([key]) => key !== "ui"));
}
