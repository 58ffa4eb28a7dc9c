import type { GraphDefinition } from "@trilho/engine";
import { openHandles } from "./commands/add.ts";
import { findNode } from "./document.ts";
import { shapesOf } from "./layout/geometry.ts";

/** What to ask when a person wants a step after this one: which exit, or straight away which step. */
export function askToAddAfter(definition: GraphDefinition, nodeId: string) {
  const node = findNode(definition, nodeId);
  if (!node) return null;
  const open = openHandles(definition, node);
  const ports =
    shapesOf(definition)
      .get(nodeId)
      ?.ports.filter(({ kind, side }) => kind !== "unknown" && !side) ?? [];
  const only = open.length === 1 ? open[0] : ports.length === 1 ? ports[0]?.handle : undefined;
  if (only !== undefined) return { kind: "add", spot: { kind: "handle", nodeId, handle: only }, at: null } as const;
  return ports.length === 0 ? null : ({ kind: "addAfter", nodeId } as const);
}
