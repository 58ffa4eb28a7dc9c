import type { NodeChange } from "@xyflow/react";
import { useCallback, useRef, useState } from "react";
import { useServices } from "../editor/context.ts";
import { moveNodes } from "../store/commands/arrange.ts";
import type { Point } from "../store/document.ts";
import type { EditorStore } from "../store/editorStore.ts";
import type { StepFlowNode } from "./flowModel.ts";

const NOWHERE: ReadonlyMap<string, Point> = new Map();

/** Takes React Flow's changes of nodes: a drag is followed here and becomes one command when it ends. */
export function useDragging() {
  const { store } = useServices();
  const [dragged, setDragged] = useState(NOWHERE);
  const latest = useRef(NOWHERE);

  const onNodesChange = useCallback(
    (changes: NodeChange<StepFlowNode>[]): void => {
      const follow = (next: ReadonlyMap<string, Point>): void => {
        latest.current = next;
        setDragged(next);
      };
      const places = new Map(latest.current);
      let ended = false;
      for (const change of changes) {
        if (change.type !== "position") continue;
        if (change.dragging && change.position) places.set(change.id, change.position);
        else if (change.dragging === false) ended = true;
      }
      if (ended) {
        if (places.size > 0) store.getState().run(moveNodes(places));
        follow(NOWHERE);
      } else if (places.size > 0) follow(places);
      takeSelection(store, changes);
    },
    [store],
  );

  return { dragged, onNodesChange };
}

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
