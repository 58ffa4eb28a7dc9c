import { MiniMap, useStore, type ReactFlowState } from "@xyflow/react";
import { useText } from "../i18n/use-text.ts";
import styles from "./canvas.module.css";
import { covers, MAP, SMALL, type Box } from "./fitting.ts";

const SIZE = { width: MAP.width, height: MAP.height };

function* boxesOf({ nodeLookup }: ReactFlowState): Generator<Box> {
  for (const { type, internals, measured } of nodeLookup.values()) {
    // A frame may be as large as the drawing.
    if (type !== "step") continue;
    const { x, y } = internals.positionAbsolute;
    yield { left: x, right: x + (measured.width ?? 0), top: y, bottom: y + (measured.height ?? 0) };
  }
}

const isSmall = (flow: ReactFlowState): boolean => {
  if (flow.nodeLookup.size <= SMALL) return true;
  let steps = 0;
  for (const { type } of flow.nodeLookup.values()) if (type === "step") steps += 1;
  return steps <= SMALL;
};

const colorOf = ({ type }: { type?: string }): string =>
  type === "step" ? "var(--color-border-strong)" : "color-mix(in oklab, var(--color-border) 40%, transparent)";

function isInTheWay(flow: ReactFlowState): boolean {
  const [x, y, zoom] = flow.transform;
  return covers(boxesOf(flow), { x, y, zoom }, flow);
}

/** Where one is in a large drawing. Steps come first: it gives way to any that would lie below it. */
export function Overview() {
  const t = useText("builder");
  const covering = useStore(isInTheWay);
  if (useStore(isSmall)) return null;
  return (
    <MiniMap
      pannable
      zoomable
      style={SIZE}
      className={[styles["minimap"], covering && styles["covering"]].filter(Boolean).join(" ")}
      ariaLabel={t("canvas.minimap")}
      nodeColor={colorOf}
      maskColor="color-mix(in oklab, var(--color-surface-sunken) 70%, transparent)"
      bgColor="var(--color-surface)"
      nodeBorderRadius={24}
    />
  );
}
