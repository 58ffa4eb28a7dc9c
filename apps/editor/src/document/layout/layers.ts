import type { Shape } from "./geometry.ts";
import type { ReadingOrder } from "./reading-order.ts";

/**
 * A drawing in layers, each from left to right. Its cells are numbers: the steps in reading order, then the places where
 * long edges pass a layer.
 */
export interface Layers {
  rows: number[][];
  /** Of each cell its place in its row. */
  places: number[];
  /** 0 where an edge passes. */
  widths: number[];
  /** Of each cell those that lead to it and those that it leads to, from left to right. */
  above: number[][];
  below: number[][];
  /** How many cells are steps. */
  steps: number;
  /** By the place of an edge in the definition: the layer that it leaves, and its cells in those that it passes. */
  passes: Map<number, { depth: number; cells: number[] }>;
}

/** Layers by distance from the trigger, ordered by a walk in reading order: branches never change places. */
export function layersOf(reading: ReadingOrder, shapes: ReadonlyMap<string, Shape>): Layers {
  const { order } = reading;
  const cells = new Map(order.map((id, cell) => [id, cell]));
  const depths = order.map((id) => reading.depth.get(id) ?? 0);
  const below: number[][] = order.map(() => []);
  const passes: Layers["passes"] = new Map();
  order.forEach((id, cell) => {
    for (const { index, edge } of reading.out.get(id) ?? []) {
      const target = cells.get(edge.target);
      if (target === undefined || reading.back.has(index)) continue;
      const depth = depths[cell] ?? 0;
      const passed: number[] = [];
      for (let at = depth + 1; at < (depths[target] ?? 0); at += 1) {
        passed.push(depths.push(at) - 1);
        below.push([]);
      }
      [...passed, target].forEach((next, at) => below[passed[at - 1] ?? cell]?.push(next));
      passes.set(index, { depth, cells: passed });
    }
  });
  const { rows, places } = walked(order.length, depths, below);
  const byPlace = (a: number, b: number): number => (places[a] ?? 0) - (places[b] ?? 0);
  const above: number[][] = below.map(() => []);
  for (const row of rows) for (const cell of row) for (const next of below[cell] ?? []) above[next]?.push(cell);
  return {
    rows,
    places,
    widths: depths.map((_, cell) => shapes.get(order[cell] ?? "")?.width ?? 0),
    above,
    below: below.map((next) => next.toSorted(byPlace)),
    steps: order.length,
    passes,
  };
}

/** Without recursion: drafts may be long. */
function walked(steps: number, depths: readonly number[], below: readonly number[][]) {
  const rows: number[][] = [];
  const places = depths.map(() => -1);
  for (let start = 0; start < steps; start += 1) {
    const open = [start];
    for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
      if (places[cell] !== -1) continue;
      const row = (rows[depths[cell] ?? 0] ??= []);
      places[cell] = row.push(cell) - 1;
      open.push(...(below[cell] ?? []).toReversed());
    }
  }
  return { rows, places };
}
