import { useMemo } from "react";
import { useText } from "../i18n/use-text.ts";
import { findNode } from "../document/document.ts";
import { readingOrder } from "../document/layout/reading-order.ts";
import type { GraphDefinition } from "@trilho/engine";
import { useEditor, useLabels, useServices } from "../document/context.ts";
import { accessibleName } from "./node-label.ts";
import { useProblems } from "./use-problems.ts";

/** The name of a step for people who hear it: "Wait 2 days, step 3 of 9, 1 problem". */
export function useNodeName(id: string): string {
  const t = useText("builder");
  const { quiet = false } = useServices();
  const { names, triggerSummary } = useLabels();
  const node = useEditor(({ definition }) => findNode(definition, id));
  const step = useEditor(({ definition }) => stepNumber(definition, id));
  const of = useEditor(({ definition }) => definition.nodes.length);
  const found = useProblems(({ byNode }) => byNode.get(id)?.length ?? 0);
  const problems = quiet ? 0 : found;
  // Not in a selector: every change asks every step.
  return useMemo(() => {
    if (!node) return "";
    const place = { name: accessibleName(node, names, triggerSummary), step, of };
    return problems > 0 ? t("node.withProblems", { ...place, count: problems }) : t("node.plain", place);
  }, [node, step, of, problems, names, triggerSummary, t]);
}

const orders = new WeakMap<GraphDefinition, Map<string, number>>();

function stepNumber(definition: GraphDefinition, id: string): number {
  let places = orders.get(definition);
  if (!places) {
    places = new Map(readingOrder(definition).order.map((each, index) => [each, index + 1]));
    orders.set(definition, places);
  }
  return places.get(id) ?? 0;
}
