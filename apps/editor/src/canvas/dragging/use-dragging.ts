import { useStoreApi } from "@xyflow/react";
import type { NodeChange } from "@xyflow/react";
import { useCallback, useRef, useState } from "react";
import { useServices } from "../../document/context.ts";
import { moveNodes } from "../../document/commands/arrange.ts";
import type { Point } from "../../document/document.ts";
import { keptPlaces } from "../../document/layout/unfolding.ts";
import type { EditorStore } from "../../document/editor-store.ts";
import { drawnNow } from "../../document/layout/drawn.ts";
import { drawnId, isDrawnNote, notesOf } from "../../document/notes/notes.ts";
import { notesCodeNow } from "../../document/notes/notes-code.ts";
import type { EditorServices } from "../../document/context.ts";
import type { DrawnNode, StepFlowEdge } from "../flow-model.ts";
import { createDragged, NOWHERE } from "./dragged.ts";
import type { Dragged, Shift } from "./dragged.ts";

const NOBODY: ReadonlySet<string> = new Set();
/** How often React Flow is told where the one step is that is dragged, in milliseconds: then the map follows as well. */
const TELL_MS = 100;

/**
 * Takes React Flow's changes of nodes. A drag becomes one command when it ends; until then the rest of the editor learns
 * no more than which steps move.
 */
export function useDragging() {
  const { store, view } = useServices();
  const flow = useStoreApi<DrawnNode, StepFlowEdge>();
  const [moving, setMoving] = useState(NOBODY);
  const [dragged] = useState(createDragged);
  const toldAt = useRef(0);

  // With the press: it selects what is dragged, before that moves.
  const onNodeDragStart = useCallback(() => view.getState().set({ moving: true }), [view]);
  const onNodeDragStop = useCallback(() => view.getState().set({ moving: false }), [view]);
  const onNodesChange = useCallback(
    (changes: NodeChange<DrawnNode>[]): void => {
      const places = new Map(dragged.places);
      let ended = false;
      for (const change of changes) {
        if (change.type !== "position") continue;
        if (change.dragging && change.position) follow({ store, view }, change.id, change.position, places);
        else if (change.dragging === false) ended = true;
      }
      if (ended) {
        if (dragged.shift) tell(flow.getState(), dragged);
        dragged.follow(NOWHERE);
        dragged.tell();
        setMoving(NOBODY);
        onNodeDragStop();
        if (places.size > 0) {
          const kept = keptPlaces(store.getState().definition, view.getState().unfolded, places);
          const ids = [...places.keys()];
          const move = ids.some(isDrawnNote) ? notesCodeNow()?.moveDrawn : moveNodes;
          if (move) store.getState().run(move(kept, "drag", ids));
        }
      } else if (places.size > 0) {
        if (places.size !== dragged.places.size) setMoving(new Set(places.keys()));
        dragged.follow(places);
        const now = performance.now();
        // The frame around what is selected by a box is React Flow's.
        if (!dragged.shift || flow.getState().nodesSelectionActive || now - toldAt.current >= TELL_MS) {
          toldAt.current = now;
          tell(flow.getState(), dragged);
        } else shiftElement(flow.getState(), dragged.shift);
      }
      takeSelection(store, changes);
    },
    [store, view, flow, dragged, onNodeDragStop],
  );

  return { dragged, moving, handlers: { onNodesChange, onNodeDragStart, onNodeDragStop } };
}

type Flow = ReturnType<ReturnType<typeof useStoreApi<DrawnNode, StepFlowEdge>>["getState"]>;

function tell(flow: Flow, dragged: Dragged): void {
  shiftElement(flow, dragged.shift && { ...dragged.shift, x: 0, y: 0 });
  dragged.tell();
  flow.setNodes(flow.nodes.map((node) => moved(node, dragged.told.get(node.id))));
}

/** Beside the transform, which is React Flow's. */
function shiftElement({ domNode }: Flow, shift: Shift | null): void {
  const node = shift && domNode?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(shift.id)}"]`);
  if (node) node.style.translate = shift.x === 0 && shift.y === 0 ? "" : `${shift.x}px ${shift.y}px`;
}

/** A frame takes along what lies in it. */
function follow(
  services: Pick<EditorServices, "store" | "view">,
  id: string,
  to: Point,
  places: Map<string, Point>,
): void {
  const drawn = drawnNow(services);
  const note = isDrawnNote(id) ? notesOf(drawn.definition).find((each) => drawnId(each) === id) : undefined;
  const along = note && notesCodeNow()?.movedWith(drawn, note, to);
  for (const [each, at] of along ?? [[id, to] as const]) places.set(each, at);
}

const moved = (node: DrawnNode, position: Point | undefined): DrawnNode => (position ? { ...node, position } : node);

function takeSelection(store: EditorStore, changes: NodeChange<DrawnNode>[]): void {
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
