import { DAY_SECONDS } from "../contract/durations.ts";
import type { GraphNode } from "../contract/definition.ts";
import { isObject } from "../contract/json.ts";
import { broughtBy } from "../contract/needs.ts";
import type { Trigger } from "../contract/needs.ts";
import { at, eachEdge } from "../graph/adjacency.ts";
import type { CompiledGraph } from "../graph/compile.ts";
import { handleOf } from "../graph/handles.ts";
import { longestGap } from "../graph/longest-gap.ts";
import { awaitsReply, isWait, partsOf } from "../graph/parts.ts";
import { secondsOf } from "../graph/stay.ts";
import { untilOf } from "../graph/until.ts";
import { channelOf, literal } from "./channel.ts";
import type { Around } from "./channel.ts";

/** WhatsApp takes free text for so long (s) after the contact's last message. */
export const MESSAGE_WINDOW_SECONDS = DAY_SECONDS;

/** The longest time that may have gone by since the contact last wrote when a run comes to a node. */
export interface Silence {
  /** Infinity where it may never have written. */
  readonly seconds: number;
  /** Position of the step that had its last message; -1 where none may have. */
  readonly since: number;
  /** Position of the last question since then that was left without an answer. */
  readonly unanswered?: number;
}

/**
 * Of each node, the longest silence with which some path comes to it; undefined where none leads. Like `longestBefore`, one
 * pass over the edges, in the graph's order. A message counts where it is on the channel, or where that is not known.
 */
export function silences(graph: CompiledGraph, channel: string | null, around: Around): (Silence | undefined)[] {
  const before: (Silence | undefined)[] = Array.from({ length: graph.nodes.length });
  if (graph.order === null || graph.trigger < 0) return before;
  before[graph.trigger] = startsOpen(channel, around) ? { seconds: 0, since: graph.trigger } : NEVER;
  for (const node of graph.order) {
    const here = before[node];
    const definition = graph.nodes[node];
    if (here === undefined || definition === undefined) continue;
    const isTaken = takenBy(graph, node, definition);
    eachEdge(graph.out, node, (edge) => {
      // An exit that is not offered is never taken, nor is its second edge.
      const slot = at(graph.uses.slot, edge);
      if (slot < 0 || at(graph.uses.first, slot) !== edge) return;
      const left = graph.edges[edge];
      if (left === undefined || !isTaken(handleOf(left))) return;
      const next = at(graph.target, edge);
      const there = after(definition, node, handleOf(left), here, channel, around);
      const known = before[next];
      if (known === undefined || there.seconds > known.seconds) before[next] = there;
    });
  }
  return before;
}

/** Whether some answer takes an exit: texts have one of their own beside buttons alone, and `next` is for what `replied` leaves. */
function takenBy(graph: CompiledGraph, node: number, definition: GraphNode): (handle: string) => boolean {
  if (!awaitsReply(definition)) return () => true;
  const hasButtons = partsOf(definition).length > 0;
  let hasReplied = false;
  eachEdge(graph.out, node, (edge) => {
    const left = graph.edges[edge];
    if (left !== undefined && handleOf(left) === "replied") hasReplied = true;
  });
  return (handle) => (handle === "text_reply" ? hasButtons : handle !== "next" || !hasReplied);
}

const NEVER: Silence = { seconds: Infinity, since: -1 };

/** Whether what starts a run is, or may be, the contact's message on a channel. */
function startsOpen(channel: string | null, { trigger, known }: Around): boolean {
  if (trigger === undefined || broughtBy(trigger) === null) return true;
  if (trigger.type === "message_received") {
    const heard = settingOf(trigger, "channelId");
    if (heard === null) return true;
    const kind = known.channel?.find(({ id }) => id === heard)?.kind ?? "whatsapp";
    return kind === "whatsapp" && (channel === null || channel === heard);
  }
  // Such a deal was made because the contact wrote.
  return trigger.type === "deal_created" && settingOf(trigger, "source") === "whatsapp";
}

const settingOf = ({ config }: Trigger, key: string): string | null => (isObject(config) ? literal(config[key]) : null);

/** The silence with which a run leaves a node by a handle. */
function after(
  node: GraphNode,
  position: number,
  handle: string,
  before: Silence,
  channel: string | null,
  around: Around,
): Silence {
  if (!awaitsReply(node)) return { ...before, seconds: before.seconds + (isWait(node) ? longestWait(node) : 0) };
  const asked = channelOf(node, around);
  const isLeft = handle === "timeout" || handle === "fallback";
  if (!isLeft && (channel === null || asked === null || asked === channel)) return { seconds: 0, since: position };
  return {
    ...before,
    // By `fallback` a run leaves a message that was not sent, and did not wait.
    seconds: before.seconds + (handle === "fallback" ? 0 : secondsOf(node)),
    ...(isLeft && { unanswered: position }),
  };
}

/** A wait for a date or the next opening may last any time. */
function longestWait(node: GraphNode): number {
  const until = isObject(node.config) ? untilOf(node.config) : null;
  if (until === null) return secondsOf(node);
  return until.kind === "weekday" ? longestGap(until.days) * DAY_SECONDS : Infinity;
}
