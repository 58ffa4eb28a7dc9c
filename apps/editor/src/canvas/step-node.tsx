import { Handle, Position } from "@xyflow/react";
import type { NodeProps } from "@xyflow/react";
import { memo, use } from "react";
import type { FocusEvent } from "react";
import { useLabels, useServices, useView } from "../document/context.ts";
import { ProblemBadge } from "../describe/problem-badge.tsx";
import { StepIcon } from "../describe/step-icon.tsx";
import { useNodeName } from "../describe/use-node-name.ts";
import { nodeLabel } from "../describe/node-label.ts";
import { stepName } from "../describe/node-name.ts";
import { purposeOf } from "../document/steps.ts";
import type { Highlight, NodeOverlay } from "../document/view-store.ts";
import { ConnectingContext, CanvasActionsContext } from "./connecting.ts";
import { TARGET_HANDLE } from "./flow-model.ts";
import type { StepFlowNode } from "./flow-model.ts";
import { CardWords } from "./card-words.tsx";
import { FoldedExits } from "./folded-exits.tsx";
import { PortHandle, PortNames } from "./step-ports.tsx";
import { NodeMark, useOverlayText } from "../describe/step-overlay.tsx";
import handles from "./handles.module.css";
import styles from "./step-node.module.css";
import { useTabbable } from "./use-tabbable.ts";

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
  const words = nodeLabel(node, names, triggerSummary);
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
      <NodeBody
        id={id}
        label={overlayWords ? `${label}, ${overlayWords}` : label}
        selected={selected}
        height={shape.header}
      >
        <StepIcon step={node} />
        <CardWords node={node} label={words} />
      </NodeBody>
      <ProblemBadge nodeId={id} />
      {overlay && <NodeMark overlay={overlay} />}
      {(token === "here" || token === "failed") && <span className={styles["token"]} aria-hidden="true" />}
      {shape.strip && <PortNames node={node} ports={shape.ports} />}
      {shape.ports.map((port) => (
        <PortHandle key={port.handle} node={node} port={port} name={stepName(node)} />
      ))}
      <FoldedExits node={node} shape={shape} />
    </div>
  );
}, sameNode);

/** How far a step is tinted: by the share of runs that come here. */
function shareStyle(overlay: NodeOverlay | undefined): React.CSSProperties {
  const share = overlay?.share;
  return share === undefined ? {} : { ["--share" as string]: Math.min(1, Math.max(0, share)) };
}

function highlightOf(highlight: Highlight | null, id: string) {
  if (!highlight) return undefined;
  if (highlight.nodeId === id) return highlight.hasFailed ? "failed" : "here";
  return highlight.visitedNodeIds.includes(id) ? "visited" : "not-visited";
}

interface NodeBodyProps {
  id: string;
  label: string;
  selected: boolean;
  height: number;
  children: React.ReactNode;
}

/** The part that takes the focus. One node of the canvas is in the tab order; arrow keys reach the others. */
function NodeBody({ id, label, selected, height, children }: NodeBodyProps) {
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
      // The border belongs to the card.
      style={{ height: height - 2 }}
      tabIndex={tabbable ? 0 : -1}
      data-step-id={id}
      onFocus={selectOnFocus}
      onDoubleClick={() => actions?.openInspector(id)}
    >
      {children}
    </button>
  );
}
