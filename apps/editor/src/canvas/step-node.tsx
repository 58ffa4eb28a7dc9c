import { Handle, Position } from "@xyflow/react";
import type { NodeProps } from "@xyflow/react";
import { memo, use } from "react";
import type { FocusEvent } from "react";
import { useTranslation } from "react-i18next";
import { useEditor, useLabels, useServices, useView } from "../document/context.ts";
import { ProblemBadge } from "../describe/problem-badge.tsx";
import { StepIcon } from "../describe/step-icon.tsx";
import { useNodeName } from "../describe/use-node-name.ts";
import { handleName, handleWord, nodeLabel } from "../describe/node-label.ts";
import { stepName } from "../describe/node-name.ts";
import type { Port } from "../document/layout/geometry.ts";
import { purposeOf } from "../document/steps.ts";
import type { NodeOverlay } from "../document/view-store.ts";
import { ConnectingContext, CanvasActionsContext } from "./connecting.ts";
import { TARGET_HANDLE } from "./flow-model.ts";
import type { StepFlowNode } from "./flow-model.ts";
import { NodeMark, useOverlayText } from "../describe/step-overlay.tsx";
import handles from "./handles.module.css";
import styles from "./step-node.module.css";

type StepNodeProps = Pick<NodeProps<StepFlowNode>, "id" | "data" | "selected">;

/** Where a node is, is none of its business: a drag does not draw it anew. */
const sameNode = (a: StepNodeProps, b: StepNodeProps): boolean =>
  a.id === b.id && a.data === b.data && a.selected === b.selected;

/** A step on the canvas: what it does, what is wrong with it, and every exit by its name. */
export const StepNode = memo(function StepNode({ id, data, selected }: StepNodeProps) {
  const { names, triggerSummary } = useLabels();
  const connecting = use(ConnectingContext);
  const token = useView(({ highlight }) => highlightOf(highlight, id));
  const overlay = useView((state) => state.overlay?.nodes.get(id));
  const overlayWords = useOverlayText(overlay);
  const { node, shape, hasTarget } = data;
  const { title, detail } = nodeLabel(node, names, triggerSummary);
  const label = useNodeName(id);
  const answer = connecting?.answers.get(id);
  const target = !connecting || connecting.source === id ? undefined : answer?.ok ? "valid" : "invalid";
  return (
    <div
      className={styles["node"]}
      data-node-id={id}
      data-purpose={purposeOf(node)}
      data-selected={selected}
      data-target={target}
      data-token={token}
      data-tone={overlay?.tone}
      style={{ width: shape.width, height: shape.height, ...shareStyle(overlay) }}
    >
      {hasTarget && <Handle id={TARGET_HANDLE} type="target" position={Position.Top} className={handles["target"]} />}
      <NodeBody id={id} label={overlayWords ? `${label}, ${overlayWords}` : label} selected={selected}>
        <StepIcon step={node} />
        <span className={styles["words"]}>
          <span className={styles["title"]} title={title}>
            {title}
          </span>
          {detail && (
            <span className={styles["detail"]} title={detail}>
              {detail}
            </span>
          )}
        </span>
      </NodeBody>
      <ProblemBadge nodeId={id} />
      {overlay && <NodeMark overlay={overlay} />}
      {token === "here" && <span className={styles["token"]} aria-hidden="true" />}
      {shape.strip && <PortNames ports={shape.ports} />}
      {shape.ports.map((port) => (
        <PortHandle key={port.handle} nodeId={id} port={port} name={stepName(node)} />
      ))}
    </div>
  );
}, sameNode);

/** How far a step is tinted: by the share of runs that come here. */
function shareStyle(overlay: NodeOverlay | undefined): React.CSSProperties {
  const share = overlay?.share;
  return share === undefined ? {} : { ["--share" as string]: Math.min(1, Math.max(0, share)) };
}

function highlightOf(highlight: { nodeId: string | null; visitedNodeIds: readonly string[] } | null, id: string) {
  if (!highlight) return undefined;
  if (highlight.nodeId === id) return "here";
  return highlight.visitedNodeIds.includes(id) ? "visited" : "not-visited";
}

interface NodeBodyProps {
  id: string;
  label: string;
  selected: boolean;
  children: React.ReactNode;
}

/** The part that takes the focus. One node of the canvas is in the tab order; arrow keys reach the others. */
function NodeBody({ id, label, selected, children }: NodeBodyProps) {
  const { store } = useServices();
  const actions = use(CanvasActionsContext);
  const tabbable = useTabbable(id);
  // A press selects by itself, and may add to the selection; who comes by keyboard selects by coming.
  const selectOnFocus = (event: FocusEvent<HTMLElement>): void => {
    const { selection, select } = store.getState();
    if (!selection.nodeIds.includes(id) && event.currentTarget.matches(":focus-visible")) select({ nodeIds: [id] });
  };
  return (
    <button
      type="button"
      className={styles["body"]}
      aria-label={label}
      aria-pressed={selected}
      tabIndex={tabbable ? 0 : -1}
      data-step-id={id}
      onFocus={selectOnFocus}
      onDoubleClick={() => actions?.openInspector(id)}
    >
      {children}
    </button>
  );
}

function useTabbable(id: string): boolean {
  return useEditor(({ selection, definition }) => {
    const [first] = selection.nodeIds;
    return (first ?? definition.nodes.find(({ type }) => type === "trigger")?.id ?? definition.nodes[0]?.id) === id;
  });
}

function PortNames({ ports }: { ports: readonly Port[] }) {
  const { t } = useTranslation("builder");
  return (
    <div className={styles["ports"]} aria-hidden="true">
      {ports
        .filter(({ side }) => !side)
        .map((port) => (
          <span key={port.handle} className={styles["port"]} data-kind={port.kind} title={handleName(port, t)}>
            {handleWord(port, t)}
          </span>
        ))}
    </div>
  );
}

/** One exit: where an edge starts, and a "+" while there is none. */
function PortHandle({ nodeId, port, name }: { nodeId: string; port: Port; name: string }) {
  const { t } = useTranslation("builder");
  const actions = use(CanvasActionsContext);
  const readOnly = useEditor((state) => state.readOnly);
  const place = { left: port.x, top: port.y };
  const handle = handleName(port, t);
  return (
    <>
      <Handle
        id={port.handle}
        type="source"
        position={port.side ? Position.Right : Position.Bottom}
        className={handles["handle"]}
        style={place}
        title={handle}
        data-kind={port.kind}
        data-side={port.side}
        data-connected={port.connected}
        data-required={port.required && !port.connected}
      />
      {port.side && (
        <span className={handles["sideName"]} style={place} data-connected={port.connected} aria-hidden="true">
          {handleWord(port, t)}
        </span>
      )}
      {!port.connected && !readOnly && (
        <span className={handles["open"]} style={place} data-side={port.side} data-required={port.required}>
          <button
            type="button"
            tabIndex={-1}
            className={`${handles["plus"]} ${handles["add"]} nodrag nopan`}
            aria-label={t("canvas.addBehind", { handle, name })}
            data-testid={`add-${nodeId}-${port.handle}`}
            onClick={(event) => {
              const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
              actions?.openAdd(nodeId, port.handle, { x: left + width / 2, y: top + height / 2 });
            }}
          />
        </span>
      )}
    </>
  );
}
