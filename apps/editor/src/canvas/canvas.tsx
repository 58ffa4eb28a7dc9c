import { Background, BackgroundVariant, MarkerType, ReactFlow, ReactFlowProvider, ViewportPortal } from "@xyflow/react";
import type { EdgeChange, EdgeTypes, NodeTypes, ReactFlowInstance, Viewport } from "@xyflow/react";
import "@xyflow/react/dist/style.css";
import { useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { useText } from "../i18n/use-text.ts";
import { useEditor, useServices, useView } from "../document/context.ts";
import { drawnNow } from "../document/layout/drawn.ts";
import { IS_MAC } from "../browser/keys.ts";
import { useAriaLabels } from "./aria-labels.ts";
import { CanvasActionsContext, ConnectingContext } from "./connecting.ts";
import type { CanvasActions } from "./connecting.ts";
import { ConnectionLine } from "./connection-line.tsx";
import type { DrawnNode, StepFlowEdge } from "./flow-model.ts";
import { LEAST_ZOOM, OPENING } from "./fitting.ts";
import { LabelLayer, layerIn } from "./label-layer.ts";
import { NotePart } from "./notes/note-part.tsx";
import { openingView } from "./opening-view.ts";
import { Overview } from "./overview.tsx";
import { StepEdge } from "./step-edge.tsx";
import { StepNode } from "./step-node.tsx";
import { useCanvasApi } from "./use-canvas-api.ts";
import { useReadableText } from "./use-readable-text.ts";
import { useContextMenu } from "./use-context-menu.ts";
import { useConnecting } from "./use-connecting.ts";
import { useCutText } from "./dragging/use-cut-text.ts";
import { DraggedContext } from "./dragging/dragged.ts";
import { useDragging } from "./dragging/use-dragging.ts";
import { useFlow } from "./use-flow.ts";
import styles from "./canvas.module.css";

const NODE_TYPES: NodeTypes = { step: StepNode, note: NotePart };
const EDGE_TYPES: EdgeTypes = { step: StepEdge };
const EDGE_DEFAULTS = {
  markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16, color: "var(--color-border-strong)" },
};
/** Held while a step is pressed, they add it to the selection or take it out. */
const ADDING_KEYS = [IS_MAC ? "Meta" : "Control", "Shift"];
const PRO = { hideAttribution: false };
/** Until the view is chosen: at the zoom most drawings open at, so that their texts are not laid out twice. */
const BEFORE: Viewport = { x: 0, y: 0, zoom: OPENING };
/** From here on only what is in sight is drawn. */
const MANY = 150;

/** The automation as a drawing. */
export function Canvas() {
  return (
    <ReactFlowProvider>
      <Drawing />
    </ReactFlowProvider>
  );
}

function Drawing() {
  const t = useText("builder");
  const { store, view, quiet = false } = useServices();
  const frame = useRef<HTMLDivElement>(null);
  const fitted = useRef<Viewport>(null);
  const readOnly = useEditor((state) => state.readOnly);
  const { dragged, moving, handlers: dragging } = useDragging();
  const { connecting, refusal, handlers } = useConnecting(frame);
  const contextMenu = useContextMenu();
  const labelled = useAriaLabels(readOnly);
  const { nodes, edges } = useFlow(dragged, moving);
  const [labels, setLabels] = useState<Element | null>(null);
  const id = useId();
  useCanvasApi(frame, fitted);
  useReadableText(frame);
  useCutText(frame, moving.size > 0);
  useShowSelected();

  const actions = useMemo<CanvasActions>(
    () => ({
      openAdd: (nodeId, handle, at) =>
        view.getState().set({ asking: { kind: "add", spot: { kind: "handle", nodeId, handle }, at } }),
      openInspector: () => {
        view.getState().set({ sheet: "inspector" });
        view.getState().wantFocus("inspector");
      },
    }),
    [view],
  );

  // Every function that is another one makes React Flow tell all its nodes and edges of a change.
  const onEdgesChange = useCallback(
    (changes: EdgeChange<StepFlowEdge>[]): void => {
      const { selection, select } = store.getState();
      const chosen = new Set(selection.edgeKeys);
      for (const change of changes) {
        if (change.type !== "select") continue;
        if (change.selected) chosen.add(change.id);
        else chosen.delete(change.id);
      }
      select({ nodeIds: selection.nodeIds, edgeKeys: [...chosen] });
    },
    [store],
  );
  const onInit = useCallback(
    (flow: ReactFlowInstance<DrawnNode, StepFlowEdge>): void => {
      if (!frame.current) return;
      setLabels(layerIn(frame.current));
      const at = view.getState().highlight?.nodeId ?? null;
      fitted.current = openingView(frame.current, drawnNow({ store, view }), at, quiet ? "look" : "edit");
      void flow.setViewport(fitted.current);
    },
    [store, view, quiet],
  );

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- what is pressed inside has roles of its own
    <div ref={frame} className={styles["frame"]} {...contextMenu} data-connecting={connecting !== null}>
      <CanvasActionsContext value={actions}>
        <ConnectingContext value={connecting}>
          <LabelLayer value={labels}>
            <DraggedContext value={dragged}>
              <ReactFlow<DrawnNode, StepFlowEdge>
                id={id}
                nodes={nodes}
                edges={edges}
                nodeTypes={NODE_TYPES}
                edgeTypes={EDGE_TYPES}
                defaultEdgeOptions={EDGE_DEFAULTS}
                {...dragging}
                onEdgesChange={onEdgesChange}
                {...handlers}
                connectionLineComponent={ConnectionLine}
                connectionRadius={30}
                nodesDraggable={!readOnly}
                nodesConnectable={!readOnly}
                edgesReconnectable={!readOnly}
                nodesFocusable={false}
                edgesFocusable={false}
                disableKeyboardA11y
                connectOnClick
                deleteKeyCode={null}
                selectNodesOnDrag
                multiSelectionKeyCode={ADDING_KEYS}
                nodeDragThreshold={3}
                panOnScroll
                zoomOnDoubleClick={false}
                defaultViewport={BEFORE}
                minZoom={LEAST_ZOOM}
                maxZoom={1.75}
                onInit={onInit}
                onlyRenderVisibleElements={nodes.length > MANY}
                proOptions={PRO}
                ariaLabelConfig={labelled}
                aria-label={t("canvas.label")}
                data-testid="canvas"
              >
                <Background variant={BackgroundVariant.Dots} gap={20} size={1.4} color="var(--color-border)" />
                <Overview />
                <DropMark />
              </ReactFlow>
            </DraggedContext>
          </LabelLayer>
        </ConnectingContext>
      </CanvasActionsContext>
      {refusal && (
        <output className={styles["refusal"]} style={{ left: refusal.at.x + 14, top: refusal.at.y + 16 }}>
          {refusal.message}
        </output>
      )}
    </div>
  );
}

/** Where a step from the palette would go in. */
function DropMark() {
  const { canvas } = useServices();
  const drag = useView((state) => state.drag);
  const marks = drag && canvas.current?.spotAt(drag.pointer)?.marks;
  if (!marks) return null;
  return (
    <ViewportPortal>
      <div
        className={styles["mark"]}
        style={{ transform: `translate(${marks.x}px, ${marks.y}px) translate(-50%, -50%)` }}
      />
    </ViewportPortal>
  );
}

/** Keeps a step in sight when it becomes the selected one; not by its being dragged, under the pointer. */
function useShowSelected(): void {
  const { canvas, view } = useServices();
  const only = useEditor(({ selection }) => (selection.nodeIds.length === 1 ? selection.nodeIds[0] : undefined));
  useEffect(() => {
    if (only === undefined) return;
    const frame = requestAnimationFrame(() => {
      if (!view.getState().moving) canvas.current?.show([only]);
    });
    return () => cancelAnimationFrame(frame);
  }, [only, canvas, view]);
}
