import { LIVE_STATUSES } from "../contract/run.ts";
import type { Effect } from "../contract/run.ts";
import type { PlanNode, Staying } from "./plan.ts";
import type { Token } from "./walk.ts";

type Open = (node: PlanNode, staying: Staying, wakeAt: number | null) => Effect | null;

/** What the driver of a run must do next, by what the run is in the middle of. */
const EFFECTS: Record<Staying["phase"], Open> = {
  new: () => null,
  performing: ({ id, actionType, config }, { attempts }) =>
    actionType && { type: "perform", nodeId: id, actionType, config, attempt: attempts },
  picking_exit: ({ id, exits }) => ({
    type: "pick_exit",
    nodeId: id,
    exits: exits.map(({ id: exit, weight }) => ({ id: exit, weight })),
  }),
  sleeping: sleeping("wait"),
  awaiting_reply: sleeping("reply"),
  retrying: sleeping("retry"),
  deferred: sleeping("business_hours"),
  ended: () => null,
};

function sleeping(reason: Extract<Effect, { type: "sleep" }>["reason"]): Open {
  return ({ id }, _, wakeAt) => ({ type: "sleep", nodeId: id, until: wakeAt ?? 0, reason });
}

/** The effect that is open at a node; a run that is over has only its end. */
export function effectOf({ node, staying, wakeAt }: Token): Effect | null {
  const { status, phase } = staying;
  if (!LIVE_STATUSES.includes(status)) return { type: "finish", status };
  return node && EFFECTS[phase](node, staying, wakeAt);
}
