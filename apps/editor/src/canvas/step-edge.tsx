import { BaseEdge } from "@xyflow/react";
import type { EdgeProps } from "@xyflow/react";
import { Trash2 } from "lucide-react";
import { memo, use } from "react";
import { useText } from "../i18n/use-text.ts";
import { useEditor, useServices, useView } from "../document/context.ts";
import { deleteSelection } from "../document/selection-commands.ts";
import { handleWord } from "../describe/node-label.ts";
import { Words } from "../describe/words.tsx";
import type { Point } from "../document/document.ts";
import type { Lanes } from "../document/layout/auto-layout.ts";
import type { Port } from "../document/layout/geometry.ts";
import { CanvasActionsContext } from "./connecting.ts";
import { shifted, useShift } from "./dragging/dragged.ts";
import { OnLabels } from "./label-layer.ts";
import { HANDLE_SIZE } from "./flow-model.ts";
import type { StepEdgeData, StepFlowEdge } from "./flow-model.ts";
import { dragFromPlus } from "./dragging/plus-drag.ts";
import { detour, routeEdge } from "./route.ts";
import { EdgeMark, shareWidth } from "../describe/step-overlay.tsx";
import styles from "./step-edge.module.css";

/** From here on an edge is long enough to say again what it stands for. */
const LONG = 150;
/** How far to the right of its "+" a selected edge offers to delete it, in pixels. */
const REMOVE_BESIDE = 30;

type StepEdgeProps = EdgeProps<StepFlowEdge>;

/** A way from step to step, with a "+" that puts a step in between. */
export const StepEdge = memo(function StepEdge(props: StepEdgeProps) {
  const { id, data, selected = false, markerEnd } = props;
  const { start, end } = useEnds(props);
  const visited = useView(({ highlight }) => highlight?.visitedEdgeKeys.includes(id));
  const overlay = useView((state) => state.overlay?.edges.get(id));
  const port = data?.port ?? null;
  const side = port?.side ?? false;
  const wide = shareWidth(overlay?.share);
  const route = routeEdge(start, end, { lanes: lanesNow(data, start, end), track: data?.track ?? 0, side });
  const { path, plus } = route;
  // While an end is dragged, its name follows the line.
  const label = data?.obstacles ? route.label : (data?.label ?? null);
  const far = Math.abs(end.y - start.y) > LONG || Math.abs(end.x - start.x) > LONG * 2;
  const named = port !== null && port.kind !== "next" && (far || (selected && !side));
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
        <div className={styles["labels"]}>
          {named && label && (
            <span className={styles["at"]} style={placed(label)} aria-hidden="true">
              <PortWord port={port} />
            </span>
          )}
          {data && (
            <span className={styles["at"]} style={placed(plus)}>
              <Insert id={id} data={data} selected={selected} />
            </span>
          )}
          {data && selected && (
            <span className={styles["at"]} style={placed({ x: plus.x + REMOVE_BESIDE, y: plus.y })}>
              <Remove name={data.name} />
            </span>
          )}
          {overlay && data && <EdgeMark overlay={overlay} name={data.name} style={beside(plus, side)} />}
        </div>
      </OnLabels>
    </>
  );
});

/** Where it starts and ends; a step that is dragged is not always where React Flow has it. */
function useEnds({ data, source, sourceX, sourceY, target, targetX, targetY }: StepEdgeProps) {
  const shift = useShift(Boolean(data?.obstacles));
  return {
    start: shifted(source, { x: sourceX, y: sourceY }, shift),
    end: shifted(target, { x: targetX, y: targetY }, shift),
  };
}

/** While an end is dragged, the way past other steps is looked for again with every move. */
function lanesNow(data: StepEdgeData | undefined, start: Point, end: Point): Lanes | undefined {
  if (!data?.obstacles) return data?.lanes;
  // React Flow's edges start and end at the rims of their handles, lanes in the middles.
  const rim = HANDLE_SIZE / 2;
  const exit = data.port?.side ? { x: start.x - rim, y: start.y } : { x: start.x, y: start.y - rim };
  return detour(exit, { x: end.x, y: end.y + rim }, data.obstacles);
}

// What stands on an edge moves along with it and is not drawn anew for that.

const PortWord = memo(function PortWord({ port }: { port: Port }) {
  const t = useText("builder");
  return (
    <span className={styles["label"]}>
      <Words text={handleWord(port, t)} />
    </span>
  );
});

interface InsertProps {
  id: string;
  data: StepEdgeData;
  selected: boolean;
}

const Insert = memo(function Insert({ id, data: { edge, port, name }, selected }: InsertProps) {
  const t = useText("builder");
  const actions = use(CanvasActionsContext);
  const readOnly = useEditor((state) => state.readOnly);
  if (readOnly) return null;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`${styles["plus"]} ${styles["add"]} nodrag nopan`}
      data-selected={selected}
      data-testid={`insert-${id}`}
      aria-label={t("canvas.insertInto", { edge: name })}
      onPointerDown={dragFromPlus(edge.source, port?.handle ?? "next")}
      onClick={(event) => {
        const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
        actions?.openAdd(edge.source, port?.handle ?? "next", { x: left + width / 2, y: top + height / 2 });
      }}
    />
  );
});

const Remove = memo(function Remove({ name }: { name: string }) {
  const t = useText("builder");
  const services = useServices();
  const readOnly = useEditor((state) => state.readOnly);
  if (readOnly) return null;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`${styles["plus"]} ${styles["remove"]} nodrag nopan`}
      aria-label={t("canvas.disconnect", { edge: name })}
      onClick={() => deleteSelection(services)}
    >
      <Trash2 size={12} strokeWidth={2.2} aria-hidden="true" />
    </button>
  );
});

/** Right of the "+"; below it where the edge leaves at the side. */
function beside({ x, y }: { x: number; y: number }, side: boolean): React.CSSProperties {
  return {
    transform: side ? `translate(${x - 8}px, ${y + 13}px)` : `translate(0, -50%) translate(${x + 13}px, ${y}px)`,
  };
}

/** By its place rather than a transform: those of every edge would be told apart in every frame. */
function placed({ x, y }: { x: number; y: number }): React.CSSProperties {
  return { left: x, top: y };
}
