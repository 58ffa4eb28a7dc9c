import type { ConnectionLineComponentProps } from "@xyflow/react";
import { routeEdge } from "./route.ts";
import type { DrawnNode } from "./flow-model.ts";
import styles from "./canvas.module.css";

/** The edge while a person draws it. */
export function ConnectionLine({
  fromX,
  fromY,
  toX,
  toY,
  fromPosition,
  connectionStatus,
}: ConnectionLineComponentProps<DrawnNode>) {
  const { path } = routeEdge({ x: fromX, y: fromY }, { x: toX, y: toY }, { side: fromPosition === "right" });
  return (
    <g>
      <path className={styles["line"]} d={path} data-status={connectionStatus ?? undefined} />
      <circle className={styles["lineEnd"]} cx={toX} cy={toY} r={4} />
    </g>
  );
}
