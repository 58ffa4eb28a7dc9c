import type { Effect, Facts, RoundRobinState, RunEvent } from "../contract/run.ts";
import type { JsonObject } from "../contract/json.ts";
import type { Outcome, Renderer, Scenario } from "../contract/scenario.ts";
import type { Plan } from "../interpreter/plan.ts";
import { pickExit } from "../interpreter/roundRobin.ts";
import { randomStream } from "./random.ts";
import type { RandomStream } from "./random.ts";
import { afterAction, afterReply, atInstant, stageSince } from "./world.ts";

/** A simulation under way: the driver's memory beside the interpreter's state. */
export interface World {
  readonly plan: Plan;
  readonly scenario: Scenario;
  readonly render: Renderer | null;
  readonly runName: string;
  readonly streams: Map<string, RandomStream>;
  readonly roundRobin: Map<string, RoundRobinState>;
  /** The latest action's config with its Liquid rendered; null without a renderer. */
  sent: JsonObject | null;
  facts: Facts;
  stageSince: number | null;
}

/** How the scenario's world answers an effect: the next event, at its instant. */
export function answer(world: World, effect: Exclude<Effect, { type: "finish" }>, at: number): RunEvent {
  if (effect.type === "perform") return answerPerform(world, effect, at);
  return effect.type === "pick_exit" ? answerPickExit(world, effect, at) : answerSleep(world, effect, at);
}

function answerPerform(world: World, effect: Extract<Effect, { type: "perform" }>, at: number): RunEvent {
  const { nodeId, actionType, config, attempt } = effect;
  const outcome = outcomeOf(world, nodeId);
  if (outcome?.type === "fail_permanently" || (outcome?.type === "fail" && attempt <= outcome.times)) {
    const error = { message: outcome.message ?? "no answer", permanent: outcome.type === "fail_permanently" };
    return { type: "perform_failed", at, facts: factsAt(world, at), error, random: random(world, nodeId) };
  }
  const sent = world.sent ?? config;
  world.facts = afterAction(actionType, world.facts, sent, at, world.scenario.fieldSlugs ?? {});
  if (actionType === "move_stage") world.stageSince = stageSince(world.facts, at);
  return { type: "performed", at, facts: factsAt(world, at) };
}

function answerPickExit(world: World, { nodeId, exits }: Extract<Effect, { type: "pick_exit" }>, at: number): RunEvent {
  const picked = pickExit(exits, world.roundRobin.get(nodeId) ?? {});
  if (picked) world.roundRobin.set(nodeId, picked.state);
  return { type: "exit_picked", at, facts: factsAt(world, at), exitId: picked?.exitId ?? "" };
}

function answerSleep(
  world: World,
  { nodeId, until, reason }: Extract<Effect, { type: "sleep" }>,
  at: number,
): RunEvent {
  const outcome = reason === "reply" ? outcomeOf(world, nodeId) : null;
  const repliesAt = outcome?.type === "reply" ? at + Math.round(outcome.afterSeconds * 1000) : Infinity;
  if (outcome?.type !== "reply" || repliesAt > until) {
    return { type: "woke", at: until, facts: factsAt(world, until) };
  }
  world.facts = afterReply(world.facts, outcome.reply, repliesAt);
  return { type: "replied", at: repliesAt, facts: factsAt(world, repliesAt), reply: outcome.reply };
}

function outcomeOf({ scenario: { outcomes = {} } }: World, nodeId: string): Outcome | null {
  return Object.hasOwn(outcomes, nodeId) ? (outcomes[nodeId] ?? null) : null;
}

/** The facts at an instant (Unix ms). */
export function factsAt(world: World, at: number): Facts {
  world.facts = atInstant(world.facts, at, world.stageSince);
  return world.facts;
}

function random({ streams, scenario, runName }: World, nodeId: string): number {
  const stream = streams.get(nodeId) ?? randomStream(scenario.seed ?? "", runName, nodeId);
  streams.set(nodeId, stream);
  return stream();
}
