import { handleOf } from "@trilho/engine";
import type { GraphDefinition } from "@trilho/engine";
import { autoLayout } from "./auto-layout.ts";
import type { AutoLayout, Lanes } from "./auto-layout.ts";
import { GAP } from "./columns.ts";
import { edgesOf, mapNodes, positionOf, withUi } from "../document.ts";
import type { Point } from "../document.ts";
import { drawnShapesOf } from "./geometry.ts";
import type { Shape } from "./geometry.ts";
import { readingOrder } from "./reading-order.ts";

/** Where everything is drawn. `auto`: no node has a place of its own, so the layout may change with every edit. */
export interface Placement {
  auto: boolean;
  positions: Map<string, Point>;
  shapes: Map<string, Shape>;
  /** How edges run, by edge position; only in an automatic layout. */
  lanes: Map<number, Lanes>;
}

const cache = new WeakMap<GraphDefinition, Placement>();

/** The places of all nodes: those kept in the definition, and an automatic layout where there are none. */
export function placementOf(definition: GraphDefinition): Placement {
  const known = cache.get(definition);
  if (known) return known;
  const placement = compute(definition);
  cache.set(definition, placement);
  return placement;
}

function compute(definition: GraphDefinition): Placement {
  const shapes = drawnShapesOf(definition);
  const kept = new Map<string, Point>();
  for (const node of definition.nodes) {
    const position = positionOf(node);
    if (position) kept.set(node.id, position);
  }
  if (kept.size === 0) return { auto: true, shapes, ...layoutOf(definition, shapes) };
  const positions = kept.size === definition.nodes.length ? kept : fillIn(definition, kept, shapes);
  return { auto: false, shapes, positions, lanes: new Map() };
}

let latest: { key: string; layout: AutoLayout } | null = null;

/** The automatic layout; the one before where only words changed, as while a person types. */
function layoutOf(definition: GraphDefinition, shapes: Map<string, Shape>): AutoLayout {
  const key = outlineOf(definition, shapes);
  if (latest?.key !== key) latest = { key, layout: autoLayout(definition, shapes) };
  return latest.layout;
}

/** All that a layout depends on: kinds and sizes of nodes, the order of their handles, and how they are joined. */
function outlineOf(definition: GraphDefinition, shapes: ReadonlyMap<string, Shape>): string {
  const nodes = definition.nodes.map(({ id, type }) => {
    const { width, height, ports } = shapes.get(id) ?? { width: 0, height: 0, ports: [] };
    return [id, type, width, height, ports.map(({ handle }) => handle)];
  });
  return JSON.stringify([nodes, edgesOf(definition).map((edge) => [edge.source, edge.target, handleOf(edge)])]);
}

/** Puts nodes without a place below what leads to them. */
function fillIn(definition: GraphDefinition, kept: Map<string, Point>, shapes: Map<string, Shape>): Map<string, Point> {
  const positions = new Map(kept);
  const { order, into } = readingOrder(definition);
  for (const id of order) {
    if (positions.has(id)) continue;
    const link = into.get(id)?.find(({ edge }) => positions.has(edge.source));
    positions.set(id, freePlace(below(link?.edge.source, link?.handle, id, positions, shapes), id, positions, shapes));
  }
  return positions;
}

function below(
  source: string | undefined,
  handle: string | undefined,
  id: string,
  positions: ReadonlyMap<string, Point>,
  shapes: ReadonlyMap<string, Shape>,
): Point {
  const from = source === undefined ? undefined : positions.get(source);
  const shape = source === undefined ? undefined : shapes.get(source);
  if (!from || !shape) return { x: leftOf(positions), y: bottomOf(positions, shapes) + GAP.layer };
  const port = shape.ports.find((each) => each.handle === handle);
  const width = shapes.get(id)?.width ?? 0;
  const x = port?.side ? from.x + shape.width + GAP.column : from.x + (port?.x ?? shape.width / 2) - width / 2;
  return { x: Math.round(x), y: Math.round(from.y + shape.height + GAP.layer) };
}

/** Moves a place to the side, as little as it takes, until nothing else is there. */
export function freePlace(
  wanted: Point,
  id: string,
  positions: ReadonlyMap<string, Point>,
  shapes: ReadonlyMap<string, Size>,
): Point {
  const size = shapes.get(id) ?? { width: 0, height: 0 };
  const others = [...positions].filter(([other]) => other !== id);
  const free = (x: number): boolean =>
    others.every(([other, at]) => !overlaps({ x, y: wanted.y }, size, at, shapes.get(other)));
  const sides = others.flatMap(([other, at]) => [
    at.x - size.width - GAP.column,
    at.x + (shapes.get(other)?.width ?? 0) + GAP.column,
  ]);
  const x = [wanted.x, ...sides].toSorted((a, b) => Math.abs(a - wanted.x) - Math.abs(b - wanted.x)).find(free);
  return { x: Math.round(x ?? wanted.x), y: Math.round(wanted.y) };
}

function overlaps(a: Point, sizeA: Size, b: Point, sizeB: Size | undefined): boolean {
  const { width, height } = sizeB ?? { width: 0, height: 0 };
  const margin = 16;
  return (
    a.x < b.x + width + margin &&
    b.x < a.x + sizeA.width + margin &&
    a.y < b.y + height + margin &&
    b.y < a.y + sizeA.height + margin
  );
}

type Size = Pick<Shape, "width" | "height">;

function leftOf(positions: ReadonlyMap<string, Point>): number {
  return Math.min(0, ...[...positions.values()].map(({ x }) => x));
}

function bottomOf(positions: ReadonlyMap<string, Point>, shapes: ReadonlyMap<string, Shape>): number {
  return Math.max(0, ...[...positions].map(([id, { y }]) => y + (shapes.get(id)?.height ?? 0)));
}

/** Writes every node's place into the definition, so that what is drawn stays where it is. */
export function withPlaces(definition: GraphDefinition, moved: ReadonlyMap<string, Point>): GraphDefinition {
  const { positions } = placementOf(definition);
  return mapNodes(definition, (node) => {
    const place = moved.get(node.id) ?? positions.get(node.id);
    const kept = positionOf(node);
    if (!place || (kept && kept.x === place.x && kept.y === place.y)) return node;
    return withUi(node, { position: { x: Math.round(place.x), y: Math.round(place.y) } });
  });
}

/** Joining steps moves none: where the automatic layout would, all of them keep the places that they have. */
export function withoutMoving(before: GraphDefinition, after: GraphDefinition): GraphDefinition {
  const was = placementOf(before);
  if (!was.auto) return after;
  const now = placementOf(after).positions;
  const moves = [...was.positions].some(([id, { x, y }]) => now.get(id)?.x !== x || now.get(id)?.y !== y);
  return moves ? withPlaces(after, was.positions) : after;
}

/** After a node was put between two others: it stands in their line, and what follows moves down if it is in the way. */
export function makeRoom(definition: GraphDefinition, nodeId: string): GraphDefinition {
  const { auto, positions, shapes } = placementOf(definition);
  const shape = shapes.get(nodeId);
  if (auto || !shape) return definition;
  const followers = reach(definition, nodeId);
  const others = new Map([...positions].filter(([id]) => id !== nodeId && !followers.has(id)));
  const link = readingOrder(definition).into.get(nodeId)?.[0];
  const at = freePlace(below(link?.edge.source, link?.handle, nodeId, positions, shapes), nodeId, others, shapes);
  const tops = [...followers].map((id) => positions.get(id)?.y ?? Number.POSITIVE_INFINITY);
  const missing = Math.max(0, at.y + shape.height + GAP.layer - Math.min(...tops));
  const moved = new Map([[nodeId, at]]);
  for (const id of followers) {
    const place = positions.get(id);
    if (place) moved.set(id, { x: place.x, y: place.y + missing });
  }
  return withPlaces(definition, moved);
}

function reach(definition: GraphDefinition, from: string): Set<string> {
  const found = new Set<string>();
  const open = [from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const { source, target } of edgesOf(definition)) {
      if (source === id && target !== from && !found.has(target)) {
        found.add(target);
        open.push(target);
      }
    }
  }
  return found;
}
