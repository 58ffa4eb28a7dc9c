import { handleOf, handlesOf, parseHandle } from "@trilho/engine";
import type { ActionType, GraphDefinition, GraphNode, JsonObject } from "@trilho/engine";
import { edgesOf, findNode, labelOf, mapNodes, withEdges, withUi } from "../document.ts";
import { label } from "./command.ts";
import type { Command } from "./command.ts";

/** New values for parts of a node. What is left out stays. */
export interface NodePatch {
  config?: JsonObject;
  condition?: JsonObject | null;
  actionType?: ActionType | null;
}

/**
 * Sets a node's config or condition. `field` names what is typed into, so that typing is one entry of the history.
 * The edges of a branch, exit or button that is gone go with it.
 */
export function updateNode(id: string, patch: NodePatch, field: string): Command {
  return (definition) => {
    const before = findNode(definition, id);
    if (!before) return null;
    const after: GraphNode = { ...before, ...keepUi(before, patch) };
    const changed = mapNodes(definition, (node) => (node === before ? after : node));
    return {
      definition: prune(changed, before, after),
      label: label("edit", [before]),
      coalesce: `edit:${id}:${field}`,
    };
  };
}

/** A form knows nothing of `config.ui`: it stays even when the form leaves it out. */
function keepUi(before: GraphNode, patch: NodePatch): NodePatch {
  const ui = before.config?.["ui"];
  if (!patch.config || ui === undefined || "ui" in patch.config) return patch;
  return { ...patch, config: { ...patch.config, ui } };
}

function prune(definition: GraphDefinition, before: GraphNode, after: GraphNode): GraphDefinition {
  const offered = new Set(handlesOf(after).map(({ id }) => id));
  const lost = new Set(
    handlesOf(before).flatMap(({ id }) => (offered.has(id) || parseHandle(id)?.partId === null ? [] : [id])),
  );
  const left = edgesOf(definition).filter((edge) => edge.source !== after.id || !lost.has(handleOf(edge)));
  return left.length === edgesOf(definition).length ? definition : withEdges(definition, left);
}

/** Gives a step a name of its own; an empty one takes it away. */
export function rename(id: string, name: string): Command {
  return (definition) => {
    const before = findNode(definition, id);
    const typed = name.slice(0, 200);
    if (!before || labelOf(before) === typed) return null;
    const text = typed.trim() === "" ? undefined : typed;
    const definitionAfter = mapNodes(definition, (node) => (node === before ? withUi(node, { label: text }) : node));
    return { definition: definitionAfter, label: label("rename", [before]), coalesce: `rename:${id}` };
  };
}
