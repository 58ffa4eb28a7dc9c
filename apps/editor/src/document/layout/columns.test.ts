import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { columnsOf, GAP } from "./columns.ts";
import { shapesOf } from "./geometry.ts";
import { layersOf } from "./layers.ts";
import type { Layers } from "./layers.ts";
import { readingOrder } from "./reading-order.ts";
import { columnsByDagre, forks } from "./testing.ts";

const layered = forks(fc.boolean(), 24).map((definition) => layersOf(readingOrder(definition), shapesOf(definition)));

/** How far edges run to the side, how often they do, and how wide the drawing is. */
function cost({ below, widths }: Layers, columns: readonly number[]) {
  const aside = below.flatMap((next, cell) =>
    next.map((other) => Math.abs((columns[other] ?? 0) - (columns[cell] ?? 0))),
  );
  const rims = columns.flatMap((x, cell) => [x - (widths[cell] ?? 0) / 2, x + (widths[cell] ?? 0) / 2]);
  return {
    length: aside.reduce((sum, each) => sum + each, 0),
    bends: aside.filter((each) => each > 1).length,
    width: Math.max(...rims) - Math.min(...rims),
  };
}

describe("the columns of a layered drawing, of any graph", () => {
  test("leave room between all that stands in a layer or passes it, in its order", () => {
    fc.assert(
      fc.property(layered, (layers) => {
        const columns = columnsOf(layers);
        const room = (cell: number): number =>
          ((layers.widths[cell] ?? 0) + (cell < layers.steps ? GAP.column : GAP.pass)) / 2;
        for (const row of layers.rows) {
          row.slice(1).forEach((cell, at) => {
            const left = row[at] ?? 0;
            expect((columns[cell] ?? 0) - (columns[left] ?? 0)).toBeGreaterThanOrEqual(room(left) + room(cell) - 1e-6);
          });
        }
      }),
    );
  });

  test("are straight for a long edge that crosses no other", () => {
    fc.assert(
      fc.property(layered, ({ passes, ...layers }) => {
        const columns = columnsOf({ passes, ...layers });
        const placesOf = ({ depth, cells }: { depth: number; cells: number[] }) =>
          new Map(cells.map((cell, at) => [depth + 1 + at, layers.places[cell] ?? 0]));
        const long = [...passes.values()].filter(({ cells }) => cells.length > 1);
        for (const edge of long) {
          const own = placesOf(edge);
          const isCrossed = long.some((other) => {
            const sides = [...placesOf(other)].map(([depth, place]) => Math.sign(place - (own.get(depth) ?? place)));
            return sides.includes(1) && sides.includes(-1);
          });
          if (!isCrossed) expect(new Set(edge.cells.map((cell) => Math.round(columns[cell] ?? 0))).size).toBe(1);
        }
      }),
    );
  });

  test("make drawings no worse than those of dagre, with the same order in the same layers", () => {
    const sum = { length: 0, bends: 0, width: 0 };
    const byDagre = { ...sum };
    for (const layers of fc.sample(layered, { numRuns: 60, seed: 1 })) {
      const [own, theirs] = [cost(layers, columnsOf(layers)), cost(layers, columnsByDagre(layers))];
      for (const key of ["length", "bends", "width"] as const) {
        sum[key] += own[key];
        byDagre[key] += theirs[key];
      }
    }
    expect(sum.length).toBeLessThan(byDagre.length * 1.03);
    expect(sum.bends).toBeLessThan(byDagre.bends * 1.01);
    expect(sum.width).toBeLessThan(byDagre.width * 1.01);
  });
});
