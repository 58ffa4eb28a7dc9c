import type { Point } from "../document/document.ts";
import type { Port } from "../document/layout/geometry.ts";
import type { Placement } from "../document/layout/placement.ts";
import { labelPlaces, plusPlace } from "./route.ts";
import type { Box, RouteOptions } from "./route.ts";

/** An exit, where its edge leaves a step, and where that arrives. */
export interface EdgeEnds {
  port: Port;
  from: Point;
  to: Point;
}

type Way = EdgeEnds & Pick<RouteOptions, "lanes" | "track">;
type Area = Omit<Box, "id">;

/** Of a label in canvas units, as large as texts become when one looks from further away. */
const LABEL = { height: 22, most: 150, letter: 9, rim: 18 } as const;
/** What an exit without a name of its own is called has about so many letters. */
const LETTERS = 15;
/** A "+", with a little room around it. */
const PLUS = 26;
/** From a handle to the "+" of an exit that leads nowhere yet. */
const OPEN = 24;
/** Right of a card, what unfolds its exits. */
const UNFOLDS = 48;

const around = ({ x, y }: Point, width: number, height: number): Area => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
});

const meet = (a: Area, b: Area): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/**
 * Where the names of exits stand on their edges: on no "+", no card and no other label. Null where there is no such place,
 * and for edges that need no name.
 */
export function labelsOf(
  ways: readonly (Way | undefined)[],
  boxes: readonly Box[],
  placement: Placement,
): (Point | null)[] {
  const taken = [...cards(boxes, placement), ...pluses(ways, boxes, placement)];
  return ways.map((way) => {
    if (!way || way.port.kind === "next") return null;
    const { port, from, to, ...options } = way;
    const width = Math.min(LABEL.most, LABEL.rim + LABEL.letter * (port.label.length || LETTERS));
    const isFree = (at: Point): boolean => !taken.some((area) => meet(area, around(at, width, LABEL.height)));
    const at = labelPlaces(from, to, { ...options, side: port.side }).find(isFree) ?? null;
    if (at) taken.push(around(at, width, LABEL.height));
    return at;
  });
}

const cards = (boxes: readonly Box[], { shapes }: Placement): Area[] =>
  boxes.map((box) => ({ ...box, width: box.width + ((shapes.get(box.id)?.folded.length ?? 0) > 0 ? UNFOLDS : 0) }));

function pluses(ways: readonly (Way | undefined)[], boxes: readonly Box[], { shapes }: Placement): Area[] {
  const onEdges = ways.flatMap((way) => (way ? [plusPlace(way.from, way.port.side)] : []));
  const open = boxes.flatMap(({ id, x, y }) =>
    (shapes.get(id)?.ports ?? []).flatMap((port) =>
      port.connected ? [] : [{ x: x + port.x + (port.side ? OPEN : 0), y: y + port.y + (port.side ? 0 : OPEN) }],
    ),
  );
  return [...onEdges, ...open].map((at) => around(at, PLUS, PLUS));
}
