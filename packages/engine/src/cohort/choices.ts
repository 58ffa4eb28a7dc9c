import { meanMs, probabilitiesOf } from "../analyse/model.ts";
import type { Runnable } from "../analyse/read.ts";
import { waysOf } from "../analyse/ways.ts";
import type { Way, WayCause } from "../analyse/ways.ts";
import type { Outcome } from "../contract/scenario.ts";
import type { PlanNode } from "../interpreter/plan.ts";
import { MAX_ATTEMPTS } from "../interpreter/retry.ts";
import type { RandomStream } from "../simulate/random.ts";
import { numberDrawer, oneOf } from "./distribution.ts";
import type { Draw } from "./distribution.ts";
import type { CohortModel } from "./model.ts";

/** How the world answers the nodes at which more than one thing can happen, or something else than success. */
export function outcomesByNode(runnable: Runnable, model: CohortModel): Map<PlanNode, Draw<Outcome | null>> {
  const outcomes = new Map<PlanNode, Draw<Outcome | null>>();
  for (const node of runnable.plan.nodes.values()) {
    if (node.kind !== "action" || node.actionType === "wait") continue;
    const choices = told(model, node) ?? imagined(runnable, model, node);
    if (choices) outcomes.set(node, outcomeDrawer(choices));
  }
  return outcomes;
}

/** One way in which the world may answer a node. */
interface Choice {
  weight: number;
  outcome: Draw<Outcome | null>;
}

function outcomeDrawer(choices: readonly Choice[]): Draw<Outcome | null> {
  const pick = oneOf(choices);
  return (random) => pick(random)?.outcome(random) ?? null;
}

function told({ outcomes }: CohortModel, { id }: PlanNode): Choice[] | null {
  const list = outcomes && Object.hasOwn(outcomes, id) ? outcomes[id] : undefined;
  return list?.map(({ outcome, weight = 1 }) => ({ weight, outcome: () => outcome })) ?? null;
}

/** Null where the node's action always succeeds and awaits no reply. */
function imagined(runnable: Runnable, model: CohortModel, node: PlanNode): Choice[] | null {
  const ways = waysOf(runnable, node.position);
  const shares = probabilitiesOf(node, ways, model);
  if (ways.every(({ cause }, index) => cause === "succeeded" || !shares[index])) return null;
  return ways
    .map((way, index) => ({ weight: shares[index] ?? 0, outcome: outcomeOf(way, node.id, model) }))
    .filter(({ weight }) => weight > 0);
}

type MakeOutcome = (way: Way, afterSeconds: number) => Outcome | null;

const none: MakeOutcome = () => null;

/** The scenario's outcome that makes a run go a way. */
const OUTCOMES: Readonly<Record<WayCause, MakeOutcome>> = {
  succeeded: none,
  button: ({ partId }, afterSeconds) => ({ type: "reply", afterSeconds, reply: { buttonId: partId ?? "" } }),
  text: (_, afterSeconds) => ({ type: "reply", afterSeconds, reply: { text: "OK" } }),
  "other-reply": (_, afterSeconds) => ({ type: "reply", afterSeconds, reply: {} }),
  silence: () => ({ type: "silence" }),
  failed: () => ({ type: "fail_permanently" }),
  "retries-exhausted": () => ({ type: "fail", times: MAX_ATTEMPTS }),
  triggered: none,
  branch: none,
  "no-branch": none,
  exit: none,
  waited: none,
  ended: none,
};

const REPLIES: ReadonlySet<WayCause> = new Set(["button", "text", "other-reply"]);

function outcomeOf(way: Way, nodeId: string, model: CohortModel): Choice["outcome"] {
  const make = OUTCOMES[way.cause];
  if (!REPLIES.has(way.cause)) {
    const outcome = make(way, 0);
    return () => outcome;
  }
  const { delays } = model;
  const delay = delays && Object.hasOwn(delays, nodeId) ? delays[nodeId] : undefined;
  const [low, high] = evenAround(meanMs(way, model), way.maxMs);
  const seconds = delay ? numberDrawer(delay) : (random: RandomStream) => (low + (high - low) * random.next()) / 1000;
  return (random) => make(way, seconds(random));
}

/** The widest range within 0 … `limit` that has its middle at `mean`. */
function evenAround(mean: number, limit: number): [low: number, high: number] {
  const reach = Math.min(mean, limit - mean);
  return [mean - reach, mean + reach];
}
