import {
  ACTIONS,
  ACTION_TYPES,
  BRANCHES_SCHEMA,
  BUTTONS_SCHEMA,
  EXITS_SCHEMA,
  GRAPH_SCHEMA,
  handleOf,
  handlesOf,
  NODES,
} from "@trilho/engine";
import type { GraphDefinition, GraphNode, JsonValue } from "@trilho/engine";
import type { Peer } from "./peer.ts";

export const ajvGraphology: Peer = {
  name: "ajv 8.20.0 + graphology 0.26.0 + graphology-dag 0.4.1",
  note: "errors alone, yes or no: shape and configs by compiled schemas, ids, edges, handles, cycles, reachability; trusts its input",
  broken: "an edge to nowhere",
  load: async () => {
    const [{ Ajv2020 }, { MultiDirectedGraph }, { hasCycle }] = await Promise.all([
      import("ajv/dist/2020.js"),
      import("graphology"),
      import("graphology-dag"),
    ]);
    const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false });
    const checkShape = ajv.compile(GRAPH_SCHEMA);
    const configs = new Map<string, (config: unknown) => boolean>(
      ACTION_TYPES.map((type) => [type, ajv.compile(ACTIONS[type].configSchema)]),
    );
    const lists: Readonly<Record<string, (list: unknown) => boolean>> = {
      condition: ajv.compile(BRANCHES_SCHEMA),
      round_robin: ajv.compile(EXITS_SCHEMA),
      action: ajv.compile(BUTTONS_SCHEMA),
    };
    configs.set("wait", ajv.compile(NODES.wait.configSchema ?? {}));
    return (definition: GraphDefinition) => () => {
      if (!checkShape(definition)) return false;
      const { nodes, edges = [] } = definition;
      // Safe keys: an id such as `__proto__` breaks the library.
      const keys = new Map(nodes.map(({ id }, index) => [id, `n${index}`]));
      if (keys.size < nodes.length || nodes.length > 50 || !areDistinct(edges)) return false;
      const graph = new MultiDirectedGraph();
      for (const key of keys.values()) graph.addNode(key);
      const used = new Set<string>();
      for (const edge of edges) {
        const [source, target] = [keys.get(edge.source), keys.get(edge.target)];
        const leaving = `${source} ${handleOf(edge)}`;
        if (source === undefined || target === undefined || used.has(leaving)) return false;
        used.add(leaving);
        graph.addDirectedEdge(source, target);
      }
      let [triggers, waits, offered] = [0, 0, 0];
      for (const node of nodes) {
        const type = node.type === "action" ? (node.actionType ?? "") : node.type;
        if (type === "trigger") triggers += 1;
        if (type === "wait") waits += 1;
        if (node.type === "action" && !configs.has(type)) return false;
        if (configs.get(type)?.(node.config ?? {}) === false) return false;
        const list = listOf(node);
        if (list !== undefined && (lists[node.type]?.(list) === false || !areDistinct(list))) return false;
        for (const { id, required } of handlesOf(node)) {
          const isUsed = used.has(`${keys.get(node.id)} ${id}`);
          if (required && !isUsed) return false;
          if (isUsed) offered += 1;
        }
      }
      if (triggers !== 1 || waits > 30 || offered < used.size || hasCycle(graph)) return false;
      const start = keys.get(nodes.find(({ type }) => type === "trigger")?.id ?? "") ?? "";
      const seen = new Set([start]);
      for (const key of seen) graph.forEachOutNeighbor(key, (next) => void seen.add(next));
      return seen.size === nodes.length;
    };
  },
};

function listOf({ type, config, condition }: GraphNode): JsonValue | undefined {
  return type === "condition" ? condition?.["branches"] : config?.[type === "round_robin" ? "exits" : "buttons"];
}

function areDistinct(list: unknown): boolean {
  if (!Array.isArray(list)) return true;
  const ids = list.map((item: { id?: unknown }) => item.id).filter((id) => id !== undefined);
  return new Set(ids).size === ids.length;
}
