import { describe, expect, it } from "vitest";
import {
  covers,
  fitting,
  LARGEST_TEXT,
  LEAST_ZOOM,
  LEAST_TEXT,
  leastText,
  MAP,
  OPENING,
  READABLE,
  sideways,
  startingAt,
  titleLines,
  type Box,
} from "./fitting.ts";

const card = (x: number, y: number): Box => ({ left: x, right: x + 264, top: y, bottom: y + 64 });
/** So many cards below one another, in so many columns. */
const cards = (rows: number, columns: number): Box[] =>
  Array.from({ length: rows * columns }, (_, index) =>
    card((index % columns) * 324, Math.floor(index / columns) * 152),
  );
const FRAME = { width: 836, height: 736, hasMap: true };

describe("a drawing that is brought into view", () => {
  it.each<[string, Box[]]>([
    ["one card", cards(1, 1)],
    ["a chain of six", cards(6, 1)],
    ["a block of four by three", cards(4, 3)],
    ["a wide row", cards(2, 3)],
    ["a card in the map's corner", [card(0, 0), card(560, 620)]],
  ])("of %s has its texts readable and no step below the map", (_name, boxes) => {
    const view = fitting(boxes, FRAME);
    expect(view).not.toBeNull();
    if (view === null) return;
    expect(view.zoom).toBeGreaterThanOrEqual(READABLE);
    expect(covers(boxes, view, FRAME)).toBe(false);
    for (const box of boxes) {
      expect(box.left * view.zoom + view.x).toBeGreaterThanOrEqual(0);
      expect(box.right * view.zoom + view.x).toBeLessThanOrEqual(FRAME.width);
      expect(box.bottom * view.zoom + view.y).toBeLessThanOrEqual(FRAME.height);
    }
  });

  it("counts the plus below a step as what the map may not lie over", () => {
    const top = FRAME.height - MAP.margin - MAP.height;
    const endingAt = (bottom: number): Box[] => [{ left: FRAME.width - 200, right: FRAME.width, top: 0, bottom }];
    expect(covers(endingAt(top - 30), { x: 0, y: 0, zoom: 1 }, FRAME)).toBe(true);
    expect(covers(endingAt(top - 40), { x: 0, y: 0, zoom: 1 }, FRAME)).toBe(false);
  });

  it("takes the whole frame where there is no map", () => {
    const boxes = [card(0, 0), card(490, 620)];
    expect(fitting(boxes, { ...FRAME, hasMap: false })?.zoom).toBeGreaterThan(fitting(boxes, FRAME)?.zoom ?? 1);
  });

  it.each([
    ["too high", cards(9, 1)],
    ["too wide", cards(1, 5)],
  ])("that is %s to be read as a whole starts at its first step", (_name, boxes) => {
    expect(fitting(boxes, FRAME)).toBeNull();
    const { x, y, zoom } = startingAt(card(0, 0), FRAME);
    expect([x + 132 * zoom, y]).toEqual([FRAME.width / 2, 56]);
  });
});

it.each<[string, Box[], number]>([
  ["that fits stands in the middle, wherever its first step is", [card(0, 0), card(-324, 152)], (264 - 324) / 2],
  ["that is cut on both sides stays where it was", [card(-648, 0), card(648, 0)], 132],
  ["that is cut on one side leaves no room on the other", [card(0, 0), card(1296, 0)], FRAME.width / 2 - 40],
])("a drawing %s", (_name, boxes, middle) => {
  const view = { x: FRAME.width / 2 - 132, y: 56, zoom: 1 };
  const { x } = sideways(view, boxes, FRAME);
  expect(FRAME.width / 2 - x).toBe(middle);
});

it.each([
  [LEAST_ZOOM, 10],
  [0.4, 10],
  [READABLE, 10],
  [0.75, LEAST_TEXT],
  [OPENING, LEAST_TEXT],
  [1, LEAST_TEXT],
  [1.75, LEAST_TEXT],
])("at a zoom of %d texts are at least %d px on the screen", (zoom, least) => {
  expect(Math.max(11, leastText(zoom)) * zoom).toBeGreaterThanOrEqual(least - 1e-9);
  // All that a card says has room at once, or as many lines of its title.
  expect(leastText(zoom) * (titleLines(zoom) ?? 1)).toBeLessThanOrEqual(zoom < READABLE ? 52 : LARGEST_TEXT);
});

it.each([
  ["a card on a desk", 264, 868, OPENING],
  ["a card on a phone", 264, 360, OPENING],
  ["a wide step on a phone, which has to fit", 440, 360, (360 - 24) / 440],
  ["one that never fits", 900, 360, READABLE],
])("%s begins at a width that can be read", (_name, right, width, zoom) => {
  const view = startingAt({ left: 0, right, top: 0, bottom: 64 }, { width, height: 700, hasMap: false });
  expect(view.zoom).toBeCloseTo(zoom);
  expect(view.x + (right / 2) * view.zoom).toBeCloseTo(width / 2);
});
