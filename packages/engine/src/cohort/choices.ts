import { meanMs, probabilitiesOf } from "../analyse/model.ts";
import type { Runnable } from "../analyse/read.ts";
import { exitsOf } from "../analyse/exits.ts";
import type { Exit, ExitCause } from "../analyse/exits.ts";
import type { Outcome } from "../contract/scenario.ts";
import type { PlanNode } from "../interpreter/plan.ts";
import { MAX_ATTEMPTS } from "../interpreter/retry.ts";
import { unit } from "../simulate/random.ts";
import type { RandomStream } from "../simulate/random.ts";
import { numberDrawer, placeOf } from "./distribution.ts";
import type { Draw } from "./distribution.ts";
import type { CohortModel } from "./model.ts";

/** One way in which the world may answer a node. */
export interface Choice {
  readonly weight: number;
  readonly outcome: Outcome | null;
  /** Of a reply, the seconds after which it comes; null where the outcome has them. */
  readonly seconds: Draw | null;
}

/** All ways in which the world may answer a node. */
export interface Choices {
  readonly list: readonly Choice[];
  /** The place of one of them. */
  readonly pick: (random: RandomStream) => number;
}

/** How the world answers the nodes at which more than one thing can happen, or something else than success. */
export function choicesByNode(runnable: Runnable, model: CohortModel): Map<PlanNode, Choices> {
  const choices = new Map<PlanNode, Choices>();
  for (const node of runnable.plan.nodes.values()) {
    if (node.kind !== "action" || node.actionType === "wait") continue;
    const list = givenOutcomes(model, node) ?? likelyOutcomes(runnable, model, node);
    if (list) choices.set(node, { list, pick: placeOf(list) });
  }
  return choices;
}

function givenOutcomes({ outcomes }: CohortModel, { id }: PlanNode): Choice[] | null {
  const list = outcomes && Object.hasOwn(outcomes, id) ? outcomes[id] : undefined;
  return list?.map(({ outcome, weight = 1 }) => ({ weight, outcome, seconds: null })) ?? null;
}

/** Null where the node's action always succeeds and awaits no reply. */
function likelyOutcomes(runnable: Runnable, model: CohortModel, node: PlanNode): Choice[] | null {
  const ways = exitsOf(runnable, node.position);
  const shares = probabilitiesOf(node, ways, model);
  if (ways.every(({ cause }, index) => cause === "succeeded" || !shares[index])) return null;
  return ways
    .map((way, index) => ({
      weight: shares[index] ?? 0,
      outcome: OUTCOMES[way.cause](way),
      seconds: REPLIES.has(way.cause) ? secondsOf(way, node.id, model) : null,
    }))
    .filter(({ weight }) => weight > 0);
}

type MakeOutcome = (way: Exit) => Outcome | null;

const none: MakeOutcome = () => null;

/** The scenario's outcome that makes a run go a way. */
const OUTCOMES: Readonly<Record<ExitCause, MakeOutcome>> = {
  succeeded: none,
  button: ({ partId }) => ({ type: "reply", afterSeconds: 0, reply: { buttonId: partId ?? "" } }),
  text: () => ({ type: "reply", afterSeconds: 0, reply: { text: "OK" } }),
  "other-reply": () => ({ type: "reply", afterSeconds: 0, reply: {} }),
  silence: () => ({ type: "silence" }),
  failed: () => ({ type: "fail_permanently" }),
  "retries-exhausted": () => ({ type: "fail", times: MAX_ATTEMPTS }),
  uncertain: () => ({ type: "uncertain" }),
  triggered: none,
  branch: none,
  "no-branch": none,
  exit: none,
  waited: none,
  ended: none,
};

const REPLIES: ReadonlySet<ExitCause> = new Set(["button", "text", "other-reply"]);

function secondsOf(way: Exit, nodeId: string, model: CohortModel): Draw {
  const { delays } = model;
  const delay = delays && Object.hasOwn(delays, nodeId) ? delays[nodeId] : undefined;
  if (delay) return numberDrawer(delay);
  const [low, high] = evenAround(meanMs(way, model), way.maxMs);
  return (random, into, at) => {
    into[at] = (low + (high - low) * unit(random.word())) / 1000;
  };
}

/** The widest range within 0 … `limit` that has its middle at `mean`. */
function evenAround(mean: number, limit: number): [low: number, high: number] {
  const reach = Math.min(mean, limit - mean);
  return [mean - reach, mean + reach];
}
