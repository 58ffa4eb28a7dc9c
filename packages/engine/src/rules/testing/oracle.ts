import type { GraphDefinition } from "../../contract/definition.ts";
import { handlesOf } from "../../graph/handles.ts";

/** Everything `from` leads to in one step or more, by repeating the definition of reachability until nothing changes. */
export function leadsTo({ nodes, edges = [] }: GraphDefinition, from: string): Set<string> {
  const known = new Set(nodes.map(({ id }) => id));
  const reached = new Set<string>();
  for (let before = -1; before !== reached.size;) {
    before = reached.size;
    for (const { source, target } of edges) {
      if (known.has(source) && known.has(target) && (source === from || reached.has(source))) reached.add(target);
    }
  }
  return reached;
}

/** The fewest edges by which a node leads back to itself. */
export function wayBack({ nodes, edges = [] }: GraphDefinition, from: string): number {
  const known = new Set(nodes.map(({ id }) => id));
  let layer = new Set([from]);
  for (let length = 1; length <= nodes.length; length += 1) {
    layer = new Set(
      edges.filter(({ source, target }) => layer.has(source) && known.has(target)).map(({ target }) => target),
    );
    if (layer.has(from)) return length;
  }
  return Infinity;
}

/** The contract's graph rules, said as plainly as possible. */
export function isLegal(definition: GraphDefinition): boolean {
  const { nodes, edges = [] } = definition;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const reached = leadsTo(definition, "n0");
  const leavings = edges.map(({ source, sourceHandle = "next" }) => `${source} ${sourceHandle}`);
  const offers = nodes.flatMap((node) =>
    handlesOf(node).map((handle) => ({ ...handle, leaving: `${node.id} ${handle.id}` })),
  );
  return (
    edges.every(({ source, target }) => byId.has(source) && byId.has(target)) &&
    nodes.every(({ id }) => !leadsTo(definition, id).has(id) && (id === "n0" || reached.has(id))) &&
    new Set(leavings).size === leavings.length &&
    leavings.every((leaving) => offers.some((offer) => offer.leaving === leaving)) &&
    offers.every(({ required, leaving }) => !required || leavings.includes(leaving))
  );
}
