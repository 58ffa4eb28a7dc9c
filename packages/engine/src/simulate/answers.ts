import type { JsonObject } from "../contract/json.ts";
import type { Facts, RunEvent } from "../contract/run.ts";
import type { Outcome, Renderer } from "../contract/scenario.ts";
import type { Plan, PlanNode, Staying } from "../interpreter/plan.ts";
import { afterAction, afterReply, atInstant, stageSince } from "./world.ts";

/** The world around one simulated run: what it knows and how it answers, beside the interpreter's state. */
export interface World {
  readonly plan: Plan;
  readonly render: Renderer | null;
  /** Slug by custom-field id. */
  readonly slugs: Readonly<Record<string, string>>;
  /** How the world answers a node; null where its action succeeds and nobody replies. The same each time in one run. */
  outcome(node: PlanNode): Outcome | null;
  /** The next number in [0, 1) of the node's own stream. */
  random(node: PlanNode): number;
  /** Takes the next turn of a round robin: the exit's id. */
  turn(node: PlanNode): string | null;
  /** Whether anyone looks at what a node changes in the facts. */
  heeds(node: PlanNode): boolean;
  facts: Facts;
  /** When the deal entered its stage, Unix ms; null where nobody asks. */
  stageSince: number | null;
  /** The latest action's config with its Liquid rendered; null without a renderer. */
  sent: JsonObject | null;
}

/** How the world answers a run that stays at a node since `at` (Unix ms): the next event, at its instant. */
export function answer(world: World, node: PlanNode, staying: Staying, at: number): RunEvent {
  if (staying.phase === "performing") return answerPerform(world, node, staying.attempts, at);
  if (staying.phase === "picking_exit") {
    return { type: "exit_picked", at, facts: factsAt(world, at), exitId: world.turn(node) ?? "" };
  }
  const until = staying.wakeAt ?? at;
  const reply = staying.phase === "awaiting_reply" ? answerMessage(world, node, until, at) : null;
  return reply ?? { type: "woke", at: until, facts: factsAt(world, until) };
}

function answerPerform(world: World, node: PlanNode, attempt: number, at: number): RunEvent {
  const outcome = world.outcome(node);
  if (outcome?.type === "fail_permanently" || (outcome?.type === "fail" && attempt <= outcome.times)) {
    const error = { message: outcome.message ?? "no answer", permanent: outcome.type === "fail_permanently" };
    return { type: "perform_failed", at, facts: factsAt(world, at), error, random: world.random(node) };
  }
  const { actionType } = node;
  if (actionType !== null && world.heeds(node)) {
    world.facts = afterAction(actionType, world.facts, world.sent ?? node.config, at, world.slugs);
    if (actionType === "move_stage") world.stageSince = stageSince(world.facts, at);
  }
  return { type: "performed", at, facts: factsAt(world, at) };
}

function answerMessage(world: World, node: PlanNode, until: number, at: number): RunEvent | null {
  const outcome = world.outcome(node);
  if (outcome?.type !== "reply") return null;
  const { reply, afterSeconds } = outcome;
  const repliesAt = at + Math.round(afterSeconds * 1000);
  if (repliesAt > until) return null;
  if (world.heeds(node)) world.facts = afterReply(world.facts, reply, repliesAt);
  return { type: "replied", at: repliesAt, facts: factsAt(world, repliesAt), reply };
}

/** The facts at an instant (Unix ms). */
export function factsAt(world: World, at: number): Facts {
  if (world.stageSince !== null) world.facts = atInstant(world.facts, at, world.stageSince);
  return world.facts;
}
