import type { GraphDefinition } from "@trilho/engine";
import { edgesOf } from "../document.ts";
import type { Point } from "../document.ts";
import { columnsOf, GAP } from "./columns.ts";
import type { Shape } from "./geometry.ts";
import { layersOf } from "./layers.ts";
import type { Layers } from "./layers.ts";
import { readingOrder } from "./reading-order.ts";
import type { ReadingOrder } from "./reading-order.ts";

/** How an edge runs: across in `channels` (heights between layers), down past the layers it skips in `columns`. */
export interface Lanes {
  channels: number[];
  columns: number[];
}

/** A laid-out definition: node corners by id, the lanes of edges by their position. */
export interface AutoLayout {
  positions: Map<string, Point>;
  lanes: Map<number, Lanes>;
}

/** Top-down layout in reading order: layers by distance from the trigger, branches from left to right as they are written. */
export function autoLayout(definition: GraphDefinition, shapes: ReadonlyMap<string, Shape>): AutoLayout {
  const reading = readingOrder(definition);
  const layers = layersOf(reading, shapes);
  const columns = fromLeftRim(columnsOf(layers), layers);
  const heights = heightsOf(layers, reading, shapes);
  const positions = new Map(
    reading.order.map((id, cell): [string, Point] => {
      const x = Math.round((columns[cell] ?? 0) - (layers.widths[cell] ?? 0) / 2);
      return [id, { x, y: heights[reading.depth.get(id) ?? 0]?.top ?? 0 }];
    }),
  );
  const lanes = lanesOf(layers, columns, heights);
  centreHead(reading, layers, positions, lanes, shapes);
  return { positions, lanes: straightened(definition, { positions, lanes, shapes }) };
}

/** Leads each long edge straight down onto its target where nothing stands in between. */
export function straightened(
  definition: GraphDefinition,
  {
    positions,
    lanes,
    shapes,
  }: Omit<AutoLayout, "lanes"> & { lanes: ReadonlyMap<number, Lanes>; shapes: ReadonlyMap<string, Shape> },
): Map<number, Lanes> {
  const edges = edgesOf(definition);
  const boxes = [...positions].map(([id, { x, y }]) => ({ x, y, width: shapes.get(id)?.width ?? 0 }));
  return new Map(
    [...lanes].map(([index, own]) => {
      const { source = "", target = "" } = edges[index] ?? {};
      const [from, to] = [positions.get(source), positions.get(target)];
      if (own.columns.length === 0 || !from || !to) return [index, own];
      const x = Math.round(to.x + (shapes.get(target)?.width ?? 0) / 2);
      const between = boxes.filter((box) => box.y > from.y && box.y < to.y);
      const free = between.every((box) => x < box.x - GAP.column / 3 || x > box.x + box.width + GAP.column / 3);
      return [index, free ? { ...own, columns: own.columns.map(() => x) } : own];
    }),
  );
}

/** Puts the chain from the trigger to the first parting of ways over the middle of what follows. */
function centreHead(
  reading: ReadingOrder,
  { rows }: Layers,
  positions: Map<string, Point>,
  lanes: ReadonlyMap<number, Lanes>,
  shapes: ReadonlyMap<string, Shape>,
): void {
  const middle = (id: string): number => (positions.get(id)?.x ?? 0) + (shapes.get(id)?.width ?? 0) / 2;
  const head: string[] = [];
  let id: string | undefined = reading.order[0];
  while (id !== undefined) {
    const { length } = head;
    if (rows[length]?.length !== 1 || reading.depth.get(id) !== length) return;
    head.push(id);
    const links = reading.out.get(id) ?? [];
    if (links.length > 1) break;
    id = links[0]?.edge.target;
  }
  const last = head.at(-1);
  if (id === undefined || last === undefined) return;
  const stops = (reading.out.get(last) ?? []).map(
    ({ index, edge }) => lanes.get(index)?.columns[0] ?? middle(edge.target),
  );
  const by = Math.round((Math.min(...stops) + Math.max(...stops)) / 2 - middle(last));
  for (const each of head) {
    const at = positions.get(each);
    if (at) positions.set(each, { x: at.x + by, y: at.y });
  }
}

/** The leftmost step stands at 0. */
function fromLeftRim(columns: readonly number[], { widths, steps }: Layers): number[] {
  const rim = Math.min(...columns.slice(0, steps).map((x, cell) => x - (widths[cell] ?? 0) / 2));
  return columns.map((x) => x - rim);
}

/** Where each layer begins, and where edges run across below it. */
function heightsOf({ rows, steps }: Layers, { order }: ReadingOrder, shapes: ReadonlyMap<string, Shape>) {
  let top = 0;
  return rows.map((row) => {
    const highest = Math.max(
      0,
      ...row.map((cell) => (cell < steps ? (shapes.get(order[cell] ?? "")?.height ?? 0) : 0)),
    );
    const layer = { top, channel: top + highest + GAP.layer / 2 };
    top += highest + GAP.layer;
    return layer;
  });
}

function lanesOf(
  { passes }: Layers,
  columns: readonly number[],
  heights: readonly { channel: number }[],
): Map<number, Lanes> {
  return new Map(
    [...passes].map(([index, { depth, cells }]) => [
      index,
      {
        channels: heights.slice(depth, depth + cells.length + 1).map(({ channel }) => channel),
        columns: cells.map((cell) => Math.round(columns[cell] ?? 0)),
      },
    ]),
  );
}
