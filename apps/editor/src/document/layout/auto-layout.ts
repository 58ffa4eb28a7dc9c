import { Graph, layout } from "@dagrejs/dagre";
import type { GraphLabel, NodeLabel, EdgeLabel } from "@dagrejs/dagre";
import type { GraphDefinition } from "@trilho/engine";
import type { Point } from "../document.ts";
import type { Shape } from "./geometry.ts";
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

type Dag = Graph<GraphLabel, NodeLabel, EdgeLabel>;

export const GAP = { column: 60, layer: 88 } as const;

/** Top-down layout in reading order: layers by distance from the trigger, branches from left to right as they are written. */
export function autoLayout(definition: GraphDefinition, shapes: ReadonlyMap<string, Shape>): AutoLayout {
  const reading = readingOrder(definition);
  const keys = new Map(reading.order.map((id, index) => [id, `n${index}`]));
  const dag = build(reading, keys, shapes);
  layout(dag, { disableOptimalOrderHeuristic: true, customOrder: (graph) => orderLayers(graph as Dag) });
  const positions = cornersOf(dag, reading.order, keys);
  const lanes = lanesOf(dag, reading);
  centreHead(reading, positions, lanes, shapes);
  straighten(reading, positions, lanes, shapes);
  return { positions, lanes };
}

/** Leads a long edge straight down onto its target where nothing stands in between. */
function straighten(
  reading: ReadingOrder,
  positions: ReadonlyMap<string, Point>,
  lanes: Map<number, Lanes>,
  shapes: ReadonlyMap<string, Shape>,
): void {
  const boxes = [...positions].map(([id, { x, y }]) => ({ x, y, width: shapes.get(id)?.width ?? 0 }));
  for (const { edge, index } of [...reading.out.values()].flat()) {
    const own = lanes.get(index);
    const [from, to] = [positions.get(edge.source), positions.get(edge.target)];
    if (!own || own.columns.length === 0 || !from || !to) continue;
    const x = Math.round(to.x + (shapes.get(edge.target)?.width ?? 0) / 2);
    const between = boxes.filter((box) => box.y > from.y && box.y < to.y);
    const free = between.every((box) => x < box.x - GAP.column / 3 || x > box.x + box.width + GAP.column / 3);
    if (free) lanes.set(index, { ...own, columns: own.columns.map(() => x) });
  }
}

/** Puts the chain from the trigger to the first parting of ways over the middle of what follows. */
function centreHead(
  reading: ReadingOrder,
  positions: Map<string, Point>,
  lanes: ReadonlyMap<number, Lanes>,
  shapes: ReadonlyMap<string, Shape>,
): void {
  const middle = (id: string): number => (positions.get(id)?.x ?? 0) + (shapes.get(id)?.width ?? 0) / 2;
  const head: string[] = [];
  let id: string | undefined = reading.order[0];
  while (id !== undefined) {
    const { length } = head;
    const alone = reading.order.filter((each) => reading.depth.get(each) === length).length === 1;
    if (!alone || reading.depth.get(id) !== length) return;
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

/** Safe keys (`n0`, `n1`, …): ids of nodes are any text, `__proto__` included. */
function build(reading: ReadingOrder, keys: ReadonlyMap<string, string>, shapes: ReadonlyMap<string, Shape>): Dag {
  const dag: Dag = new Graph<GraphLabel, NodeLabel, EdgeLabel>({ multigraph: true });
  dag.setGraph({ rankdir: "TB", rankalign: "top", nodesep: GAP.column, ranksep: GAP.layer, edgesep: 24 });
  dag.setDefaultEdgeLabel(() => ({}));
  for (const id of reading.order) {
    const shape = shapes.get(id);
    dag.setNode(keys.get(id) ?? id, { width: shape?.width ?? 0, height: shape?.height ?? 0 });
  }
  let place = 0;
  for (const id of reading.order) {
    for (const { index, edge } of reading.out.get(id) ?? []) {
      if (reading.back.has(index)) continue;
      const layers = (reading.depth.get(edge.target) ?? 0) - (reading.depth.get(id) ?? 0);
      place += 1;
      // The name sorts edges in reading order, and finds them again afterwards.
      dag.setEdge(keys.get(id) ?? "", keys.get(edge.target) ?? "", { minlen: layers }, name(place, index));
    }
  }
  return dag;
}

function name(place: number, index: number): string {
  return `${String(place).padStart(5, "0")}:${index}`;
}

/** Orders every layer by a walk in reading order, so that branches never change places. */
function orderLayers(dag: Dag): void {
  const filled = new Map<number, number>();
  const seen = new Set<string>();
  const visit = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    const label = dag.node(key);
    const rank = label.rank ?? 0;
    label.order = filled.get(rank) ?? 0;
    filled.set(rank, label.order + 1);
    const out = (dag.outEdges(key) ?? []).toSorted((a, b) => String(a.name).localeCompare(String(b.name)));
    for (const edge of out) visit(edge.w);
  };
  const real = dag.nodes().filter((key) => /^n\d+$/.test(key));
  real.sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
  for (const key of [...real, ...dag.nodes()]) visit(key);
}

function cornersOf(dag: Dag, ids: readonly string[], keys: ReadonlyMap<string, string>): Map<string, Point> {
  return new Map(
    ids.map((id) => {
      const { x = 0, y = 0, width = 0, height = 0 } = dag.node(keys.get(id) ?? "");
      return [id, { x: Math.round(x - width / 2), y: Math.round(y - height / 2) }];
    }),
  );
}

/** dagre puts a point on every half layer: in turn a channel between two layers and a place within one. */
function lanesOf(dag: Dag, reading: ReadingOrder): Map<number, Lanes> {
  const lanes = new Map<number, Lanes>();
  for (const edge of dag.edges()) {
    const index = Number(String(edge.name).split(":")[1]);
    const inner = (dag.edge(edge).points ?? []).slice(1, -1);
    if (reading.back.has(index)) continue;
    lanes.set(index, {
      channels: inner.flatMap(({ y }, at) => (at % 2 === 0 ? [Math.round(y)] : [])),
      columns: inner.flatMap(({ x }, at) => (at % 2 === 1 ? [Math.round(x)] : [])),
    });
  }
  return lanes;
}
