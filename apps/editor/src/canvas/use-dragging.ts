import { useStoreApi } from "@xyflow/react";
import type { NodeChange } from "@xyflow/react";
import { useCallback, useState } from "react";
import { useServices } from "../document/context.ts";
import { moveNodes } from "../document/commands/arrange.ts";
import type { Point } from "../document/document.ts";
import { keptPlaces } from "../document/layout/unfolding.ts";
import type { EditorStore } from "../document/editor-store.ts";
import type { StepFlowEdge, StepFlowNode } from "./flow-model.ts";

/** Where the steps that are being dragged are right now. It changes with every move, and nothing is drawn for that. */
export interface Dragged {
  readonly places: ReadonlyMap<string, Point>;
  follow(next: ReadonlyMap<string, Point>): void;
}

const NOWHERE: ReadonlyMap<string, Point> = new Map();
const NOBODY: ReadonlySet<string> = new Set();

function createDragged(): Dragged {
  let places = NOWHERE;
  return {
    get places() {
      return places;
    },
    follow(next) {
      places = next;
    },
  };
}

/**
 * Takes React Flow's changes of nodes. A drag becomes one command when it ends; until then React Flow alone moves the
 * nodes, and the rest of the editor learns no more than which ones move.
 */
export function useDragging() {
  const { store, view } = useServices();
  const flow = useStoreApi<StepFlowNode, StepFlowEdge>();
  const [moving, setMoving] = useState(NOBODY);
  const [dragged] = useState(createDragged);

  // With the press: it selects what is dragged, before that moves.
  const onNodeDragStart = useCallback(() => view.getState().set({ moving: true }), [view]);
  const onNodeDragStop = useCallback(() => view.getState().set({ moving: false }), [view]);
  const onNodesChange = useCallback(
    (changes: NodeChange<StepFlowNode>[]): void => {
      const places = new Map(dragged.places);
      let ended = false;
      for (const change of changes) {
        if (change.type !== "position") continue;
        if (change.dragging && change.position) places.set(change.id, change.position);
        else if (change.dragging === false) ended = true;
      }
      if (ended) {
        dragged.follow(NOWHERE);
        setMoving(NOBODY);
        onNodeDragStop();
        if (places.size > 0) {
          const kept = keptPlaces(store.getState().definition, view.getState().unfolded, places);
          store.getState().run(moveNodes(kept, "drag", [...places.keys()]));
        }
      } else if (places.size > 0) {
        if (places.size !== dragged.places.size) setMoving(new Set(places.keys()));
        dragged.follow(places);
        const { nodes, setNodes } = flow.getState();
        setNodes(nodes.map((node) => moved(node, places.get(node.id))));
      }
      takeSelection(store, changes);
    },
    [store, view, flow, dragged, onNodeDragStop],
  );

  return { dragged, moving, handlers: { onNodesChange, onNodeDragStart, onNodeDragStop } };
}

const moved = (node: StepFlowNode, position: Point | undefined): StepFlowNode =>
  position ? { ...node, position } : node;

function takeSelection(store: EditorStore, changes: NodeChange<StepFlowNode>[]): void {
  const selects = changes.filter((change) => change.type === "select");
  if (selects.length === 0) return;
  const { selection, select } = store.getState();
  const chosen = new Set(selection.nodeIds);
  for (const { id, selected } of selects) {
    if (selected) chosen.add(id);
    else chosen.delete(id);
  }
  select({ nodeIds: [...chosen], edgeKeys: selects.some(({ selected }) => selected) ? [] : selection.edgeKeys });
}
