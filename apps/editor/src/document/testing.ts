import type { GraphDefinition, GraphEdge, GraphNode } from "@trilho/engine";

/** A repeatable source of numbers in [0, 1). */
export function seeded(seed = 1): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const WAIT: Omit<GraphNode, "id"> = { type: "wait", config: { delaySeconds: 60 } };

/** `graph("t>a>b", { a: … })`: a trigger `t` and waits, by default; `c.branch_x>d` names the handle. */
export function graph(chains: string, nodes: Record<string, Omit<GraphNode, "id">> = {}): GraphDefinition {
  const ids = new Set<string>();
  const edges: GraphEdge[] = [];
  for (const chain of chains.split(/\s+/)) {
    const stops = chain.split(">").map((stop) => stop.split("."));
    for (const [id] of stops) if (id) ids.add(id);
    stops.slice(1).forEach(([target], index) => {
      const [source, handle = "next"] = stops[index] ?? [];
      if (source && target) edges.push({ id: `${source}-${target}`, source, target, sourceHandle: handle });
    });
  }
  const make = (id: string): GraphNode => ({ id, ...(nodes[id] ?? (id === "t" ? { type: "trigger" } : WAIT)) });
  return { version: 2, nodes: [...ids].map(make), edges };
}

/** The edges as words, `a.next>b`, sorted. */
export function wires(definition: GraphDefinition): string[] {
  return (definition.edges ?? [])
    .map((edge) => `${edge.source}.${edge.sourceHandle ?? "next"}>${edge.target}`)
    .toSorted();
}
