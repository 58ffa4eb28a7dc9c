import { SimulatePanel } from "./simulate-panel.tsx";
import type { SimulatedAutomation } from "../../simulation/use-simulation.ts";
import { useDefinition, useEditor, useLabels, useServices } from "../../document/context.ts";

export interface SimulationSettings {
  /** Keeps the scenarios of one automation from those of another. */
  automationId?: string;
  automation?: SimulatedAutomation;
}

/** The simulation beside the drawing: its token and its way show on the canvas. */
export function SimulatePane({ automationId, automation }: SimulationSettings) {
  const { store, view, canvas } = useServices();
  const { triggerSummary } = useLabels();
  const definition = useDefinition();
  const readOnly = useEditor((state) => state.readOnly);
  return (
    <SimulatePanel
      definition={definition}
      triggerSummary={triggerSummary}
      readOnly={readOnly}
      owner={automationId ?? store}
      {...(automation && { automation })}
      run={(command) => store.getState().run(command)}
      onHighlight={(highlight) => {
        view.getState().set({ highlight });
        // The panel itself takes room on a small screen: look once that is settled.
        const id = highlight?.nodeId;
        if (id) requestAnimationFrame(() => canvas.current?.show([id]));
      }}
      onOverlay={(overlay) => view.getState().set({ overlay })}
      onSelectNode={(id) => {
        store.getState().select({ nodeIds: [id] });
        canvas.current?.show([id]);
      }}
      onClose={() => {
        view.getState().set({ mode: "build", highlight: null, overlay: null });
        // The button that closed it is gone.
        view.getState().wantFocus("node", store.getState().selection.nodeIds[0] ?? null);
      }}
    />
  );
}
