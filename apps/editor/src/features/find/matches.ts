import { isObject } from "@trilho/engine";
import type { GraphDefinition, GraphNode } from "@trilho/engine";
import { nodeLabel } from "../../describe/node-label.ts";
import { readableNode } from "../../describe/readable.ts";
import type { Labels } from "../../document/context.ts";
import { readingOrder } from "../../document/layout/reading-order.ts";
import { drawnId, notesOf } from "../../document/notes/notes.ts";
import { folded } from "../../ui/search/search.ts";

/**
 * What of a drawing has every typed word, by the ids it is drawn under: steps in which they stand in their name, in what
 * their card says or in a text of theirs, and behind them notes and frames.
 */
export function matchesOf(definition: GraphDefinition, labels: Labels, typed: string): string[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const hasAll = (within: string): boolean => words.every((word) => within.includes(word));
  const nodes = new Map(definition.nodes.map((node) => [node.id, node]));
  const steps = readingOrder(definition).order.filter((id) => {
    const node = nodes.get(id);
    return node !== undefined && hasAll(wordsOf(node, labels));
  });
  const notes = notesOf(definition).filter(({ text }) => hasAll(folded(text)));
  return [...steps, ...notes.map(drawnId)];
}

function wordsOf(node: GraphNode, { names, triggerSummary }: Labels): string {
  const { title, detail, facts } = nodeLabel(node, names, triggerSummary);
  const said = [...facts.instead, ...facts.also].flatMap(({ lead = "", text }) => [lead, text]);
  return folded([title, detail, ...said, ...textsIn(readableNode(node, names).config)].join("\n"));
}

/** All that a person wrote into the settings, however deep it stands; not the ids of things. */
function textsIn(value: unknown, key = ""): string[] {
  if (typeof value === "string") return /ids?$/i.test(key) ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((each) => textsIn(each, key));
  return isObject(value)
    ? Object.entries(value).flatMap(([name, each]) => (name === "ui" ? [] : textsIn(each, name)))
    : [];
}
