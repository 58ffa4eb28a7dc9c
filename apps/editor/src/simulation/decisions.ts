import { awaitsReply, CUSTOMER_ACTIONS, DAY_SECONDS, handleOf, handlesOf, HOUR_SECONDS, isWait } from "@trilho/engine";
import type { GraphDefinition, GraphNode, NodeHandle, Outcome } from "@trilho/engine";
import { edgesOf, findNode } from "../document/document.ts";

/** Somewhere the world decides how a run goes on: whether an action works, and what the contact answers. */
export interface Decision {
  node: GraphNode;
  /** The run stays here until the contact answers. */
  awaits: boolean;
  /** It reaches a person, who is not to get it twice. */
  atMostOnce: boolean;
  /** Buttons on offer, when it awaits. */
  buttons: { id: string; label: string }[];
}

/** The ways the world may go at a decision, as a person chooses them. `button:<id>` names a button. */
export type Choice =
  | "succeed"
  | "silence"
  | "text"
  | `button:${string}`
  | "fail"
  | "failPermanently"
  | "uncertain"
  | "attempts";

/** Transient failures that use up the retries. */
export const ATTEMPTS = 5;

const isDecision = (node: GraphNode): boolean => node.type === "action" && !isWait(node);

const isAtMostOnce = ({ actionType, config }: GraphNode): boolean =>
  actionType !== undefined &&
  actionType !== null &&
  CUSTOMER_ACTIONS.has(actionType) &&
  config?.["onUncertain"] !== "retry";

const buttonsOf = (handles: readonly NodeHandle[]): Decision["buttons"] =>
  handles.flatMap(({ id, kind, label = "" }) => (kind === "btn" ? [{ id: id.slice("btn_".length), label }] : []));

/** Node ids in the order a run would meet them: breadth first, by the order of each node's handles. */
export function readingOrder(definition: GraphDefinition): string[] {
  const first = definition.nodes.find(({ type }) => type === "trigger");
  const seen = new Set<string>(first ? [first.id] : []);
  for (const id of seen) for (const target of targetsOf(definition, id)) seen.add(target);
  return [...seen];
}

function targetsOf(definition: GraphDefinition, id: string): string[] {
  const node = findNode(definition, id);
  if (!node) return [];
  const order = handlesOf(node).map((handle) => handle.id);
  return edgesOf(definition)
    .filter(({ source }) => source === id)
    .toSorted((one, other) => order.indexOf(handleOf(one)) - order.indexOf(handleOf(other)))
    .map(({ target }) => target);
}

/** Where the world decides in this graph, in reading order; steps that no run can reach are left out. */
export function decisionsOf(definition: GraphDefinition): Decision[] {
  return readingOrder(definition).flatMap((id) => {
    const node = findNode(definition, id);
    if (!node || !isDecision(node)) return [];
    return [{ node, awaits: awaitsReply(node), atMostOnce: isAtMostOnce(node), buttons: buttonsOf(handlesOf(node)) }];
  });
}

/**
 * What a person may choose at a decision; the first is what happens without a choice. What each attempt comes to is
 * written in files alone: it can be kept where it is, or given up.
 */
export function choicesOf({ awaits, atMostOnce, buttons }: Decision, outcome?: Outcome): Choice[] {
  const world: Choice[] = awaits
    ? ["silence", ...buttons.map(({ id }): Choice => `button:${id}`), "text"]
    : ["succeed"];
  return [
    ...world,
    "fail",
    "failPermanently",
    ...(atMostOnce ? (["uncertain"] as const) : []),
    ...(outcome?.type === "attempts" ? (["attempts"] as const) : []),
  ];
}

/** The choice that an outcome stands for; without one the default, also when it no longer fits the node. */
export function choiceOf(decision: Decision, outcome: Outcome | undefined): Choice {
  const choices = choicesOf(decision, outcome);
  const chosen = outcome ? CHOICE[outcome.type](outcome) : undefined;
  return chosen && choices.includes(chosen) ? chosen : (choices[0] ?? "succeed");
}

const CHOICE: Record<Outcome["type"], (outcome: Outcome) => Choice> = {
  reply: (outcome) =>
    outcome.type === "reply" && outcome.reply.buttonId !== undefined ? `button:${outcome.reply.buttonId}` : "text",
  silence: () => "silence",
  fail: () => "fail",
  fail_permanently: () => "failPermanently",
  uncertain: () => "uncertain",
  attempts: () => "attempts",
};

/** How long the contact of an outcome takes to answer, in seconds. */
export const replyDelay = (outcome: Outcome | undefined): number =>
  outcome?.type === "reply" ? outcome.afterSeconds : HOUR_SECONDS;

/** What the contact of an outcome writes. */
export const replyText = (outcome: Outcome | undefined): string =>
  outcome?.type === "reply" ? (outcome.reply.text ?? "") : "";

/** How often an outcome fails before it succeeds. */
export const failures = (outcome: Outcome | undefined): number => (outcome?.type === "fail" ? outcome.times : 2);

/** The outcome of a choice, keeping what the person set before; `undefined` for what happens anyway. */
export function outcomeOf(choice: Choice, before: Outcome | undefined, text: string): Outcome | undefined {
  const afterSeconds = replyDelay(before);
  if (choice.startsWith("button:")) {
    return { type: "reply", afterSeconds, reply: { buttonId: choice.slice("button:".length) } };
  }
  if (choice === "text") return { type: "reply", afterSeconds, reply: { text: replyText(before) || text } };
  if (choice === "fail") return { type: "fail", times: failures(before) };
  if (choice === "uncertain") return { type: "uncertain" };
  if (choice === "attempts") return before;
  return choice === "failPermanently" ? { type: "fail_permanently" } : undefined;
}

/** The longest time a reply may take and still be an answer, for the input's upper bound: a year. */
export const LONGEST_REPLY = 365 * DAY_SECONDS;

/** The outcomes that still fit the graph: a reply by a button that is gone counts as no choice. */
export function fittingOutcomes(
  decisions: readonly Decision[],
  outcomes: Record<string, Outcome> | undefined,
): Record<string, Outcome> {
  const fitting = decisions.flatMap((decision): [string, Outcome][] => {
    const outcome = outcomes?.[decision.node.id];
    if (!outcome || CHOICE[outcome.type](outcome) !== choiceOf(decision, outcome)) return [];
    return [[decision.node.id, outcome]];
  });
  return Object.fromEntries(fitting);
}
