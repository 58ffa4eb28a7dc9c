/** Texts of the drawing are as large as this on the screen, in px, while the cards have room for that. */
export const LEAST_TEXT = 12;
/** Cards are made for texts of up to so many of their own units. */
export const LARGEST_TEXT = 50 / 3;
/** Up to here the least card has room for a title and two lines below it. */
export const ROOMY_TEXT = 14.5;
/** From here on cards show their titles alone, in the least size that is read. */
export const READABLE = 0.6;
const LEAST_TITLE = 10;
/** What a drawing opens at, unless all of it fits larger: read across a desk, with whole lines on the cards. */
export const OPENING = 0.85;
/** The largest title that a card has room for, in its own units. */
const LARGEST_TITLE = 50;
/** Nobody zooms further out. */
export const LEAST_ZOOM = 0.2;
/** The overview map in its corner. */
export const MAP = { width: 150, height: 100, margin: 15 } as const;
/** A drawing of so few steps is its own overview. */
export const SMALL = 8;

/** The "+" below a step ends this far from it. */
const PLUS = 36;
const PADDING = 40;
const TOP = 56;
const RIM = 12;
/** A drawing that is less high than its frame begins this far below the rim at most. */
const FALL = 96;

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Frame {
  width: number;
  height: number;
  hasMap: boolean;
}

export interface View {
  x: number;
  y: number;
  zoom: number;
}

/** All of a drawing, without a step below the map; null where it would be smaller than `least`. */
export function fitting(boxes: readonly Box[], frame: Frame, least: number = READABLE): View | null {
  const all = around(boxes);
  const { width, height, hasMap } = frame;
  const whole = within(all, { width, height }, least);
  if (!hasMap || (whole !== null && !covers(boxes, whole, frame))) return whole;
  const beside = within(all, { width: width - MAP.width - MAP.margin, height }, least);
  const above = within(all, { width, height: height - MAP.height - MAP.margin }, least);
  const [best = null] = [beside, above].filter((view) => view !== null).toSorted((a, b) => b.zoom - a.zoom);
  return best;
}

/** A step a little below the upper rim, in the middle, as large as it must be to be read; a wide one fits the frame. */
export function startingAt(box: Box, { width }: Frame, top: number = TOP, zoom: number = OPENING): View {
  const fits = Math.max(READABLE, Math.min(zoom, (width - 2 * RIM) / (box.right - box.left)));
  return { x: width / 2 - ((box.left + box.right) / 2) * fits, y: top - box.top * fits, zoom: fits };
}

/** A view moved sideways: a drawing that fits stands in the middle, and of a wider one no side stays empty. */
export function sideways({ x, ...view }: View, boxes: readonly Box[], { width }: Frame): View {
  const { left, right } = around(boxes);
  const atLeft = PADDING - left * view.zoom;
  const atRight = width - PADDING - right * view.zoom;
  return { ...view, x: atLeft <= atRight ? (atLeft + atRight) / 2 : Math.min(atLeft, Math.max(atRight, x)) };
}

/** Whether the map would lie over a step, or what can be pressed below it. */
export function covers(boxes: Iterable<Box>, { x, y, zoom }: View, { width, height }: Omit<Frame, "hasMap">): boolean {
  const left = width - MAP.margin - MAP.width;
  const top = height - MAP.margin - MAP.height;
  for (const box of boxes) {
    const isBeside = box.right * zoom + x <= left || box.left * zoom + x >= left + MAP.width;
    const isAbove = (box.bottom + PLUS) * zoom + y <= top || box.top * zoom + y >= top + MAP.height;
    if (!isBeside && !isAbove) return true;
  }
  return false;
}

/** How large the smallest text of the drawing has to be in its own units. */
export const leastText = (zoom: number): number =>
  zoom < READABLE ? LEAST_TITLE / zoom : Math.min(LARGEST_TEXT, LEAST_TEXT / Math.min(1, zoom));

/** How many lines of a title, in its least size, a card has room for further out; null where it shows all that it says. */
export const titleLines = (zoom: number): number | null =>
  zoom >= READABLE ? null : leastText(zoom) > LARGEST_TITLE / 2 ? 1 : 2;

function around(boxes: readonly Box[]): Box {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    right: Math.max(...boxes.map(({ right }) => right)),
    top: Math.min(...boxes.map(({ top }) => top)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

function within(
  { left, right, top, bottom }: Box,
  { width, height }: Omit<Frame, "hasMap">,
  least: number,
): View | null {
  const zoom = Math.min((width - 2 * PADDING) / (right - left), (height - 2 * TOP) / (bottom - top), 1);
  if (!(zoom >= least)) return null;
  const free = height - (bottom - top) * zoom;
  return {
    x: width / 2 - ((left + right) / 2) * zoom,
    y: Math.max(TOP, Math.min(free / 2, FALL)) - top * zoom,
    zoom,
  };
}
