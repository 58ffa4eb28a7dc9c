import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { GraphEdge, GraphNode } from "@trilho/engine";
import { useEditor, useServices } from "../editor/context.ts";
import { handleName, nodeWords } from "../editor/words.ts";
import { findNode } from "../store/document.ts";
import type { Point } from "../store/document.ts";
import type { Port, Shape } from "../store/geometry.ts";
import { placementOf } from "../store/placement.ts";
import { toFlowEdges, toFlowNode } from "./flowModel.ts";
import type { StepFlowEdge, StepFlowNode } from "./flowModel.ts";

/** What React Flow draws, derived from the document. Nodes that did not change stay the same objects. */
export function useFlow(dragged: ReadonlyMap<string, Point>): { nodes: StepFlowNode[]; edges: StepFlowEdge[] } {
  const definition = useEditor((state) => state.definition);
  const selection = useEditor((state) => state.selection);
  const placement = placementOf(definition);
  const edgeName = useEdgeName();

  const positions = useMemo(() => new Map([...placement.positions, ...dragged]), [placement, dragged]);

  const nodes = useMemo(() => {
    const selected = new Set(selection.nodeIds);
    return definition.nodes.flatMap((node) => {
      const shape = placement.shapes.get(node.id);
      const position = positions.get(node.id);
      return shape && position ? [drawn(node, shape, position, selected.has(node.id))] : [];
    });
  }, [definition, placement, positions, selection]);

  const edges = useMemo(
    () =>
      toFlowEdges(definition, {
        placement,
        positions,
        moving: new Set(dragged.keys()),
        selected: new Set(selection.edgeKeys),
        name: edgeName,
      }),
    [definition, placement, positions, dragged, selection, edgeName],
  );
  return { nodes, edges };
}

const latest = new WeakMap<GraphNode, StepFlowNode>();

/** React Flow's node for a step: the same object as before, unless something of it changed. */
function drawn(node: GraphNode, shape: Shape, position: Point, selected: boolean): StepFlowNode {
  const before = latest.get(node);
  if (
    before &&
    before.selected === selected &&
    samePlace(before.position, position) &&
    sameShape(before.data.shape, shape)
  ) {
    return before;
  }
  const made = toFlowNode(node, shape, position, selected);
  latest.set(node, made);
  return made;
}

function samePlace(a: Point, b: Point): boolean {
  return a.x === b.x && a.y === b.y;
}

function sameShape(a: Shape, b: Shape): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** An edge for people who hear it: "Condition, branch: VIP, leads to Wait 2 days". */
function useEdgeName(): (edge: GraphEdge, port: Port | null) => string {
  const { t } = useTranslation("builder");
  const { names, triggerSummary } = useServices();
  const definition = useEditor((state) => state.definition);
  return useCallback(
    (edge, port) => {
      const name = (id: string): string => {
        const node = findNode(definition, id);
        return node ? nodeWords(node, names, triggerSummary).name : id;
      };
      const handle = port ? handleName(port, t) : "";
      return t(port?.kind === "next" ? "edge.plain" : "edge.named", {
        from: name(edge.source),
        to: name(edge.target),
        handle,
      });
    },
    [t, names, triggerSummary, definition],
  );
}
