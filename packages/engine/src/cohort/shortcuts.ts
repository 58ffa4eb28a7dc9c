import type { JsonObject } from "../contract/json.ts";
import type { Facts, Reply, TokenEvent, RunStatus } from "../contract/run.ts";
import type { Outcome } from "../contract/scenario.ts";
import type { Move, Plan, PlanEdge, PlanNode } from "../interpreter/plan.ts";
import { arrive, make, NOT_BEGUN, step } from "../interpreter/walk.ts";
import type { Token } from "../interpreter/walk.ts";
import { answer } from "../simulate/answers.ts";
import type { World } from "../simulate/answers.ts";

/** A way from one node to another as the interpreter walked it once, and how often runs took it. Times are ms from its beginning. */
export interface WalkedWay {
  taken: number;
  readonly events: number;
  /** Where it comes to; null where the run ends. */
  readonly to: PlanNode | null;
  readonly status: RunStatus;
  readonly lastsMs: number;
  readonly edges: readonly { edge: PlanEdge; afterMs: number }[];
  readonly messages: readonly { node: PlanNode; afterMs: number }[];
  /** What changes the facts: an action, or the reply to it. */
  readonly changes: readonly { node: PlanNode; config: JsonObject; reply: Reply | null; afterMs: number }[];
}

const NO_FACTS: Facts = {};

/** Walks what happens at a node where the world answers with an outcome; nothing else may be decided there. */
export function walkNode(plan: Plan, node: PlanNode, outcome: Outcome | null): WalkedWay {
  const token: Token = { node, staying: NOT_BEGUN, wakeAt: null, arrives: true };
  return record(plan, token, outcome, (watch) => arrive(plan, token, { at: 0, facts: NO_FACTS }, watch));
}

/** Walks one move of a node, after so many events there. */
export function walkMove(plan: Plan, node: PlanNode, move: Move, events: number): WalkedWay {
  const token: Token = { node, staying: NOT_BEGUN, wakeAt: null, arrives: false };
  const way = record(plan, token, null, (watch) => make(token, move, { at: 0, facts: NO_FACTS }, watch));
  return { ...way, events: way.events + events };
}

type Watch = Parameters<typeof make>[3];

function record(plan: Plan, token: Token, outcome: Outcome | null, begin: (watch: Watch) => void): WalkedWay {
  const edges: WalkedWay["edges"][number][] = [];
  const messages: WalkedWay["messages"][number][] = [];
  const changes: WalkedWay["changes"][number][] = [];
  const world = rememberingWorld(plan, outcome, changes);
  const watch: Watch = (_, move, { at }) => {
    if (move.type === "leave" && move.edge) edges.push({ edge: move.edge, afterMs: at });
  };
  begin(watch);
  let [at, events] = [0, 0];
  while (!token.arrives && token.node !== null && token.staying.phase !== "ended") {
    const { node } = token;
    const event: TokenEvent = answer(world, node, token, node.config, at);
    if (event.type === "performed" && node.reachesCustomer) messages.push({ node, afterMs: event.at });
    [at, events] = [event.at, events + 1];
    step(plan, token, event, watch);
  }
  const to = token.arrives ? token.node : null;
  return { taken: 0, lastsMs: at, events, to, status: token.staying.status, edges, messages, changes };
}

function rememberingWorld(plan: Plan, outcome: Outcome | null, changes: WalkedWay["changes"][number][]): World {
  return {
    plan,
    render: null,
    outcome: () => outcome,
    random: () => 0,
    turn: () => null,
    factsAt: () => NO_FACTS,
    acted: (node, config, at) => changes.push({ node, config, reply: null, afterMs: at }),
    replied: (node, reply, at) => changes.push({ node, config: node.config, reply, afterMs: at }),
    coming: [],
    overheard: () => undefined,
  };
}

/** One way and then another as one. */
export function joined(first: WalkedWay, then: WalkedWay | null): WalkedWay {
  if (!then) return first;
  const later = <T extends { afterMs: number }>(each: T): T => ({ ...each, afterMs: first.lastsMs + each.afterMs });
  return {
    ...then,
    lastsMs: first.lastsMs + then.lastsMs,
    events: first.events + then.events,
    edges: [...first.edges, ...then.edges.map(later)],
    messages: [...first.messages, ...then.messages.map(later)],
    changes: [...first.changes, ...then.changes.map(later)],
  };
}
