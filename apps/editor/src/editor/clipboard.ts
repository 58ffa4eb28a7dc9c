import { copySteps, paste, readSteps } from "../store/commands/clipboard.ts";
import { deleteNodes } from "../store/commands/remove.ts";
import type { EditorServices } from "./context.ts";
import type { T } from "./words.ts";

/** Puts the selected steps on the clipboard as JSON; a cut takes them out as well. */
export function copySelection({ store, view }: EditorServices, event: ClipboardEvent, t: T, cut: boolean): void {
  const { definition, selection, run, readOnly } = store.getState();
  const steps = copySteps(definition, selection.nodeIds);
  if (!steps || !event.clipboardData) return;
  event.preventDefault();
  event.clipboardData.setData("text/plain", JSON.stringify(steps, null, 2));
  if (cut && !readOnly) {
    run(deleteNodes(selection.nodeIds, "cut"));
    view.getState().wantFocus("node", store.getState().selection.nodeIds[0] ?? null);
  } else view.getState().say(t("said.copied", { count: steps.nodes.length }));
}

export function pasteClipboard({ store, view }: EditorServices, event: ClipboardEvent, t: T): void {
  const steps = readSteps(event.clipboardData?.getData("text/plain") ?? "");
  if (!steps) {
    view.getState().say(t("said.nothingToPaste"));
    return;
  }
  event.preventDefault();
  if (store.getState().run(paste(steps))) {
    view.getState().wantFocus("node", store.getState().selection.nodeIds[0] ?? null);
  }
}
