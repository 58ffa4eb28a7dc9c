import type { GraphDefinition } from "@trilho/engine";
import type { Point } from "../document.ts";
import { straightened } from "./auto-layout.ts";
import type { Lanes } from "./auto-layout.ts";
import { GAP } from "./columns.ts";
import { shapesOf } from "./geometry.ts";
import type { Shape } from "./geometry.ts";
import { placementOf } from "./placement.ts";
import type { Placement } from "./placement.ts";

interface Box extends Point {
  width: number;
  height: number;
}

/** What stands and runs on a drawing. */
interface Drawing {
  boxes: ReadonlyMap<string, Box>;
  lanes: ReadonlyMap<number, Lanes>;
}

/** How far what lies beyond each side of a step moves away from it. */
interface Push {
  left: number;
  right: number;
  down: number;
}

/** Between a step and an edge that passes it. */
const TO_PASS = (GAP.column + GAP.pass) / 2;

const latest = new WeakMap<Placement, { unfolded: ReadonlySet<string>; drawn: Placement }>();

/**
 * Where everything is drawn while some steps show every exit that they have. They grow to both sides and down, and what is
 * in the way moves on with all that lies further out: no step comes to lie on another, and no edge under one. Room that is
 * there is used, so the places that this gives stay what they are when they are kept.
 */
export function drawnPlacement(definition: GraphDefinition, unfolded: ReadonlySet<string>): Placement {
  const folded = placementOf(definition);
  const known = latest.get(folded);
  if (known?.unfolded === unfolded) return known.drawn;
  const drawn = unfold(definition, folded, unfolded);
  latest.set(folded, { unfolded, drawn });
  return drawn;
}

/** What the document keeps of a drawing in which some steps were moved: while steps are unfolded, every place as it is drawn. */
export function keptPlaces(
  definition: GraphDefinition,
  unfolded: ReadonlySet<string>,
  moved: ReadonlyMap<string, Point>,
): ReadonlyMap<string, Point> {
  const folded = placementOf(definition);
  const drawn = drawnPlacement(definition, unfolded);
  if (drawn === folded) return moved;
  const places = [...drawn.positions, ...moved].map(([id, { x, y }]): [string, Point] => {
    const [wide = 0, narrow = 0] = [drawn, folded].map(({ shapes }) => shapes.get(id)?.width);
    return [id, { x: x + (wide - narrow) / 2, y }];
  });
  return new Map(places);
}

function unfold(definition: GraphDefinition, folded: Placement, unfolded: ReadonlySet<string>): Placement {
  if (unfolded.size === 0) return folded;
  const grown = [...shapesOf(definition)].filter(
    ([id]) => unfolded.has(id) && (folded.shapes.get(id)?.folded.length ?? 0) > 0,
  );
  if (grown.length === 0) return folded;
  const { shapes, positions, lanes } = folded;
  const boxes = new Map(
    [...positions].map(([id, at]) => {
      const { width = 0, height = 0 } = shapes.get(id) ?? {};
      return [id, { ...at, width, height }] as const;
    }),
  );
  const drawing = grown.reduce<Drawing>(grow, { boxes, lanes });
  const drawn = {
    shapes: new Map([...shapes, ...grown]),
    positions: new Map([...drawing.boxes].map(([id, { x, y }]): [string, Point] => [id, { x, y }])),
  };
  return { auto: folded.auto, ...drawn, lanes: straightened(definition, { ...drawn, lanes: drawing.lanes }) };
}

const rightOf = ({ x, width }: Box): number => x + width;
const footOf = ({ y, height }: Box): number => y + height;
const most = (needs: readonly number[]): number => Math.max(0, ...needs);

function grow(drawing: Drawing, [id, { width, height }]: [string, Shape]): Drawing {
  const was = drawing.boxes.get(id);
  if (!was) return drawing;
  const box: Box = { x: was.x - (width - was.width) / 2, y: was.y, width, height };
  const others = [...drawing.boxes].flatMap(([other, each]) => (other === id ? [] : [each]));
  const lanes = [...drawing.lanes.values()];
  const beside = [
    ...others
      .filter((other) => other.y < footOf(box) && footOf(other) > box.y)
      .map((other) => ({ left: other.x, right: rightOf(other), gap: GAP.column })),
    ...lanes.flatMap((lane) => passing(lane, box)).map((x) => ({ left: x, right: x, gap: TO_PASS })),
  ];
  const below = [
    ...others
      .filter((other) => other.x < rightOf(box) && rightOf(other) > box.x)
      .map(({ y }) => ({ y, gap: GAP.layer })),
    ...lanes.flatMap(({ channels }) => channels.map((y) => ({ y, gap: GAP.layer / 2 }))),
  ];
  const push: Push = {
    left: most(beside.filter(({ right }) => right <= was.x).map(({ right, gap }) => right + gap - box.x)),
    right: most(beside.filter(({ left }) => left >= rightOf(was)).map(({ left, gap }) => rightOf(box) + gap - left)),
    down: most(below.filter(({ y }) => y >= footOf(was)).map(({ y, gap }) => footOf(box) + gap - y)),
  };
  const { boxes, lanes: led } = pushed(drawing, was, push);
  return { boxes: new Map([...boxes, [id, box]]), lanes: led };
}

/** The columns in which an edge runs down beside a step. */
function passing({ channels, columns }: Lanes, box: Box): number[] {
  return columns.filter((_, at) => (channels[at] ?? 0) < footOf(box) && (channels[at + 1] ?? 0) > box.y);
}

/** All that lies beyond a side of a step moves by the same, so nothing comes closer to anything. */
function pushed({ boxes, lanes }: Drawing, from: Box, push: Push): Drawing {
  const aside = (left: number, right: number): number =>
    left >= rightOf(from) ? push.right : right <= from.x ? -push.left : 0;
  const down = (y: number): number => (y >= footOf(from) ? push.down : 0);
  return {
    boxes: new Map(
      [...boxes].map(([id, box]) => [id, { ...box, x: box.x + aside(box.x, rightOf(box)), y: box.y + down(box.y) }]),
    ),
    lanes: new Map(
      [...lanes].map(([index, { channels, columns }]) => [
        index,
        { channels: channels.map((y) => y + down(y)), columns: columns.map((x) => x + aside(x, x)) },
      ]),
    ),
  };
}
