/** Texts of the drawing are never smaller on the screen where they were brought into view, in px. */
export const LEAST_TEXT = 10;
/** Cards are made for texts of up to `LEAST_TEXT / READABLE`: further out nobody reads them. */
export const READABLE = 0.6;
/** The overview map in its corner. */
export const MAP = { width: 150, height: 100, margin: 15 } as const;
/** A drawing of so few steps is its own overview. */
export const SMALL = 8;

const PADDING = 40;
const TOP = 56;
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

/** All of a drawing where its texts can be read then, without a step below the map; null where they cannot. */
export function fitting(boxes: readonly Box[], frame: Frame): View | null {
  const all = around(boxes);
  const { width, height, hasMap } = frame;
  const whole = within(all, { width, height });
  if (!hasMap || (whole !== null && !covers(boxes, whole, frame))) return whole;
  const beside = within(all, { width: width - MAP.width - MAP.margin, height });
  const above = within(all, { width, height: height - MAP.height - MAP.margin });
  const [best = null] = [beside, above].filter((view) => view !== null).toSorted((a, b) => b.zoom - a.zoom);
  return best;
}

/** A step a little below the upper rim, in the middle, as large as it must be to be read. */
export function startingAt(box: Box, { width }: Frame, top: number = TOP): View {
  return { x: width / 2 - ((box.left + box.right) / 2) * READABLE, y: top - box.top * READABLE, zoom: READABLE };
}

/** Whether the map would lie over a step. */
export function covers(boxes: Iterable<Box>, { x, y, zoom }: View, { width, height }: Omit<Frame, "hasMap">): boolean {
  const left = width - MAP.margin - MAP.width;
  const top = height - MAP.margin - MAP.height;
  for (const box of boxes) {
    const isBeside = box.right * zoom + x <= left || box.left * zoom + x >= left + MAP.width;
    const isAbove = box.bottom * zoom + y <= top || box.top * zoom + y >= top + MAP.height;
    if (!isBeside && !isAbove) return true;
  }
  return false;
}

/** How large the smallest text of the drawing has to be in its own units. */
export const leastText = (zoom: number): number => LEAST_TEXT / Math.min(1, Math.max(READABLE, zoom));

function around(boxes: readonly Box[]): Box {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    right: Math.max(...boxes.map(({ right }) => right)),
    top: Math.min(...boxes.map(({ top }) => top)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

function within({ left, right, top, bottom }: Box, { width, height }: Omit<Frame, "hasMap">): View | null {
  const zoom = Math.min((width - 2 * PADDING) / (right - left), (height - 2 * TOP) / (bottom - top), 1);
  if (!(zoom >= READABLE)) return null;
  const free = height - (bottom - top) * zoom;
  return {
    x: width / 2 - ((left + right) / 2) * zoom,
    y: Math.max(TOP, Math.min(free / 2, FALL)) - top * zoom,
    zoom,
  };
}
