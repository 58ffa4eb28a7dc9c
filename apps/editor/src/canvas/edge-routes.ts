import { handleOf } from "@trilho/engine";
import type { GraphDefinition, GraphEdge } from "@trilho/engine";
import type { Lanes } from "../document/layout/auto-layout.ts";
import { edgesOf } from "../document/document.ts";
import type { Point } from "../document/document.ts";
import type { Shape } from "../document/layout/geometry.ts";
import type { Placement } from "../document/layout/placement.ts";
import { labelsOf } from "./labels.ts";
import type { EdgeEnds } from "./labels.ts";
import { detour, tracksOf } from "./route.ts";
import type { Box } from "./route.ts";

/** How edges run, by their place in the definition. */
export interface Routes {
  lanes: readonly (Lanes | undefined)[];
  tracks: readonly number[];
  /** Where the names of exits stand on their edges; null where there is no room for one. */
  labels: readonly (Point | null)[];
}

const latest = new WeakMap<readonly GraphEdge[], { placement: Placement; routes: Routes }>();

/** The routes of all edges; those of before while nothing stands elsewhere, as while a person types. */
export function routesOf(definition: GraphDefinition, placement: Placement): Routes {
  const edges = edgesOf(definition);
  const known = latest.get(edges);
  if (known && samePlaces(known.placement, placement)) return known.routes;
  const boxes = boxesOf(placement);
  const ends = edges.map((edge) => endsOf(edge, placement));
  const lanes = ends.map(
    (each, at) => placement.lanes.get(at) ?? (each && detour(each.from, each.to, boxes, edges[at])),
  );
  const tracks = allTracks(edges, ends, lanes);
  const ways = ends.map((each, at) => each && { ...each, lanes: lanes[at], track: tracks[at] ?? 0 });
  const routes: Routes = { lanes, tracks, labels: labelsOf(ways, boxes, placement) };
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

/** Where an edge begins and ends; undefined where it is not drawn. */
function endsOf(edge: GraphEdge, { shapes, positions }: Placement): EdgeEnds | undefined {
  const { source, target } = edge;
  const [from, to] = [positions.get(source), positions.get(target)];
  const handle = handleOf(edge);
  const port = shapes.get(source)?.ports.find((each) => each.handle === handle);
  if (!from || !to || !port) return undefined;
  const middle = to.x + (shapes.get(target)?.width ?? 0) / 2;
  return { port, from: { x: from.x + port.x, y: from.y + port.y }, to: { x: middle, y: to.y } };
}

function allTracks(
  edges: readonly GraphEdge[],
  ends: readonly (EdgeEnds | undefined)[],
  lanes: readonly (Lanes | undefined)[],
): number[] {
  const bySource = new Map<string, { key: number; from: number; to: number }[]>();
  edges.forEach(({ source }, index) => {
    const own = ends[index];
    if (!own || own.port.side) return;
    const leaving = { key: index, from: own.from.x, to: lanes[index]?.columns[0] ?? own.to.x };
    const others = bySource.get(source);
    if (others) others.push(leaving);
    else bySource.set(source, [leaving]);
  });
  const tracks = edges.map(() => 0);
  for (const leaving of bySource.values()) {
    for (const [index, track] of tracksOf(leaving)) tracks[index] = track;
  }
  return tracks;
}
