import { Controls, Handle, MarkerType, Position, ReactFlow } from "@xyflow/react";
import type { Edge, Node, NodeProps, NodeTypes } from "@xyflow/react";
import "@xyflow/react/dist/style.css";
import { createContext, use, useEffect, useMemo, useRef } from "react";
import type { GraphDefinition } from "@trilho/engine";
import { NODE } from "../../document/layout/geometry.ts";
import { placementOf } from "../../document/layout/placement.ts";
import { useAriaLabels } from "../aria-labels.ts";
import styles from "./automation-map.module.css";

export interface MapCard {
  id: string;
  name: string;
  /** Below the name. */
  detail: string;
}

export interface MapLine {
  from: string;
  to: string;
  label: string;
  /** It goes back as well. */
  isMutual: boolean;
}

interface AutomationMapProps {
  cards: readonly MapCard[];
  lines: readonly MapLine[];
  label: string;
  /** The card that was chosen; null for none. */
  chosen: string | null;
  onChoose: (id: string | null) => void;
}

type CardNode = Node<{ card: MapCard }, "card">;

const Choice = createContext<Pick<AutomationMapProps, "chosen" | "onChoose">>({
  chosen: null,
  onChoose: () => undefined,
});

const NODE_TYPES: NodeTypes = { card: Card };
const MARKER = { type: MarkerType.ArrowClosed, width: 16, height: 16, color: "var(--color-border-strong)" };
const FIT = { maxZoom: 1 };

/** Automations as cards, and lines between those that have to do with each other. */
export function AutomationMap({ cards, lines, label, chosen, onChoose }: AutomationMapProps) {
  const labelled = useAriaLabels(true);
  const nodes = useMemo(() => nodesOf(cards, lines), [cards, lines]);
  const edges = useMemo(() => lines.map(edgeOf), [lines]);
  const choice = useMemo(() => ({ chosen, onChoose }), [chosen, onChoose]);
  return (
    <div className={styles["map"]}>
      <Choice value={choice}>
        <ReactFlow<CardNode>
          // Cards that are dragged stay where they are put, until there are others.
          key={JSON.stringify([cards.map(({ id }) => id), lines])}
          defaultNodes={nodes}
          defaultEdges={edges}
          nodeTypes={NODE_TYPES}
          fitView
          fitViewOptions={FIT}
          minZoom={0.1}
          nodesFocusable={false}
          edgesFocusable={false}
          nodesConnectable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          deleteKeyCode={null}
          zoomOnScroll={false}
          preventScrolling={false}
          ariaLabelConfig={labelled}
          aria-label={label}
        >
          <Controls showInteractive={false} />
        </ReactFlow>
      </Choice>
    </div>
  );
}

function Card({ data: { card } }: NodeProps<CardNode>) {
  const { chosen, onChoose } = use(Choice);
  const isChosen = chosen === card.id;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // It was chosen in a map that this one took the place of.
    if (isChosen && document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [isChosen]);
  return (
    <>
      <Handle type="target" position={Position.Top} className={styles["handle"]} />
      <button
        ref={button}
        type="button"
        className={styles["card"]}
        aria-pressed={isChosen}
        onClick={() => onChoose(isChosen ? null : card.id)}
      >
        <span className={styles["name"]}>{card.name}</span>
        <span className={styles["detail"]}>{card.detail}</span>
      </button>
      <Handle type="source" position={Position.Bottom} className={styles["handle"]} />
    </>
  );
}

/** They stand as the steps of an automation would. */
function nodesOf(cards: readonly MapCard[], lines: readonly MapLine[]): CardNode[] {
  const definition: GraphDefinition = {
    version: 2,
    nodes: cards.map(({ id }) => ({ id, type: "action" })),
    edges: lines.map(({ from, to }) => ({ source: from, target: to })),
  };
  const { positions } = placementOf(definition);
  return cards.map((card) => ({
    id: card.id,
    type: "card",
    position: positions.get(card.id) ?? { x: 0, y: 0 },
    width: NODE.width,
    height: NODE.header,
    data: { card },
  }));
}

const edgeOf = ({ from, to, label, isMutual }: MapLine): Edge => ({
  id: JSON.stringify([from, to]),
  source: from,
  target: to,
  label,
  markerEnd: MARKER,
  ...(isMutual && { markerStart: { ...MARKER, orient: "auto-start-reverse" } }),
});
