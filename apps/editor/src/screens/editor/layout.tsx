import { memo, useState } from "react";
import type { CSSProperties, ReactNode } from "react";
import { useText } from "../../i18n/use-text.ts";
import { roomInWindow, textScale } from "./text-scale.ts";
import { SightAbove } from "../../features/commands/zoom-controls.tsx";
import { Canvas } from "../../canvas/canvas.tsx";
import { SelectionBar } from "../../features/commands/selection-bar.tsx";
import { DragGhost } from "../../features/palette/drag-ghost.tsx";
import { Palette } from "../../features/palette/palette.tsx";
import { ProblemsStrip } from "../../features/problems/problems-strip.tsx";
import { Toolbar } from "../../features/commands/toolbar.tsx";
import { Resizer } from "../../ui/resizer.tsx";
import { hasScenarios } from "../../document/trigger-entries.ts";
import type { DocumentView } from "../../document/view-store.ts";
import { useEditor, useServices, useView } from "../../document/context.ts";
import { InspectorPane } from "./inspector-pane.tsx";
import { Asking, FindBar, Outline, Sentences, SimulatePane, StartHere, TestsBadge } from "./lazy-parts.tsx";
import type { SimulationSettings } from "./simulate-pane.tsx";
import type { Room } from "./room.ts";
import { Sheet } from "./sheet.tsx";
import styles from "./automation-editor.module.css";

interface LayoutProps {
  room: Room;
  triggerSettings?: ReactNode;
  toolbarEnd?: ReactNode;
  simulation: SimulationSettings;
}

/** Palette | drawing | settings side by side; on a small screen the drawing alone, the others as sheets. */
export const Layout = memo(function Layout({ room, triggerSettings, toolbarEnd, simulation }: LayoutProps) {
  const { snug, narrow, tiny } = room;
  const t = useText("builder");
  const [sizes] = useState(paneSizes);
  const [palette, setPalette] = useState(sizes.palette.start);
  const [inspector, setInspector] = useState(sizes.inspector.start);
  const { view } = useServices();
  const simulating = useView((state) => state.mode === "simulate");
  const asking = useView((state) => state.asking);
  const isOne = useEditor(({ selection }) => selection.nodeIds.length === 1);
  const hasInspector = useHeld(simulating || isOne || !snug);
  const hasTests = useEditor(({ definition }) => hasScenarios(definition));
  return (
    <>
      <Toolbar
        narrow={narrow}
        tiny={tiny}
        beforeSimulate={<TestsBadge hasTests={hasTests} automationId={simulation.automationId} narrow={narrow} />}
      >
        {toolbarEnd}
      </Toolbar>
      {narrow ? (
        <div className={styles["stack"]}>
          <Document narrow />
          {simulating && (
            <div className={styles["below"]}>
              <SimulatePane {...simulation} />
            </div>
          )}
        </div>
      ) : (
        <div
          className={styles["middle"]}
          style={
            {
              "--palette": track(sizes.palette, palette),
              "--inspector": hasInspector ? track(sizes.inspector, inspector) : 0,
            } as CSSProperties
          }
        >
          <div className={styles["pane"]}>
            <Palette />
          </div>
          <Resizer
            label={t("editor.resizePalette")}
            pane="before"
            min={sizes.palette.min}
            max={sizes.palette.max}
            width={palette}
            onWidth={setPalette}
          />
          <Document />
          {hasInspector && (
            <>
              <Resizer
                label={t("editor.resizeInspector")}
                pane="behind"
                min={sizes.inspector.min}
                max={sizes.inspector.max}
                width={inspector}
                onWidth={setInspector}
              />
              <div className={styles["pane"]}>
                {simulating ? <SimulatePane {...simulation} /> : <InspectorPane triggerSettings={triggerSettings} />}
              </div>
            </>
          )}
        </div>
      )}
      <ProblemsStrip />
      {narrow && <Sheets triggerSettings={triggerSettings} />}
      {/* Another question is another attempt. */}
      <Asking key={asking?.kind ?? ""} asking={asking} onGiveUp={() => view.getState().set({ asking: null })} />
      <DragGhost />
    </>
  );
});

/** A value as it was before steps were dragged: nothing comes up under what somebody holds. */
function useHeld(value: boolean): boolean {
  const moving = useView((state) => state.moving);
  const [held, hold] = useState(value);
  if (moving) return held;
  if (held !== value) hold(value);
  return value;
}

interface PaneSize {
  start: number;
  min: number;
  max: number;
}

/** How wide panes may be, in pixels, by the room and the size of text that there are when the editor opens. */
function paneSizes(): Record<"palette" | "inspector", PaneSize> {
  const scale = textScale();
  const isNarrow = roomInWindow() < 1200;
  const scaled = (start: number, min: number, max: number): PaneSize => ({
    start: Math.round(start * scale),
    min: Math.round(min * scale),
    max: Math.round(max * scale),
  });
  return { palette: scaled(isNarrow ? 190 : 230, 170, 360), inspector: scaled(isNarrow ? 290 : 340, 260, 560) };
}

/** A pane gives way to the drawing where there is little room. */
const track = ({ min }: PaneSize, width: number): string => `minmax(${min}px, ${width}px)`;

const VIEWS: Record<DocumentView, ReactNode> = { canvas: <Canvas />, outline: <Outline />, sentences: <Sentences /> };

function Document({ narrow = false }: { narrow?: boolean }) {
  const t = useText("builder");
  const view = useView((state) => state.view);
  const asksForStart = useEditor(({ definition, readOnly }) => !readOnly && definition.nodes.length === 0);
  const finding = useView((state) => state.finding);
  return (
    <section className={styles["document"]} data-document={view} aria-label={t("editor.document")}>
      {(view === "canvas" || !asksForStart) && VIEWS[view]}
      {asksForStart && <StartHere />}
      {view === "canvas" && <FindBar finding={finding} />}
      {view === "canvas" && narrow && <SightAbove />}
      {view === "canvas" && <SelectionBar />}
    </section>
  );
}

function Sheets({ triggerSettings }: { triggerSettings: ReactNode }) {
  const t = useText("builder");
  const { store, view } = useServices();
  const sheet = useView((state) => state.sheet);
  const dragging = useView((state) => state.drag !== null);
  const close = (): void => {
    view.getState().set({ sheet: null });
    view.getState().wantFocus("node", store.getState().selection.nodeIds[0] ?? null);
  };
  if (sheet === "palette") {
    return (
      <Sheet title={t("palette.label")} onClose={close} away={dragging}>
        <Palette onClose={close} />
      </Sheet>
    );
  }
  if (sheet === "inspector") {
    return (
      <Sheet title={t("editor.inspector")} onClose={close}>
        <InspectorPane triggerSettings={triggerSettings} onClose={close} />
      </Sheet>
    );
  }
  return null;
}
