import type { GraphDefinition, GraphNode } from "@trilho/engine";
import { edgeKeys, findNode } from "../../document/document.ts";
import { shapesOf } from "../../document/layout/geometry.ts";
import type { Port, Shape } from "../../document/layout/geometry.ts";
import { readingOrder } from "../../document/layout/reading-order.ts";
import type { ReadingOrder } from "../../document/layout/reading-order.ts";

interface Place {
  /** Unique in the outline. */
  key: string;
  /** Depth in the tree, from 1. */
  level: number;
  /** The step that the row is about. */
  nodeId: string;
}

/** One line of the outline. */
export type Row = Place &
  /** `apart`: nothing leads here from the trigger; a loose chain begins. */
  (
    | { kind: "step"; node: GraphNode; number: number; apart: boolean }
    /** An exit, where there are several. */
    | { kind: "handle"; port: Port; edgeKey: string | null; targetId: string | null }
    /** An exit that leads nowhere yet: a step can be added here. */
    | { kind: "open"; port: Port }
    /** The path goes on at a step that stands elsewhere in the outline. */
    | { kind: "jump"; port: Port; edgeKey: string; targetId: string }
  );

interface Walk {
  definition: GraphDefinition;
  reading: ReadingOrder;
  shapes: Map<string, Shape>;
  keys: string[];
  seen: Set<string>;
  rows: Row[];
}

/** A definition as lines: steps one below the other, and indented below each exit where paths part. */
export function outlineRows(definition: GraphDefinition): Row[] {
  const reading = readingOrder(definition);
  const walk: Walk = {
    definition,
    reading,
    shapes: shapesOf(definition),
    keys: edgeKeys(definition),
    seen: new Set(),
    rows: [],
  };
  for (const id of reading.order) follow(walk, id, 1);
  return walk.rows;
}

/** Follows a chain without growing deeper, and goes into each exit where there is a choice. */
function follow(walk: Walk, start: string, level: number): void {
  let id: string | null = start;
  while (id !== null && !walk.seen.has(id)) {
    const node = findNode(walk.definition, id);
    if (!node) return;
    walk.seen.add(id);
    const apart = level === 1 && id === start && node.type !== "trigger";
    const number = walk.reading.order.indexOf(id) + 1;
    walk.rows.push({ kind: "step", key: `step:${id}`, level, nodeId: id, node, number, apart });
    id = leave(walk, id, level);
  }
}

/** Writes the exits of a step; returns the step at which the chain goes on at the same level. */
function leave(walk: Walk, id: string, level: number): string | null {
  const all = walk.shapes.get(id)?.ports ?? [];
  const ports = all.filter((port) => !port.side || port.connected);
  const [only] = ports;
  if (ports.length === 1 && only && !only.side) return single(walk, id, only, level);
  for (const port of ports) {
    const link = walk.reading.out.get(id)?.find(({ handle }) => handle === port.handle);
    const edgeKey = link ? (walk.keys[link.index] ?? null) : null;
    const place = { key: `handle:${id}:${port.handle}`, level: level + 1, nodeId: id };
    walk.rows.push({ kind: "handle", ...place, port, edgeKey, targetId: link?.edge.target ?? null });
    if (!link) walk.rows.push({ kind: "open", key: `open:${id}:${port.handle}`, level: level + 2, nodeId: id, port });
    else if (walk.seen.has(link.edge.target)) jump(walk, id, port, level + 2);
    else follow(walk, link.edge.target, level + 2);
  }
  return null;
}

function single(walk: Walk, id: string, port: Port, level: number): string | null {
  const link = walk.reading.out.get(id)?.find(({ handle }) => handle === port.handle);
  if (!link) {
    walk.rows.push({ kind: "open", key: `open:${id}:${port.handle}`, level, nodeId: id, port });
    return null;
  }
  if (!walk.seen.has(link.edge.target)) return link.edge.target;
  jump(walk, id, port, level);
  return null;
}

function jump(walk: Walk, id: string, port: Port, level: number): void {
  const link = walk.reading.out.get(id)?.find(({ handle }) => handle === port.handle);
  const edgeKey = link && walk.keys[link.index];
  if (!link || edgeKey === undefined) return;
  const place = { key: `jump:${id}:${port.handle}`, level, nodeId: id };
  walk.rows.push({ kind: "jump", ...place, port, edgeKey, targetId: link.edge.target });
}

/** Position among the rows of the same parent, and how many those are, as assistive technology wants them. */
export function siblingsOf(rows: readonly Row[], index: number): { position: number; size: number } {
  const level = rows[index]?.level ?? 1;
  let first = index;
  while (first > 0 && (rows[first - 1]?.level ?? 0) >= level) first -= 1;
  let position = 0;
  let size = 0;
  for (let at = first; at < rows.length && (rows[at]?.level ?? 0) >= level; at += 1) {
    if (rows[at]?.level !== level) continue;
    size += 1;
    if (at <= index) position += 1;
  }
  return { position, size };
}
