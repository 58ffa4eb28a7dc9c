import type { GraphDefinition, GraphEdge } from "@trilho/engine";
import { edgesOf, withEdges } from "../document.ts";
import type { CommandCode } from "../history.ts";
import { label } from "./command.ts";
import type { Command } from "./command.ts";

/**
 * Deletes steps and heals the chain: A→B→C minus B gives A→C, wherever what follows the gap is unambiguous.
 * Afterwards the step before the gap is selected.
 */
export function deleteNodes(ids: readonly string[], code: CommandCode = "delete"): Command {
  return (definition) => {
    const gone = new Set(ids);
    const nodes = definition.nodes.filter(({ id }) => gone.has(id));
    if (nodes.length === 0) return null;
    const before = edgesOf(definition).find(({ source, target }) => gone.has(target) && !gone.has(source));
    const left = definition.nodes.filter(({ id }) => !gone.has(id));
    const stay = { ...definition, nodes: left };
    const healed = heal(definition, gone);
    const unchanged =
      healed.length === edgesOf(definition).length && healed.every((edge, at) => edge === edgesOf(definition)[at]);
    return {
      definition: unchanged ? stay : withEdges(stay, healed),
      label: label(code, nodes),
      select: before ? [before.source] : [],
    };
  };
}

/** The edges that are left, those into the gap led past it. */
function heal(definition: GraphDefinition, gone: ReadonlySet<string>): GraphEdge[] {
  return edgesOf(definition).flatMap((edge) => {
    if (gone.has(edge.source)) return [];
    if (!gone.has(edge.target)) return [edge];
    const target = pastGap(definition, edge.target, gone);
    return target === null || target === edge.source ? [] : [{ ...edge, target }];
  });
}

/** The one step that follows a deleted one, through further deleted ones; null when there is none or a choice. */
function pastGap(definition: GraphDefinition, from: string, gone: ReadonlySet<string>): string | null {
  const seen = new Set<string>();
  let at = from;
  while (gone.has(at)) {
    if (seen.has(at)) return null;
    seen.add(at);
    const leaving: string = at;
    const targets = new Set(edgesOf(definition).flatMap(({ source, target }) => (source === leaving ? [target] : [])));
    const [only] = targets;
    if (only === undefined || targets.size > 1) return null;
    at = only;
  }
  return at;
}
