import type { Facts } from "../contract/run.ts";
import type { PlanEdge, PlanNode } from "../interpreter/plan.ts";
import { arrive, NOT_BEGUN, step } from "../interpreter/walk.ts";
import type { Token } from "../interpreter/walk.ts";
import { answer } from "../simulate/answers.ts";
import type { World } from "../simulate/answers.ts";
import type { Shortcut } from "../simulate/drive.ts";

/** A way through nodes at which nothing is decided, as a run walked it. Times are ms from its beginning. */
export interface CountedShortcut extends Shortcut {
  readonly edges: readonly { edge: PlanEdge; afterMs: number }[];
  readonly messages: readonly { node: PlanNode; afterMs: number }[];
}

const NO_FACTS: Facts = {};

/**
 * Walks the graph once, by the interpreter, to learn what every run does wherever nothing is decided: neither by facts nor
 * by drawn outcomes, turns or opening times. By a node's position; null where something is. `order` has edges point
 * forward, `isCertain` tells the nodes at which nothing is decided.
 */
export function findShortcuts(
  world: World,
  order: Iterable<number>,
  isCertain: (node: PlanNode) => boolean,
): (CountedShortcut | null)[] {
  const byPosition = new Map([...world.plan.nodes.values()].map((node) => [node.position, node]));
  const shortcuts: (CountedShortcut | null)[] = [...byPosition.values()].map(() => null);
  for (const position of [...order].toReversed()) {
    const node = byPosition.get(position);
    if (!node) continue;
    const here = isCertain(node) ? visit(world, node) : null;
    shortcuts[position] = here && joined(here, here.to && (shortcuts[here.to.position] ?? null));
  }
  return shortcuts;
}

/** What happens at one node. */
function visit(world: World, node: PlanNode): CountedShortcut {
  const token: Token = { node, staying: NOT_BEGUN, wakeAt: null, arrives: true };
  const edges: CountedShortcut["edges"][number][] = [];
  const messages: CountedShortcut["messages"][number][] = [];
  let [at, events] = [0, 0];
  const watch: Parameters<typeof arrive>[3] = (_, move, moment) => {
    if (move.type === "leave" && move.edge) edges.push({ edge: move.edge, afterMs: moment.at });
  };
  arrive(world.plan, token, { at, facts: NO_FACTS }, watch);
  while (!token.arrives && token.staying.phase !== "ended") {
    const event = answer(world, node, token, node.config, at);
    if (event.type === "performed" && node.reachesCustomer) messages.push({ node, afterMs: event.at });
    at = event.at;
    events += 1;
    step(world.plan, token, event, watch);
  }
  const to = token.arrives ? token.node : null;
  return { lastsMs: at, events, to, status: token.staying.status, edges, messages };
}

function joined(first: CountedShortcut, then: CountedShortcut | null): CountedShortcut {
  if (!then) return first;
  const later = <T extends { afterMs: number }>(each: T) => ({ ...each, afterMs: first.lastsMs + each.afterMs });
  return {
    ...then,
    lastsMs: first.lastsMs + then.lastsMs,
    events: first.events + then.events,
    edges: [...first.edges, ...then.edges.map(later)],
    messages: [...first.messages, ...then.messages.map(later)],
  };
}
