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

/** The schema checks of one definition. */
type CheckConfigs = (definition: GraphDefinition) => boolean;

/** Shape and configs as one schema, with a branch for each kind of node: how JSON Schema is written and published. */
export const ajvGraphology: Peer = {
  name: "ajv 8.20.0 + graphology 0.26.0, yes or no",
  note: "less: errors alone, no places, no warnings, stops at the first of the graph; trusts its input",
  broken: "an edge to nowhere",
  load: async () => {
    const ajv = await createAjv();
    const check = ajv.compile(DEFINITION_SCHEMA);
    return join((definition) => check(definition));
  },
};

/** The schemas cut to pieces by hand, each node given to the one that is for its kind. */
export const ajvByKind: Peer = {
  name: "ajv 8.20.0 + graphology 0.26.0, yes or no, tuned by hand",
  note: "as above, but the kinds of nodes told apart by own code instead of by the schema",
  broken: "an edge to nowhere",
  load: async () => {
    const ajv = await createAjv();
    const checkShape = ajv.compile(GRAPH_SCHEMA);
    const configs = new Map<string, (config: unknown) => boolean>(
      ACTION_TYPES.map((type) => [type, ajv.compile(ACTIONS[type].configSchema)]),
    );
    configs.set("wait", ajv.compile(NODES.wait.configSchema ?? {}));
    const lists: Readonly<Record<string, (list: unknown) => boolean>> = {
      condition: ajv.compile(BRANCHES_SCHEMA),
      round_robin: ajv.compile(EXITS_SCHEMA),
      action: ajv.compile(BUTTONS_SCHEMA),
    };
    const checkNode = (node: GraphNode): boolean => {
      const kind = kindOf(node);
      if (node.type === "action" && !configs.has(kind)) return false;
      if (configs.get(kind)?.(node.config ?? {}) === false) return false;
      const list = listOf(node);
      return list === undefined || lists[node.type]?.(list) !== false;
    };
    return join((definition) => checkShape(definition) && definition.nodes.every(checkNode));
  },
};

async function createAjv() {
  const { Ajv2020 } = await import("ajv/dist/2020.js");
  return new Ajv2020({ allErrors: true, strict: false, validateFormats: false });
}

/* oxlint-disable unicorn/no-thenable -- "then" is a keyword of JSON Schema */
const when = (type: string, then: object) => ({ if: { properties: { type: { const: type } } }, then });

const { $id: _, ...graphSchema } = GRAPH_SCHEMA;
const nodeSchema = graphSchema.properties.nodes.items;

const DEFINITION_SCHEMA = {
  ...graphSchema,
  properties: {
    ...graphSchema.properties,
    nodes: {
      type: "array",
      maxItems: 50,
      items: {
        ...nodeSchema,
        allOf: [
          when("condition", { properties: { condition: { properties: { branches: BRANCHES_SCHEMA } } } }),
          when("round_robin", { properties: { config: { properties: { exits: EXITS_SCHEMA } } } }),
          when("wait", { required: ["config"], properties: { config: NODES.wait.configSchema ?? {} } }),
          when("action", {
            required: ["actionType"],
            properties: { actionType: { enum: ACTION_TYPES }, config: { properties: { buttons: BUTTONS_SCHEMA } } },
            allOf: ACTION_TYPES.map((type) => ({
              if: { properties: { actionType: { const: type } } },
              then: { properties: { config: ACTIONS[type].configSchema } },
            })),
          }),
        ],
      },
    },
  },
};

/* oxlint-enable unicorn/no-thenable */

async function join(checkConfigs: CheckConfigs): Promise<(definition: GraphDefinition) => () => boolean> {
  const [{ MultiDirectedGraph }, { hasCycle }] = await Promise.all([import("graphology"), import("graphology-dag")]);
  return (definition) => () => {
    if (!checkConfigs(definition)) return false;
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
      const kind = kindOf(node);
      if (kind === "trigger") triggers += 1;
      if (kind === "wait") waits += 1;
      if (!areDistinct(listOf(node))) return false;
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
}

function kindOf({ type, actionType }: GraphNode): string {
  return type === "action" ? (actionType ?? "") : type;
}

function listOf({ type, config, condition }: GraphNode): JsonValue | undefined {
  return type === "condition" ? condition?.["branches"] : config?.[type === "round_robin" ? "exits" : "buttons"];
}

function areDistinct(list: unknown): boolean {
  if (!Array.isArray(list)) return true;
  const ids = list.map((item: { id?: unknown }) => item.id).filter((id) => id !== undefined);
  return new Set(ids).size === ids.length;
}
