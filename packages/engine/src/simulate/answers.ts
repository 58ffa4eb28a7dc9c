import type { JsonObject } from "../contract/json.ts";
import { lackOf } from "../contract/needs.ts";
import type { LackCode } from "../contract/needs.ts";
import type { Facts, Reply, RunEvent } from "../contract/run.ts";
import type { Outcome, Renderer } from "../contract/scenario.ts";
import { LACKS } from "../failures/tables/lacks.ts";
import type { Plan, PlanNode } from "../interpreter/plan.ts";
import type { Token } from "../interpreter/walk.ts";

/** The world around one simulated run: what it knows and how it answers, beside the interpreter's state. Instants are Unix ms. */
export interface World {
  readonly plan: Plan;
  readonly render: Renderer | null;
  /** How the world answers a node; null where its action succeeds and nobody replies. The same each time in one run. */
  outcome(node: PlanNode): Outcome | null;
  /** The next number in [0, 1) of the node's own stream. */
  random(node: PlanNode): number;
  /** Takes the next turn of a round robin: the exit's id. */
  turn(node: PlanNode): string | null;
  /** The facts at an instant, not before the last. */
  factsAt(at: number): Facts;
  /** A node's action succeeded with a config. */
  acted(node: PlanNode, config: JsonObject, at: number): void;
  /** The contact answered a node's message. */
  replied(node: PlanNode, reply: Reply, at: number): void;
}

/** How the world answers a run that stays at a node since `at`: the next event, at its instant. `sent` is an action's config as it was sent. */
export function answer(
  world: World,
  node: PlanNode,
  { staying, wakeAt }: Token,
  sent: JsonObject,
  at: number,
): RunEvent {
  if (staying.phase === "performing") return answerPerform(world, node, staying.attempts, sent, at);
  if (staying.phase === "picking_exit") {
    return { type: "exit_picked", at, facts: world.factsAt(at), exitId: world.turn(node) ?? "" };
  }
  const until = wakeAt ?? at;
  const reply = staying.phase === "awaiting_reply" ? answerMessage(world, node, until, at) : null;
  return reply ?? { type: "woke", at: until, facts: world.factsAt(until) };
}

function answerPerform(world: World, node: PlanNode, attempt: number, sent: JsonObject, at: number): RunEvent {
  const lack = lackIn(world.plan, node, sent);
  if (lack !== null) {
    const error = { message: LACKS[lack].en, permanent: true };
    return { type: "perform_failed", at, facts: world.factsAt(at), error, random: 0 };
  }
  const outcome = world.outcome(node);
  if (outcome?.type === "uncertain" && attempt === 1) {
    const error = { message: outcome.message ?? "the answer was lost", permanent: false, uncertain: true as const };
    return { type: "perform_failed", at, facts: world.factsAt(at), error, random: world.random(node) };
  }
  if (outcome?.type === "fail_permanently" || (outcome?.type === "fail" && attempt <= outcome.times)) {
    const error = { message: outcome.message ?? "no answer", permanent: outcome.type === "fail_permanently" };
    return { type: "perform_failed", at, facts: world.factsAt(at), error, random: world.random(node) };
  }
  world.acted(node, sent, at);
  return { type: "performed", at, facts: world.factsAt(at) };
}

/** What keeps an action from succeeding in every run that the trigger starts, whatever the world answers. */
function lackIn({ trigger }: Plan, { actionType }: PlanNode, sent: JsonObject): LackCode | null {
  return trigger === null || actionType === null ? null : (lackOf(trigger, actionType, sent)?.code ?? null);
}

/** Who presses a button says its label: providers send it as the answer's text. */
export function saidBy({ reply: asked }: Pick<PlanNode, "reply">, reply: Reply): Reply {
  const label = reply.buttonId === undefined ? undefined : asked?.buttons.get(reply.buttonId);
  return reply.text === undefined && label !== undefined ? { ...reply, text: label } : reply;
}

function answerMessage(world: World, node: PlanNode, until: number, at: number): RunEvent | null {
  const outcome = world.outcome(node);
  if (outcome?.type !== "reply") return null;
  const { afterSeconds } = outcome;
  const reply = saidBy(node, outcome.reply);
  const repliesAt = at + Math.round(afterSeconds * 1000);
  if (repliesAt > until) return null;
  world.replied(node, reply, repliesAt);
  return { type: "replied", at: repliesAt, facts: world.factsAt(repliesAt), reply };
}
