import { handleOf, handlesOf, isObject, parseHandle } from "@trilho/engine";
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
 * Sets a node's config or condition. `field` names what is typed into, so that typing is one entry of the history;
 * adding, removing and moving parts and rules are entries of their own.
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
      ...(isTyping(before, after) && { coalesce: `edit:${id}:${field}` }),
    };
  };
}

const isTyping = (before: GraphNode, after: GraphNode): boolean =>
  isSameOutline(before.config, after.config) && isSameOutline(before.condition, after.condition);

/** Lists as long as before and objects where they were; texts, numbers and switches may differ, come and go. */
function isSameOutline(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isSameOutline(item, b[index]));
  }
  if (Array.isArray(a) || Array.isArray(b)) return false;
  if (!isObject(a) || !isObject(b)) return !isObject(a) && !isObject(b);
  // Parts and rules are known by their ids: another one in the same place was moved there.
  if (a["id"] !== b["id"]) return false;
  return Object.keys({ ...a, ...b }).every((key) => isSameOutline(a[key], b[key]));
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

/** Longest name of a step, in UTF-16 units. */
export const MAX_LABEL = 200;

/** Gives a step a name of its own; an empty one takes it away. */
export function rename(id: string, name: string): Command {
  return (definition) => {
    const before = findNode(definition, id);
    const typed = name.slice(0, MAX_LABEL);
    if (!before || labelOf(before) === typed) return null;
    const text = typed.trim() === "" ? undefined : typed;
    const definitionAfter = mapNodes(definition, (node) => (node === before ? withUi(node, { label: text }) : node));
    return { definition: definitionAfter, label: label("rename", [before]), coalesce: `rename:${id}` };
  };
}
