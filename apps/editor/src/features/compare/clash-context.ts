import { type GraphEdge, type GraphNode, handleOf, isObject, type JsonValue } from "@trilho/engine";
import type { Lookup } from "../../document/lookup.ts";
import { text } from "../../i18n/use-text.ts";
import type { Draft } from "../../document/draft/draft.ts";
import { findNode, isDrawable } from "../../document/document.ts";
import { edgeText } from "../../describe/exits/edge-text.ts";
import { accessibleName } from "../../describe/node-label.ts";

/** The three drafts that a merge is about, to find in them what a clash speaks of. */
export interface ClashContext {
  base: Draft;
  mine: Draft;
  theirs: Draft;
  names: Lookup;
  trigger: string | null;
}

/** The step in the version that has it: mine, else theirs, else as it was. */
export function nodeOf(id: string | undefined, { base, mine, theirs }: ClashContext): GraphNode | undefined {
  if (id === undefined) return undefined;
  for (const { definition } of [mine, theirs, base]) {
    const found = isDrawable(definition) ? findNode(definition, id) : undefined;
    if (found) return found;
  }
  return undefined;
}

export function edgeOf(id: string | undefined, { base, mine, theirs }: ClashContext): GraphEdge | null {
  for (const { definition } of [mine, theirs, base]) {
    const found = isDrawable(definition)
      ? definition.edges?.find((edge) => edge.id !== undefined && edge.id === id)
      : undefined;
    if (found) return found;
  }
  return null;
}

export const nameOf = (node: GraphNode | undefined, { names, trigger }: ClashContext): string =>
  node === undefined ? text("compare", "clash.unknownStep") : accessibleName(node, names, trigger);

export function wayOf(edge: GraphEdge, context: ClashContext): string {
  const node = nodeOf(edge.source, context);
  return node === undefined ? handleOf(edge) : edgeText(node, handleOf(edge), nameOf(node, context));
}

export const leads = (edge: GraphEdge, context: ClashContext): string =>
  text("compare", "clash.leadsTo", { step: nameOf(nodeOf(edge.target, context), context) });

export function readEdge(value: JsonValue | undefined): GraphEdge | null {
  const isEdge = isObject(value) && typeof value["source"] === "string" && typeof value["target"] === "string";
  return isEdge ? (value as unknown as GraphEdge) : null;
}
