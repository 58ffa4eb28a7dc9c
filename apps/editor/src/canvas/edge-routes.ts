import { handleOf } from "@trilho/engine";
import type { GraphDefinition, GraphEdge } from "@trilho/engine";
import type { Lanes } from "../document/layout/auto-layout.ts";
import { edgesOf } from "../document/document.ts";
import type { Shape } from "../document/layout/geometry.ts";
import type { Placement } from "../document/layout/placement.ts";
import { detour, tracksOf } from "./route.ts";
import type { Box } from "./route.ts";

/** How edges run, by their place in the definition. */
export interface Routes {
  lanes: readonly (Lanes | undefined)[];
  tracks: readonly number[];
}

const latest = new WeakMap<readonly GraphEdge[], { placement: Placement; routes: Routes }>();

/** The routes of all edges; those of before while nothing stands elsewhere, as while a person types. */
export function routesOf(definition: GraphDefinition, placement: Placement): Routes {
  const edges = edgesOf(definition);
  const known = latest.get(edges);
  if (known && samePlaces(known.placement, placement)) return known.routes;
  const boxes = boxesOf(placement);
  const byId = new Map(boxes.map((box) => [box.id, box]));
  const routes: Routes = {
    lanes: edges.map((edge, index) => placement.lanes.get(index) ?? pastOthers(edge, placement, boxes, byId)),
    tracks: allTracks(edges, placement),
  };
  latest.set(edges, { placement, routes });
  return routes;
}

function samePlaces(a: Placement, b: Placement): boolean {
  if (a === b) return true;
  if (a.positions.size !== b.positions.size || (a.lanes !== b.lanes && a.lanes.size + b.lanes.size > 0)) return false;
  for (const [id, { x, y }] of b.positions) {
    const was = a.positions.get(id);
    if (was?.x !== x || was.y !== y || !sameShape(a.shapes.get(id), b.shapes.get(id))) return false;
  }
  return true;
}

/** Only a node that changed has another shape, and that is often as it was. */
const sameShape = (a: Shape | undefined, b: Shape | undefined): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b);

/** Where all nodes stand. */
export function boxesOf({ shapes, positions }: Placement): Box[] {
  return [...positions].map(([id, { x, y }]) => {
    const { width = 0, height = 0 } = shapes.get(id) ?? {};
    return { id, x, y, width, height };
  });
}

function pastOthers(
  edge: GraphEdge,
  { shapes }: Placement,
  boxes: readonly Box[],
  byId: ReadonlyMap<string, Box>,
): Lanes | undefined {
  const [from, to] = [byId.get(edge.source), byId.get(edge.target)];
  const handle = handleOf(edge);
  const port = shapes.get(edge.source)?.ports.find((each) => each.handle === handle);
  if (!from || !to || !port) return undefined;
  const start = { x: from.x + port.x, y: from.y + (port.side ? port.y : from.height) };
  return detour(start, { x: to.x + to.width / 2, y: to.y }, boxes, edge);
}

function allTracks(edges: readonly GraphEdge[], { shapes, lanes, positions }: Placement): number[] {
  const bySource = new Map<string, { key: number; from: number; to: number }[]>();
  edges.forEach((edge, index) => {
    const [from, to] = [positions.get(edge.source), positions.get(edge.target)];
    const handle = handleOf(edge);
    const port = shapes.get(edge.source)?.ports.find((each) => each.handle === handle);
    if (!from || !to || !port || port.side) return;
    const middle = to.x + (shapes.get(edge.target)?.width ?? 0) / 2;
    const leaving = { key: index, from: from.x + port.x, to: lanes.get(index)?.columns[0] ?? middle };
    const others = bySource.get(edge.source);
    if (others) others.push(leaving);
    else bySource.set(edge.source, [leaving]);
  });
  const tracks = edges.map(() => 0);
  for (const leaving of bySource.values()) {
    for (const [index, track] of tracksOf(leaving)) tracks[index] = track;
  }
  return tracks;
}
