import { memo, useId, useState } from "react";
import type { ReactNode } from "react";
import { Group, Panel, Separator } from "react-resizable-panels";
import { useTranslation } from "react-i18next";
import { roomInWindow, textScale } from "./text-scale.ts";
import { SightAbove } from "../../features/commands/zoom-controls.tsx";
import { Canvas } from "../../canvas/canvas.tsx";
import { SelectionBar } from "../../features/commands/selection-bar.tsx";
import { DragGhost } from "../../features/palette/drag-ghost.tsx";
import { Palette } from "../../features/palette/palette.tsx";
import { ProblemsStrip } from "../../features/problems/problems-strip.tsx";
import { Toolbar } from "../../features/commands/toolbar.tsx";
import { savedScenarios } from "../../document/saved-scenarios.ts";
import type { DocumentView } from "../../document/view-store.ts";
import { useEditor, useServices, useView } from "../../document/context.ts";
import { InspectorPane } from "./inspector-pane.tsx";
import { Asking, Outline, Sentences, SimulatePane, TestsBadge } from "./lazy-parts.tsx";
import type { SimulationSettings } from "./simulate-pane.tsx";
import { Sheet } from "./sheet.tsx";
import styles from "./automation-editor.module.css";

interface LayoutProps {
  narrow: boolean;
  /** As narrow as a phone. */
  tiny: boolean;
  triggerSettings?: ReactNode;
  toolbarEnd?: ReactNode;
  simulation: SimulationSettings;
}

/** Palette | drawing | settings side by side; on a small screen the drawing alone, the others as sheets. */
export const Layout = memo(function Layout({ narrow, tiny, triggerSettings, toolbarEnd, simulation }: LayoutProps) {
  const { t } = useTranslation("builder");
  // Only where the panels start: afterwards a person has them as they like.
  const [scale] = useState(textScale);
  const [narrowish] = useState(() => roomInWindow() < 1200);
  const wide = (pixels: number): string => `${Math.round(pixels * scale)}px`;
  const id = useId();
  const { view } = useServices();
  const simulating = useView((state) => state.mode === "simulate");
  const asking = useView((state) => state.asking);
  const hasTests = useEditor(({ definition }) => savedScenarios(definition).scenarios.length > 0);
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
        <Group orientation="horizontal" className={styles["middle"] ?? ""} id={`${id}panels`}>
          <Panel
            id={`${id}palette`}
            defaultSize={wide(narrowish ? 190 : 230)}
            minSize={wide(170)}
            maxSize={wide(360)}
            groupResizeBehavior="preserve-pixel-size"
          >
            <Palette />
          </Panel>
          <Separator className={styles["separator"]} aria-label={t("editor.resizePalette")} />
          <Panel id={`${id}document`} minSize="280px">
            <Document />
          </Panel>
          <Separator className={styles["separator"]} aria-label={t("editor.resizeInspector")} />
          <Panel
            id={`${id}inspector`}
            defaultSize={wide(narrowish ? 290 : 340)}
            minSize={wide(260)}
            maxSize={wide(560)}
            groupResizeBehavior="preserve-pixel-size"
          >
            {simulating ? <SimulatePane {...simulation} /> : <InspectorPane triggerSettings={triggerSettings} />}
          </Panel>
        </Group>
      )}
      <ProblemsStrip />
      {narrow && <Sheets triggerSettings={triggerSettings} />}
      {/* Another question is another attempt. */}
      <Asking key={asking?.kind ?? ""} asking={asking} onGiveUp={() => view.getState().set({ asking: null })} />
      <DragGhost />
    </>
  );
});

const VIEWS: Record<DocumentView, ReactNode> = { canvas: <Canvas />, outline: <Outline />, sentences: <Sentences /> };

function Document({ narrow = false }: { narrow?: boolean }) {
  const { t } = useTranslation("builder");
  const view = useView((state) => state.view);
  return (
    <section className={styles["document"]} data-document={view} aria-label={t("editor.document")}>
      {VIEWS[view]}
      {view === "canvas" && narrow && <SightAbove />}
      {view === "canvas" && <SelectionBar />}
    </section>
  );
}

function Sheets({ triggerSettings }: { triggerSettings: ReactNode }) {
  const { t } = useTranslation("builder");
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
