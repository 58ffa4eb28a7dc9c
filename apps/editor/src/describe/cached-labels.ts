import type { GraphNode } from "@trilho/engine";
import type { Lookup } from "../document/lookup.ts";
import { currentTexts } from "../i18n/texts.ts";
import { nodeLabel, accessibleName } from "./node-label.ts";

type OfNode<T> = (node: GraphNode, names: Lookup, triggerSummary: string | null) => T;

interface Remembered<T> {
  names: Lookup;
  triggerSummary: string | null;
  language: string;
  words: T;
}

/** Steps keep their words until they, the names or the language change: all of them are asked for at every change. */
function remembered<T>(compute: OfNode<T>): OfNode<T> {
  const latest = new WeakMap<GraphNode, Remembered<T>>();
  return (node, names, triggerSummary) => {
    const { language } = currentTexts();
    const known = latest.get(node);
    if (known?.names === names && known.triggerSummary === triggerSummary && known.language === language) {
      return known.words;
    }
    const words = compute(node, names, triggerSummary);
    latest.set(node, { names, triggerSummary, language, words });
    return words;
  };
}

export const cachedNodeLabel = remembered(nodeLabel);
export const cachedAccessibleName = remembered(accessibleName);
