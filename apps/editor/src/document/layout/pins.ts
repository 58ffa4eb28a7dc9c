import { isObject } from "@trilho/engine";
import type { GraphDefinition, GraphNode, JsonObject } from "@trilho/engine";
import { mapNodes, uiOf } from "../document.ts";
import { isSame } from "../is-same.ts";
import { placementOf } from "./placement.ts";

/**
 * What a definition became, but for steps that only got a place of their own where they were drawn already: nobody moved
 * them, so they are kept as they were.
 */
export function withoutPins(before: GraphDefinition, after: GraphDefinition): GraphDefinition {
  const was = new Map(before.nodes.map((node) => [node.id, node]));
  return mapNodes(after, (node) => {
    const earlier = was.get(node.id);
    if (earlier === undefined || earlier === node || !isSame(unplaced(earlier), unplaced(node))) return node;
    return stands(before, after, node.id) ? earlier : node;
  });
}

function unplaced(node: GraphNode): JsonObject {
  const { position: _position, ...ui } = uiOf(node);
  return { ...node, config: { ...(isObject(node.config) && node.config), ui } };
}

function stands(before: GraphDefinition, after: GraphDefinition, id: string): boolean {
  const [was, is] = [before, after].map((definition) => placementOf(definition).positions.get(id));
  return was?.x === is?.x && was?.y === is?.y;
}
