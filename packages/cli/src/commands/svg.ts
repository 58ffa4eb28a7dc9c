import { Graph, layout, type EdgeLabel, type GraphLabel, type NodeLabel } from "@dagrejs/dagre";
import { isObject, type GraphDefinition, type JsonObject } from "@trilho/engine";
import { toSvg, type SvgLayout } from "@trilho/engine/formats";
import { readSources, type Command } from "../command.ts";
import { readArgs, UsageError } from "../usage.ts";

/** Prints a picture of one file. */
export const svg: Command = async (args, io) => {
  const { positionals } = readArgs(args, {});
  if (positionals.length > 1) throw new UsageError("svg draws one FILE.");
  const { sources, code } = await readSources(positionals, io);
  for (const { definition } of sources) {
    const graph = definition as unknown as GraphDefinition;
    io.out(toSvg(graph, layOut(graph)));
  }
  return code;
};

const NODE = { width: 264, height: 64 } as const;

/** From top to bottom, each step below those that lead to it. A file may hold anything: what is no step has no place. */
function layOut(graph: GraphDefinition): SvgLayout {
  const dag = new Graph<GraphLabel, NodeLabel, EdgeLabel>({ multigraph: true });
  dag.setGraph({ rankdir: "TB", nodesep: 60, ranksep: 72, edgesep: 24 });
  // Keys of our own, as ids may be any text.
  const keys = new Map(objectsIn(graph, "nodes").map(({ id }, index) => [id, `n${index}`]));
  for (const key of keys.values()) dag.setNode(key, { ...NODE });
  objectsIn(graph, "edges").forEach((edge, index) => {
    const [from, to] = [keys.get(edge["source"]), keys.get(edge["target"])];
    if (from !== undefined && to !== undefined) dag.setEdge(from, to, {}, String(index));
  });
  layout(dag);
  return {
    nodes: new Map([...keys].map(([id, key]) => [String(id), cornerOf(dag.node(key))])),
    edges: new Map(
      dag
        .edges()
        .map((edge: { v: string; w: string; name?: unknown }) => [
          Number(edge.name),
          curve(dag.edge(edge).points ?? []),
        ]),
    ),
  };
}

const objectsIn = (graph: unknown, key: "nodes" | "edges"): JsonObject[] => {
  const list = isObject(graph) ? graph[key] : null;
  // Edges keep their places.
  return Array.isArray(list) ? list.map((item) => (isObject(item) ? item : {})) : [];
};

const cornerOf = ({ x = 0, y = 0, width = 0, height = 0 }: NodeLabel) => ({
  x: Math.round(x - width / 2),
  y: Math.round(y - height / 2),
  width,
  height,
});

/** Through the points, upright in each of them. */
function curve(points: readonly { x: number; y: number }[]) {
  const path = points.map(({ x, y }, index) => {
    const before = points[index - 1];
    if (!before) return `M${round(x)} ${round(y)}`;
    const middle = round((before.y + y) / 2);
    return `C${round(before.x)} ${middle} ${round(x)} ${middle} ${round(x)} ${round(y)}`;
  });
  const { x = 0, y = 0 } = points[1] ?? {};
  return { path: path.join(" "), label: { x: round(x), y: round(y) } };
}

const round = (value: number): number => Math.round(value * 10) / 10;
