import type { GraphDefinition } from "@trilho/engine";
import { handleOf } from "@trilho/engine";
import { edgeKeys, edgesOf } from "../document/document.ts";
import { placementOf } from "../document/layout/placement.ts";
import { purposeOf } from "../document/steps.ts";
import type { Highlight } from "../document/view-store.ts";
import styles from "./mini-drawing.module.css";

interface MiniDrawingProps {
  definition: GraphDefinition;
  /** The way of a run. */
  highlight?: Highlight | null | undefined;
  className?: string | undefined;
}

/** The shape of an automation at a glance; its words stand elsewhere. */
export function MiniDrawing({ definition, highlight = null, className = "" }: MiniDrawingProps) {
  const { positions, shapes } = placementOf(definition);
  const boxes = definition.nodes.flatMap((node) => {
    const [at, shape] = [positions.get(node.id), shapes.get(node.id)];
    return at && shape ? [{ node, at, shape }] : [];
  });
  const keys = edgeKeys(definition);
  const lines = edgesOf(definition).flatMap((edge, index) => {
    const from = boxes.find(({ node }) => node.id === edge.source);
    const to = boxes.find(({ node }) => node.id === edge.target);
    const port = from?.shape.ports.find(({ handle }) => handle === handleOf(edge));
    if (!from || !to || !port) return [];
    const start = { x: from.at.x + port.x, y: from.at.y + port.y };
    const end = { x: to.at.x + to.shape.width / 2, y: to.at.y };
    const bend = (start.y + end.y) / 2;
    return [
      { key: keys[index] ?? "", path: `M${start.x},${start.y} C${start.x},${bend} ${end.x},${bend} ${end.x},${end.y}` },
    ];
  });
  const left = Math.min(0, ...boxes.map(({ at }) => at.x));
  const top = Math.min(0, ...boxes.map(({ at }) => at.y));
  const right = Math.max(1, ...boxes.map(({ at, shape }) => at.x + shape.width));
  const bottom = Math.max(1, ...boxes.map(({ at, shape }) => at.y + shape.height));
  return (
    <svg
      className={`${styles["drawing"]} ${className}`}
      data-run={highlight === null ? undefined : true}
      viewBox={`${left - 20} ${top - 20} ${right - left + 40} ${bottom - top + 40}`}
      aria-hidden="true"
    >
      {lines.map(({ key, path }) => (
        <path key={key} d={path} data-lit={highlight?.visitedEdgeKeys.includes(key) ? "before" : undefined} />
      ))}
      {boxes.map(({ node, at, shape }) => (
        <rect
          key={node.id}
          x={at.x}
          y={at.y}
          width={shape.width}
          height={shape.height}
          rx={14}
          data-purpose={purposeOf(node)}
          data-lit={litAs(node.id, highlight)}
        />
      ))}
    </svg>
  );
}

function litAs(id: string, highlight: Highlight | null): "now" | "before" | undefined {
  if (highlight?.nodeId === id) return "now";
  return highlight?.visitedNodeIds.includes(id) ? "before" : undefined;
}
