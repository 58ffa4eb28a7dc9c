import { handleOf } from "@trilho/engine";
import type { GraphDefinition, GraphEdge, GraphNode } from "@trilho/engine";
import { edgesOf } from "../document.ts";
import { shapesOf } from "./geometry.ts";

/** An edge that can be drawn, with its place in the definition. */
export interface Link {
  index: number;
  edge: GraphEdge;
  handle: string;
}

/** A definition as a person reads it: from the trigger on, branch by branch. */
export interface ReadingOrder {
  /** Node ids; every node once, those that nothing leads to last. */
  order: string[];
  /** Links out of a node, in the order of its handles. */
  out: Map<string, Link[]>;
  into: Map<string, Link[]>;
  /** Links that lead back to where the path came from; a draft may have them. */
  back: Set<number>;
  /** Longest way from a start, in steps. */
  depth: Map<string, number>;
}

const orders = new WeakMap<GraphDefinition, ReadingOrder>();

/** Of each definition it is worked out once. */
export function readingOrder(definition: GraphDefinition): ReadingOrder {
  const before = orders.get(definition);
  if (before) return before;
  const order = compute(definition);
  orders.set(definition, order);
  return order;
}

function compute(definition: GraphDefinition): ReadingOrder {
  const { out, into } = links(definition);
  const starts = [
    ...definition.nodes.filter(({ type }) => type === "trigger"),
    ...definition.nodes.filter(({ id }) => !into.has(id)),
    ...definition.nodes,
  ];
  const { order, back, finished } = walk(starts, out);
  const depth = new Map<string, number>(order.map((id) => [id, 0]));
  for (const id of finished.toReversed()) {
    for (const { index, edge } of out.get(id) ?? []) {
      if (!back.has(index)) depth.set(edge.target, Math.max(depth.get(edge.target) ?? 0, (depth.get(id) ?? 0) + 1));
    }
  }
  return { order, out, into, back, depth };
}

function links(definition: GraphDefinition) {
  const shapes = shapesOf(definition);
  const nodes = new Map<string, GraphNode>(definition.nodes.map((node) => [node.id, node]));
  const out = new Map<string, Link[]>();
  const into = new Map<string, Link[]>();
  edgesOf(definition).forEach((edge, index) => {
    if (!nodes.has(edge.source) || !nodes.has(edge.target)) return;
    const link = { index, edge, handle: handleOf(edge) };
    append(out, edge.source, link);
    append(into, edge.target, link);
  });
  for (const [id, leaving] of out) {
    if (leaving.length < 2) continue;
    const places = new Map(shapes.get(id)?.ports.map(({ handle }, place) => [handle, place]));
    leaving.sort((a, b) => (places.get(a.handle) ?? 0) - (places.get(b.handle) ?? 0) || a.index - b.index);
  }
  return { out, into };
}

function append(byEnd: Map<string, Link[]>, id: string, link: Link): void {
  const known = byEnd.get(id);
  if (known) known.push(link);
  else byEnd.set(id, [link]);
}

/** Depth first without recursion: drafts may be long. `finished` lists nodes after everything they lead to. */
function walk(starts: readonly GraphNode[], out: ReadonlyMap<string, Link[]>) {
  const order: string[] = [];
  const finished: string[] = [];
  const back = new Set<number>();
  const state = new Map<string, "open" | "done">();
  for (const start of starts) {
    if (state.has(start.id)) continue;
    const stack = [{ id: start.id, next: 0 }];
    state.set(start.id, "open");
    order.push(start.id);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const link = out.get(top.id)?.[top.next];
      top.next += 1;
      if (!link) {
        state.set(top.id, "done");
        finished.push(top.id);
        stack.pop();
        continue;
      }
      const { target } = link.edge;
      const seen = state.get(target);
      if (seen === "open") back.add(link.index);
      if (seen) continue;
      state.set(target, "open");
      order.push(target);
      stack.push({ id: target, next: 0 });
    }
  }
  return { order, back, finished };
}
