import { BaseEdge } from "@xyflow/react";
import type { EdgeProps } from "@xyflow/react";
import { Plus, Trash2 } from "lucide-react";
import { memo, use } from "react";
import { useTranslation } from "react-i18next";
import { useEditor, useServices, useView } from "../editor/context.ts";
import { deleteSelection } from "../editor/selectionCommands.ts";
import { handleWord } from "../editor/words.ts";
import { CanvasActionsContext } from "./connecting.ts";
import { OnLabels } from "./labelLayer.ts";
import type { StepFlowEdge } from "./flowModel.ts";
import { routeEdge } from "./route.ts";
import { EdgeMark, shareWidth } from "./StepOverlay.tsx";
import styles from "./StepEdge.module.css";

/** From here on an edge is long enough to say again what it stands for. */
const LONG = 150;
/** How far to the right of its "+" a selected edge offers to delete it, in pixels. */
const REMOVE_BESIDE = 30;

/** A way from step to step, with a "+" that puts a step in between. */
export const StepEdge = memo(function StepEdge(props: EdgeProps<StepFlowEdge>) {
  const { id, data, source, sourceX, sourceY, targetX, targetY, selected, markerEnd } = props;
  const { t } = useTranslation("builder");
  const actions = use(CanvasActionsContext);
  const services = useServices();
  const readOnly = useEditor((state) => state.readOnly);
  const visited = useView(({ highlight }) => highlight?.visitedEdgeKeys.includes(id));
  const overlay = useView((state) => state.overlay?.edges.get(id));
  const port = data?.port ?? null;
  const wide = shareWidth(overlay?.share);
  const { path, plus, label } = routeEdge(
    { x: sourceX, y: sourceY },
    { x: targetX, y: targetY },
    { lanes: data?.lanes, track: data?.track ?? 0, side: port?.side ?? false },
  );
  const far = Math.abs(targetY - sourceY) > LONG || Math.abs(targetX - sourceX) > LONG * 2;
  const named = port !== null && port.kind !== "next" && (far || (selected && !port.side));
  const state = visited === undefined ? undefined : visited ? "visited" : "not-visited";
  return (
    <>
      {wide > 0 && <path d={path} className={styles["share"]} style={{ strokeWidth: wide }} aria-hidden="true" />}
      <BaseEdge
        id={id}
        path={path}
        {...(markerEnd && { markerEnd })}
        className={styles["path"] ?? ""}
        data-selected={selected}
        data-visited={state}
        data-side={port?.side}
        data-tone={overlay?.tone}
        interactionWidth={18}
      />
      <OnLabels>
        {named && (
          <span className={styles["label"]} style={placed(label)} aria-hidden="true">
            {handleWord(port, t)}
          </span>
        )}
        {!readOnly && data && (
          <button
            type="button"
            tabIndex={-1}
            className={`${styles["plus"]} nodrag nopan`}
            style={placed(plus)}
            data-selected={selected}
            data-testid={`insert-${id}`}
            aria-label={t("canvas.insertInto", { edge: data.name })}
            onClick={(event) => {
              const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
              actions?.openAdd(source, port?.handle ?? "next", { x: left + width / 2, y: top + height / 2 });
            }}
          >
            <Plus size={12} strokeWidth={2.6} aria-hidden="true" />
          </button>
        )}
        {!readOnly && data && selected && (
          <button
            type="button"
            tabIndex={-1}
            className={`${styles["plus"]} ${styles["remove"]} nodrag nopan`}
            style={placed({ x: plus.x + REMOVE_BESIDE, y: plus.y })}
            aria-label={t("canvas.disconnect", { edge: data.name })}
            onClick={() => deleteSelection(services)}
          >
            <Trash2 size={12} strokeWidth={2.2} aria-hidden="true" />
          </button>
        )}
        {overlay && data && <EdgeMark overlay={overlay} name={data.name} style={beside(plus, port?.side ?? false)} />}
      </OnLabels>
    </>
  );
});

/** Right of the "+"; below it where the edge leaves at the side. */
function beside({ x, y }: { x: number; y: number }, side: boolean): React.CSSProperties {
  return {
    transform: side ? `translate(${x - 8}px, ${y + 13}px)` : `translate(0, -50%) translate(${x + 13}px, ${y}px)`,
  };
}

function placed({ x, y }: { x: number; y: number }): React.CSSProperties {
  return { transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` };
}
