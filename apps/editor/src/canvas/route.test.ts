import { describe, expect, test } from "vitest";
import { detour, routeEdge, tracksOf } from "./route.ts";

describe("an edge", () => {
  test("between two steps below each other is a straight line", () => {
    expect(routeEdge({ x: 10, y: 0 }, { x: 10, y: 100 }).path).toBe("M 10 0 L 10 100");
  });

  test("between steps a pixel or two askew is straight as well", () => {
    expect(routeEdge({ x: 10, y: 0 }, { x: 11.5, y: 100 }).path).toBe("M 10 0 L 10 100");
    expect(routeEdge({ x: 10, y: 0 }, { x: 8, y: 100 }).path).toBe("M 10 0 L 10 100");
  });

  test("to the side goes down, across and down again", () => {
    expect(routeEdge({ x: 0, y: 0 }, { x: 100, y: 100 }).path).toBe(
      "M 0 0 L 0 34 Q 0 44 10 44 L 90 44 Q 100 44 100 54 L 100 100",
    );
  });

  test("keeps to the lanes of the layout", () => {
    const lanes = { channels: [40, 180], columns: [200] };
    expect(routeEdge({ x: 0, y: 0 }, { x: 0, y: 300 }, { lanes }).path).toContain("L 200 170");
  });

  test("up again goes around both steps", () => {
    const { path } = routeEdge({ x: 0, y: 300 }, { x: 0, y: 0 });
    expect(path).toContain("170 ");
    expect(path.endsWith("L 0 0")).toBe(true);
  });

  test("out of the side leaves to the right, its plus beside the step", () => {
    expect(routeEdge({ x: 0, y: 0 }, { x: 90, y: 200 }, { side: true }).plus).toEqual({ x: 18, y: 0 });
  });
});

test("an edge out of the side keeps to the lanes of the layout", () => {
  const lanes = { channels: [100, 240], columns: [300] };
  const { path } = routeEdge({ x: 0, y: 0 }, { x: 0, y: 400 }, { lanes, side: true });
  expect(path).toContain("L 290 100");
  expect(path).toContain("L 300 230");
});

test("the tracks of edges out of one step do not cross", () => {
  const leaving = [
    { key: "far left", from: 20, to: -300 },
    { key: "left", from: 60, to: -20 },
    { key: "straight", from: 100, to: 100 },
    { key: "right", from: 140, to: 200 },
    { key: "far right", from: 180, to: 600 },
  ];
  expect(Object.fromEntries(tracksOf(leaving))).toEqual({ "far left": 0, left: 1, "far right": 0, right: 1 });
});

test("the tracks of many edges stay within the room between two layers", () => {
  const leaving = Array.from({ length: 12 }, (_, key) => ({ key, from: key * 88, to: 2000 + key * 324 }));
  const tracks = [...tracksOf(leaving).values()];
  expect(Math.max(...tracks)).toBe(4);
  expect(new Set(tracks).size).toBe(12);
});

describe("a way past other steps", () => {
  const box = { id: "a", x: -50, y: 80, width: 100, height: 60 };

  test("is not needed where nothing stands", () => {
    expect(detour({ x: 0, y: 0 }, { x: 0, y: 300 }, [])).toBeUndefined();
  });

  test("up to a step beside goes between both, unless something stands there", () => {
    const [from, to] = [
      { ...box, id: "from" },
      { ...box, id: "to", x: 150 },
    ];
    const ends = { source: "from", target: "to" };
    const way = (boxes: (typeof box)[], forth = ends) =>
      forth === ends
        ? detour({ x: 0, y: 140 }, { x: 200, y: 80 }, boxes, ends)
        : detour({ x: 200, y: 140 }, { x: 0, y: 80 }, boxes, forth);
    expect(way([from, to])?.columns).toEqual([114]);
    expect(way([from, to], { source: "to", target: "from" })?.columns).toEqual([86]);
    expect(way([from, { ...to, x: 60 }])).toBeUndefined();
    expect(way([from, to, { ...box, id: "between", x: 90, width: 30 }])).toBeUndefined();
    const { path } = routeEdge({ x: 0, y: 140 }, { x: 200, y: 80 }, { lanes: { channels: [], columns: [114] } });
    expect(path).toMatch(/Q 114 164 .* Q 114 52 .* L 200 80$/);
  });

  test("goes by the nearer side of what stands in the way", () => {
    expect(detour({ x: 20, y: 0 }, { x: 20, y: 300 }, [box])?.columns).toEqual([74]);
    expect(detour({ x: -20, y: 0 }, { x: -20, y: 300 }, [box])?.columns).toEqual([-74]);
  });
});
