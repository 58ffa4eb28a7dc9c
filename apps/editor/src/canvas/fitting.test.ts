import { describe, expect, it } from "vitest";
import { covers, fitting, LEAST_TEXT, leastText, READABLE, startingAt, type Box } from "./fitting.ts";

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

it.each([0.2, READABLE, 0.75, 1, 1.75])("texts at a zoom of %d are as large as they must be", (zoom) => {
  const shown = Math.max(11, leastText(zoom)) * zoom;
  expect(shown).toBeGreaterThanOrEqual(zoom < READABLE ? 0 : LEAST_TEXT - 1e-9);
  expect(leastText(zoom)).toBeLessThanOrEqual(LEAST_TEXT / READABLE);
});
