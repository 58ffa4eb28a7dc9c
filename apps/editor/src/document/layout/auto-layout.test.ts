import type { GraphNode } from "@trilho/engine";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { placementOf } from "./placement.ts";
import { condition, forks } from "./testing.ts";
import { graph } from "../testing.ts";

const placed = (x: number, y: number): Omit<GraphNode, "id"> => ({
  type: "wait",
  config: { ui: { position: { x, y } } },
});

describe("the automatic layout", () => {
  test("reads from top to bottom, a layer for each step", () => {
    const { positions } = placementOf(graph("t>a>b>c"));
    const tops = ["t", "a", "b", "c"].map((id) => positions.get(id)?.y ?? Number.NaN);
    expect(tops).toEqual([0, 152, 304, 456]);
    expect(new Set([...positions.values()].map(({ x }) => x)).size).toBe(1);
  });

  test("keeps branches in their order, whatever comes behind them", () => {
    const nodes = { c: condition("x", "y", "z") };
    const { positions } = placementOf(graph("t>c c.branch_y>b>j c.branch_x>a>e>j c.branch_z>d>j", nodes));
    const lefts = ["a", "b", "d"].map((id) => positions.get(id)?.x ?? Number.NaN);
    expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
    expect(new Set(["a", "b", "d"].map((id) => positions.get(id)?.y)).size).toBe(1);
  });

  test("starts in the middle over what follows", () => {
    const { positions } = placementOf(graph("t>c c.branch_x>a c.branch_y>b", { c: condition("x", "y") }));
    const [start = 0, left = 0, right = 0] = ["t", "a", "b"].map((id) => positions.get(id)?.x);
    expect(start).toBe(Math.round((left + right) / 2));
  });

  test("leads a long edge past the steps between", () => {
    const { lanes } = placementOf(graph("t>c c.branch_x>a>b>j c.branch_y>j", { c: condition("x", "y") }));
    expect([...lanes.values()].map(({ columns }) => columns.length).toSorted()).toEqual([0, 0, 0, 0, 2]);
  });

  test("leads a long edge straight down onto its target where nothing stands in between, in any graph", () => {
    fc.assert(
      fc.property(forks(fc.boolean()), (definition) => {
        const { lanes, positions, shapes } = placementOf(definition);
        const boxes = [...positions].map(([id, at]) => ({ ...at, width: shapes.get(id)?.width ?? 0 }));
        for (const [index, { columns }] of lanes) {
          const { source = "", target = "" } = definition.edges[index] ?? {};
          const [from, to] = [positions.get(source), positions.get(target)];
          const x = Math.round((to?.x ?? 0) + (shapes.get(target)?.width ?? 0) / 2);
          const isFree = boxes
            .filter(({ y }) => y > (from?.y ?? 0) && y < (to?.y ?? 0))
            .every((box) => x < box.x - 20 || x > box.x + box.width + 20);
          if (isFree) expect(columns).toEqual(columns.map(() => x));
        }
      }),
    );
  });

  test("no long edge runs through a step, in any graph", () => {
    fc.assert(
      fc.property(forks(fc.boolean()), (definition) => {
        const { lanes, positions, shapes } = placementOf(definition);
        const boxes = [...positions].map(([id, at]) => ({ ...at, width: shapes.get(id)?.width ?? 0 }));
        const layers = [...new Set(boxes.map(({ y }) => y))].toSorted((a, b) => a - b);
        for (const [index, { columns }] of lanes) {
          const top = layers.indexOf(positions.get(definition.edges[index]?.source ?? "")?.y ?? 0);
          columns.forEach((x, at) => {
            const met = boxes.filter((box) => box.y === layers[top + 1 + at] && box.x < x && x < box.x + box.width);
            expect(met).toEqual([]);
          });
        }
      }),
    );
  });

  test("the way to the first fork stands over the middle of what follows, in any tree", () => {
    fc.assert(
      fc.property(forks(fc.constant(false)), ({ edges, ...definition }) => {
        const { positions, shapes } = placementOf({ ...definition, edges });
        const middle = (id: string) => (positions.get(id)?.x ?? 0) + (shapes.get(id)?.width ?? 0) / 2;
        const stops = edges.flatMap(({ source, target }) => (source === "c" ? [middle(target)] : []));
        const wanted = (Math.min(...stops) + Math.max(...stops)) / 2;
        for (const id of ["t", "c"]) expect(Math.abs(middle(id) - wanted)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("places of its own are kept, and a step without one goes below what leads to it", () => {
    const { positions, auto } = placementOf(graph("t>a>b", { t: placed(0, 0), a: placed(500, 200) }));
    expect(auto).toBe(false);
    expect(positions.get("a")).toEqual({ x: 500, y: 200 });
    expect(positions.get("b")).toEqual({ x: 500, y: 352 });
  });

  test("no two steps overlap, in any graph, and hostile ids and loops do no harm", () => {
    const ids = fc.constantFrom("t", "a", "b", "c", "__proto__", "constructor", "e", "f");
    fc.assert(
      fc.property(fc.array(fc.tuple(ids, ids), { maxLength: 14 }), (pairs) => {
        const nodes = [...new Set(["t", ...pairs.flat()])].map((id): GraphNode => ({ id, type: "wait" }));
        const edges = pairs.map(([source, target], index) => ({ id: `e${index}`, source, target }));
        const { positions, shapes } = placementOf({ version: 2, nodes, edges });
        const boxes = [...positions].map(([id, at]) => ({ ...at, ...shapes.get(id) }));
        expect(boxes).toHaveLength(nodes.length);
        boxes.forEach((a, index) => {
          for (const b of boxes.slice(index + 1)) {
            const apart = Math.abs(a.y - b.y) >= 64 || a.x + (a.width ?? 0) <= b.x || b.x + (b.width ?? 0) <= a.x;
            expect(apart).toBe(true);
          }
        });
      }),
      { numRuns: 60 },
    );
  });
});
