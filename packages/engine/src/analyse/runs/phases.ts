import type { RunState, RunStatus } from "../../contract/run.ts";
import { performed } from "../../interpreter/actions.ts";
import { enter } from "../../interpreter/behaviors.ts";
import { CUSTOMER_ACTIONS } from "../../interpreter/plan.ts";
import type { Plan, PlanNode } from "../../interpreter/plan.ts";

/** What a run may be in the middle of; `passing` where a node lets runs through at once. */
export type RunPhase = RunState["phase"] | "passing";

/** What phases look like from outside. */
export interface Standing {
  status?: RunStatus | undefined;
  /** In a waiting run, that it waits for the contact; undefined where not known. */
  waitingForReply?: boolean | undefined;
}

const STATUS_OF: Record<RunPhase, RunStatus | null> = {
  new: "queued",
  performing: "running",
  picking_exit: "running",
  passing: "running",
  sleeping: "waiting",
  awaiting_reply: "waiting",
  retrying: "waiting",
  deferred: "waiting",
  ended: null,
};

/** What a run that stands at a node can be in the middle of, as the interpreter has it. */
export function phasesAt(plan: Plan, node: PlanNode): RunPhase[] {
  // When it is over depends on the moment and on the deal: it may be over at once.
  if (node.until !== null) return ["sleeping", "passing"];
  const moment = { at: 0, facts: {} };
  const entered = enter(plan, node, moment);
  if (entered.type !== "stay") return ["passing"];
  const { phase } = entered;
  if (phase !== "performing") return [phase];
  const done = performed(node, entered);
  return [
    phase,
    "retrying",
    ...(node.actionType !== null && CUSTOMER_ACTIONS.has(node.actionType) ? (["deferred"] as const) : []),
    ...(done.type === "stay" ? [done.phase] : []),
  ];
}

/** Whether a run in this phase would look like that. */
export function looksLike(phase: RunPhase, { status, waitingForReply }: Standing): boolean {
  if (status !== undefined && STATUS_OF[phase] !== status) return false;
  return waitingForReply === undefined || waitingForReply === (phase === "awaiting_reply");
}
