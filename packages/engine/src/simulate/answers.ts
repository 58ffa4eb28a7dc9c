import type { ActionType } from "../contract/definition.ts";
import { isFilled } from "../contract/filled.ts";
import type { JsonObject } from "../contract/json.ts";
import { lackOf, type LackCode } from "../contract/needs.ts";
import type { Answer, FailureReason, Facts, Reply, TokenEvent } from "../contract/run.ts";
import type { Outcome, Renderer } from "../contract/scenario.ts";
import { EMPTY } from "../failures/tables/empty.ts";
import { LACKS } from "../failures/tables/lacks.ts";
import { RECIPIENTS, SETTINGS } from "../failures/tables/settings.ts";
import { fill } from "../failures/text.ts";
import type { Plan, PlanNode } from "../interpreter/plan.ts";
import type { Token } from "../interpreter/walk.ts";
import { settingsFailure } from "../rules/settings-failure.ts";
import { emptiedParameter } from "../whatsapp/template.ts";
import { attemptOf } from "./outcome.ts";

/** A message of the contact that is yet to come, at an instant (Unix ms), after what a node asked. */
export interface Coming {
  readonly at: number;
  readonly reply: Reply;
  readonly asked: PlanNode;
}

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
  /** What keeps an action from succeeding by the facts of its run, where the facts of each run are read. */
  refusal?(actionType: ActionType, sent: JsonObject, at: number): Certain | null;
  /** A node's action succeeded with a config. */
  acted(node: PlanNode, config: JsonObject, at: number): void;
  /** The contact answered a node's message. */
  replied(node: PlanNode, reply: Reply, at: number): void;
  /** What the contact writes beside the answers, in its order. */
  readonly coming: Coming[];
  /** The contact wrote while nothing was asked, after what a node asked earlier. */
  overheard(asked: PlanNode, at: number): void;
}

/** How the world answers a run that stays at a node since `at`: the next event, at its instant. `sent` is an action's config as it was sent. */
export function answer(
  world: World,
  node: PlanNode,
  { staying, wakeAt }: Token,
  sent: JsonObject,
  at: number,
): TokenEvent {
  if (staying.phase === "performing") return answerPerform(world, node, staying.attempts, sent, at);
  if (staying.phase === "picking_exit") {
    return { type: "exit_picked", at, facts: factsAt(world, at), nodeId: node.id, exitId: world.turn(node) ?? "" };
  }
  const until = wakeAt ?? at;
  const reply = staying.phase === "awaiting_reply" ? answerMessage(world, node, staying.attempts, until, at) : null;
  return reply ?? { type: "woke", at: until, facts: factsAt(world, until) };
}

function answerPerform(world: World, node: PlanNode, attempt: number, sent: JsonObject, at: number): TokenEvent {
  const answered = { at, nodeId: node.id, attempt };
  const failure = certainIn(world, node, sent, at);
  if (failure !== null) {
    const message = fill(textOf(failure.code), failure.params);
    const error = { message, failure: [failure], permanent: true };
    return { type: "perform_failed", ...answered, facts: factsAt(world, at), error, random: 0 };
  }
  const outcome = attemptOf(world.outcome(node), attempt);
  if (outcome?.type === "uncertain") {
    const error = { ...reasonOf(outcome, "answer-lost"), permanent: false, uncertain: true as const };
    return { type: "perform_failed", ...answered, facts: factsAt(world, at), error, random: world.random(node) };
  }
  if (outcome?.type === "fail_permanently" || outcome?.type === "fail") {
    const error = { ...reasonOf(outcome, "no-answer"), permanent: outcome.type === "fail_permanently" };
    const { retryAfterSeconds }: { retryAfterSeconds?: number } = outcome.type === "fail" ? outcome : {};
    return {
      type: "perform_failed",
      ...answered,
      facts: factsAt(world, at),
      error: retryAfterSeconds === undefined ? error : { ...error, retryAfterMs: retryAfterSeconds * 1000 },
      random: world.random(node),
    };
  }
  world.acted(node, sent, at);
  return { type: "performed", ...answered, facts: factsAt(world, at) };
}

const UNSAID = { "no-answer": "no answer", "answer-lost": "the answer was lost" } as const;

/** Why an action failed: what the outcome says of it, else what is told in the reader's language. */
const reasonOf = ({ message }: { message?: string }, code: keyof typeof UNSAID) =>
  message === undefined ? { message: UNSAID[code], failure: [{ code, params: {} }] } : { message };

/** Why an action fails for certain. */
export type Certain = FailureReason<LackCode | keyof typeof EMPTY | keyof typeof SETTINGS | keyof typeof RECIPIENTS>;

/** Why an action fails whatever the world answers; null where it depends on that. */
function certainIn(world: World, node: PlanNode, sent: JsonObject, at: number): Certain | null {
  const { actionType } = node;
  if (actionType === null) return null;
  return (
    lackIn(world.plan, node, sent) ??
    world.refusal?.(actionType, sent, at) ??
    emptiedIn(node, sent) ??
    settingsFailure(actionType, sent)?.reason ??
    null
  );
}

function textOf(code: Certain["code"]): string {
  const text = { ...LACKS, ...EMPTY, ...SETTINGS, ...RECIPIENTS }[code];
  return typeof text === "string" ? text : text.en;
}

/** What keeps an action from succeeding in every run that the trigger starts, whatever the world answers. */
function lackIn({ trigger }: Plan, { actionType }: PlanNode, sent: JsonObject): Certain | null {
  const lack = trigger === null || actionType === null ? null : lackOf(trigger, actionType, sent);
  return lack && { code: lack.code, params: {} };
}

/** What an action sends, and how it fails where all of it comes to nothing. */
const SAYS: Partial<Record<ActionType, readonly [code: keyof typeof EMPTY, ...keys: string[]]>> = {
  send_whatsapp: ["message-empty", "text", "templateName", "mediaLink", "mediaAssetId"],
  reply_instagram_comment: ["reply-empty", "text"],
  send_instagram_private_reply: ["reply-empty", "text"],
  send_email: ["mail-empty", "subject", "body", "plainText"],
};

/** Of what says nothing from the start rules tell. */
function emptiedIn({ actionType, config }: PlanNode, sent: JsonObject): Certain | null {
  const [code = null, ...keys] = (actionType !== null && SAYS[actionType]) || [];
  const says = (given: JsonObject): boolean => keys.some((key) => isFilled(given[key]));
  if (code !== null && says(config) && !says(sent)) return { code, params: {} };
  const isTemplate = actionType === "send_whatsapp" && isFilled(sent["templateName"]);
  const name = isTemplate ? emptiedParameter(config, sent) : null;
  return name === null ? null : { code: "template-value-empty", params: { words: name } };
}

/** Who presses a button says its label: providers send it as the answer's text. */
export function answersOf({ reply: asked }: Pick<PlanNode, "reply">, reply: Reply): Reply {
  const label = reply.buttonId === undefined ? undefined : asked?.buttons.get(reply.buttonId);
  return reply.text === undefined && label !== undefined ? { ...reply, text: label } : reply;
}

/** The first message that comes after the question answers it; the others come later. */
function answerMessage(world: World, node: PlanNode, attempt: number, until: number, at: number): TokenEvent | null {
  const outcome = attemptOf(world.outcome(node), attempt);
  if (outcome?.type === "reply") {
    for (const { afterSeconds, reply } of [outcome, ...(outcome.further ?? [])]) {
      world.coming.push({ at: at + Math.round(afterSeconds * 1000), reply: answersOf(node, reply), asked: node });
    }
    world.coming.sort((a, b) => a.at - b.at);
  }
  const [next] = world.coming;
  if (next === undefined || next.at > until) return null;
  world.coming.shift();
  world.replied(node, next.reply, next.at);
  const reply: Answer = next.asked === node ? next.reply : { ...next.reply, toAnother: true };
  return { type: "replied", at: next.at, facts: factsAt(world, next.at), reply };
}

/** The facts at an instant, after what came in until then. */
function factsAt(world: World, at: number): Facts {
  const { coming } = world;
  for (let [next] = coming; next !== undefined && next.at <= at; [next] = coming) {
    coming.shift();
    world.overheard(next.asked, next.at);
  }
  return world.factsAt(at);
}
