import { handleOf, type GraphDefinition } from "@trilho/engine";
import { handleWord } from "../../describe/node-label.ts";
import { stepName } from "../../describe/node-name.ts";
import { edgesOf, findNode } from "../../document/document.ts";
import { shapeOf } from "../../document/layout/geometry.ts";

type T = Parameters<typeof handleWord>[1];

/** Where a run stands, and what comes after: each step by the exit that leads to it, which is null where there is but one. */
export interface Ahead {
  step: string;
  onward: { exit: string | null; step: string }[];
}

export function aheadOf(definition: GraphDefinition, nodeId: string, t: T): Ahead | null {
  const node = findNode(definition, nodeId);
  if (node === undefined) return null;
  const edges = new Map(
    edgesOf(definition)
      .filter(({ source }) => source === nodeId)
      .map((edge) => [handleOf(edge), edge.target]),
  );
  const onward = shapeOf(node, new Set(edges.keys())).ports.flatMap((port) => {
    const target = findNode(definition, edges.get(port.handle) ?? "");
    return target === undefined ? [] : [{ exit: handleWord(port, t), step: stepName(target) }];
  });
  return {
    step: stepName(node),
    onward: onward.length === 1 ? onward.map(({ step }) => ({ exit: null, step })) : onward,
  };
}
