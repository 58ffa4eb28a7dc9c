import type { Lanes } from "../document/layout/auto-layout.ts";
import type { Point } from "../document/document.ts";

/** How an edge is drawn: an SVG path, the place of its "+" and of its label. */
export interface Route {
  path: string;
  plus: Point;
  label: Point;
}

export interface RouteOptions {
  /** Lanes of an automatic layout; left out where nodes have places of their own. */
  lanes?: Lanes | undefined;
  /** Which of several edges out of one node this is, so that they do not run on top of each other; from 0. */
  track?: number;
  /** The edge leaves at the node's side. */
  side?: boolean;
}

/** Steps this little askew are joined by a straight line; the arrow still meets its handle. */
const ASKEW = 6;
const RADIUS = 10;
const BEND = 44;
const TRACK = 9;
/** So far from the first track the last one runs at most. */
const MOST_TRACKS = 4;
/** Distance of the "+" from the handle. */
const PLUS = 18;

/** A path of straight lines and round corners from a handle down to the top of another node. */
export function routeEdge(source: Point, target: Point, options: RouteOptions = {}): Route {
  const points = simplify(corners(source, target, options));
  return {
    path: rounded(points),
    plus: plusPlace(source, options.side),
    label: labelPlaces(source, target, options)[0] ?? target,
  };
}

/** Where an edge that leaves a handle has its "+". */
export const plusPlace = ({ x, y }: Point, side = false): Point => (side ? { x: x + PLUS, y } : { x, y: y + PLUS });

function corners(source: Point, target: Point, { lanes, track = 0, side = false }: RouteOptions): Point[] {
  const start = side ? [source, { x: source.x + BEND, y: source.y }] : [source];
  const from = start.at(-1) ?? source;
  if (target.y < from.y + BEND) return [...start, ...around(from, target, lanes?.columns[0])];
  const channels = lanes?.channels ?? [];
  const room = target.y - from.y;
  const free = Math.min(BEND + track * TRACK, Math.max(room - 14, room / 2));
  const first = channels[0] !== undefined ? channels[0] + track * TRACK : side ? target.y - BEND : from.y + free;
  const columns = [...(lanes?.columns ?? []), target.x];
  let height = Math.min(Math.max(first, from.y + 12), target.y - 12);
  let x = from.x;
  const path = [...start];
  columns.forEach((lane, index) => {
    const column = Math.abs(lane - x) <= ASKEW ? x : lane;
    if (index > 0) height = channels[index] ?? height;
    path.push({ x, y: height }, { x: column, y: height });
    x = column;
  });
  return [...path, { x, y: target.y }];
}

/** To a node that does not lie below: out, beside both or between them, and in from above. */
function around(from: Point, target: Point, beside = Math.max(from.x, target.x) + 170): Point[] {
  return [
    { x: from.x, y: from.y + 24 },
    { x: beside, y: from.y + 24 },
    { x: beside, y: target.y - 28 },
    { x: target.x, y: target.y - 28 },
    target,
  ];
}

/** Without points that lie on the line between their neighbours. */
function simplify(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    const [a, b] = [kept.at(-2), kept.at(-1)];
    if (b && Math.abs(b.x - point.x) < 1 && Math.abs(b.y - point.y) < 1) continue;
    if (a && b && inLine(a, b, point)) kept.pop();
    kept.push(point);
  }
  return kept;
}

function inLine(a: Point, b: Point, c: Point): boolean {
  return (Math.abs(a.x - b.x) < 1 && Math.abs(b.x - c.x) < 1) || (Math.abs(a.y - b.y) < 1 && Math.abs(b.y - c.y) < 1);
}

function rounded(points: readonly Point[]): string {
  return points
    .map((point, index) => {
      const [before, after] = [points[index - 1], points[index + 1]];
      if (!before) return `M ${point.x} ${point.y}`;
      if (!after) return `L ${point.x} ${point.y}`;
      const radius = Math.min(RADIUS, distance(before, point) / 2, distance(point, after) / 2);
      const [into, out] = [toward(point, before, radius), toward(point, after, radius)];
      return `L ${into.x} ${into.y} Q ${point.x} ${point.y} ${out.x} ${out.y}`;
    })
    .join(" ");
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function toward(from: Point, to: Point, by: number): Point {
  const whole = distance(from, to) || 1;
  return { x: from.x + ((to.x - from.x) * by) / whole, y: from.y + ((to.y - from.y) * by) / whole };
}

/** Parts of an edge shorter than this have no room for a label. */
const LABELLED = 44;
/** From one place that a label may have to the next. */
const LABEL_STEP = 32;

/** Where a label may stand, best first: in the middle of the last long part, near where the edge arrives, or along it. */
export function labelPlaces(source: Point, target: Point, options: RouteOptions = {}): Point[] {
  const points = simplify(corners(source, target, options));
  const parts = points.slice(1).flatMap((end, index) => {
    const start = points[index];
    return start && distance(start, end) > LABELLED ? [alongPart(start, end)] : [];
  });
  return parts.toReversed().flat();
}

function alongPart(start: Point, end: Point): Point[] {
  const length = distance(start, end);
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
  const steps = Math.min(4, Math.floor((length - LABELLED) / 2 / LABEL_STEP));
  const offsets = Array.from({ length: steps }, (_, at) => [(at + 1) * LABEL_STEP, -(at + 1) * LABEL_STEP]).flat();
  return [middle, ...offsets.map((by) => toward(middle, end, by))];
}

/** Where a node stands. */
export interface Box extends Point {
  id: string;
  width: number;
  height: number;
}

const CLEARANCE = 24;

/** A lane up between two boxes, next to the target; undefined where they leave none, or another one stands there. */
function between(source: Point, target: Point, boxes: readonly Box[], ends: Ends): Lanes | undefined {
  const [from, to] = [ends.source, ends.target].map((end) => boxes.find(({ id }) => id === end));
  if (!from || !to) return undefined;
  const isRight = to.x > from.x;
  const gap = isRight ? to.x - from.x - from.width : from.x - to.x - to.width;
  if (gap < CLEARANCE) return undefined;
  const aside = Math.min(gap / 2, 1.5 * CLEARANCE);
  const column = isRight ? to.x - aside : to.x + to.width + aside;
  const blocks = (box: Box): boolean =>
    box.x - 4 < column &&
    column < box.x + box.width + 4 &&
    box.y < source.y + BEND &&
    box.y + box.height > target.y - BEND;
  return boxes.some(blocks) ? undefined : { channels: [], columns: [column] };
}

/** The steps that an edge joins. */
interface Ends {
  source?: string;
  target?: string;
}

/** Lanes past the boxes that stand in an edge's way, its own ends left out; undefined when nothing does. */
export function detour(source: Point, target: Point, boxes: readonly Box[], ends: Ends = {}): Lanes | undefined {
  const [top, foot] = [source.y + BEND, target.y - BEND];
  if (target.y < source.y + BEND) return between(source, target, boxes, ends);
  if (foot <= top) return undefined;
  const inTheWay: Box[] = [];
  for (const box of boxes) {
    if (box.y >= foot || box.y + box.height <= top) continue;
    if (box.id !== ends.source && box.id !== ends.target) inTheWay.push(box);
  }
  const free = (x: number): boolean => inTheWay.every((box) => x < box.x - 4 || x > box.x + box.width + 4);
  if (free(target.x)) return undefined;
  const columns = inTheWay.flatMap((box) => [box.x - CLEARANCE, box.x + box.width + CLEARANCE]).filter(free);
  const cost = (x: number): number => Math.abs(x - target.x) + Math.abs(x - source.x);
  const [column] = columns.toSorted((a, b) => cost(a) - cost(b));
  return column === undefined ? undefined : { channels: [top, foot], columns: [column] };
}

interface Leaving<Key> {
  key: Key;
  from: number;
  to: number;
}

/**
 * Tracks for the edges out of one node: those going left are higher the further left they start, those going right
 * the further right, so that none crosses another.
 */
export function tracksOf<Key>(leaving: readonly Leaving<Key>[]): Map<Key, number> {
  const left = leaving.filter(({ from, to }) => to < from - 1).toSorted((a, b) => a.from - b.from);
  const right = leaving.filter(({ from, to }) => to > from + 1).toSorted((a, b) => b.from - a.from);
  return new Map(
    [left, right].flatMap((side) => {
      // Many share the room that there is between two layers.
      const apart = Math.min(1, MOST_TRACKS / Math.max(1, side.length - 1));
      return side.map(({ key }, index) => [key, index * apart] as const);
    }),
  );
}
