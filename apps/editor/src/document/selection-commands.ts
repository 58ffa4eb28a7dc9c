import { deleteEdges } from "./commands/connect.ts";
import { deleteNodes } from "./commands/remove.ts";
import type { EditorServices } from "./context.ts";

type Services = Pick<EditorServices, "store" | "view">;

/** Deletes the selected steps and heals the chain, or else the selected connections. */
export function deleteSelection(services: Services): void {
  const { selection, run } = services.store.getState();
  if (selection.nodeIds.length > 0) run(deleteNodes(selection.nodeIds));
  else run(deleteEdges(selection.edgeKeys));
  focusSelection(services);
}

/** Leads the keyboard back to the drawing, which a sheet may have covered. */
export function focusSelection({ store, view }: Services): void {
  view.getState().set({ sheet: null });
  view.getState().wantFocus("node", store.getState().selection.nodeIds[0] ?? null);
}
