import { textIn } from "../../i18n/use-text.ts";
import type { PasteRefusal } from "../../document/commands/clipboard.ts";
import { clipboardCode } from "../../document/commands/clipboard-code.ts";
import { copySteps } from "../../document/commands/copy.ts";
import { deleteNodes } from "../../document/commands/remove.ts";
import type { ScreenPoint } from "../../document/view-store.ts";
import type { EditorServices } from "../../document/context.ts";
import { focusSelection } from "../../document/selection-commands.ts";
import type { T } from "../../describe/node-label.ts";
import { withCode } from "./with-code.ts";

/** Puts the selected steps on the clipboard as JSON; a cut takes them out as well. */
export function copySelection(services: EditorServices, event: ClipboardEvent, t: T, cut: boolean): void {
  // Marked words, in the sentences or a message, are what is meant then.
  if (document.getSelection()?.isCollapsed === false) return;
  const json = selectionAsJson(services);
  if (json === null || !event.clipboardData) return;
  event.preventDefault();
  event.clipboardData.setData("text/plain", json);
  settle(services, t, cut);
}

/** Pastes what the clipboard brings, at the pointer where that is over the canvas. */
export function pasteClipboard(services: EditorServices, event: ClipboardEvent, pointer: ScreenPoint | null): void {
  event.preventDefault();
  pasteText(services, event.clipboardData?.getData("text/plain") ?? "", pointer);
}

/** The same without keys: a browser may forbid it, which is reported. */
export const copyFromMenu = (services: EditorServices, t: T): Promise<void> => writeSelection(services, t, false);
export const cutFromMenu = (services: EditorServices, t: T): Promise<void> => writeSelection(services, t, true);

export async function pasteFromMenu(services: EditorServices): Promise<void> {
  let held: string;
  try {
    held = await navigator.clipboard.readText();
  } catch {
    complain(services, "noReading", "pasteByKeys");
    return;
  }
  pasteText(services, held, null);
}

type Trouble = "noReading" | "noWriting" | "refused";
type Advice = PasteRefusal | "pasteByKeys" | "copyByKeys" | "onlyTrigger";

/** In the words of this editor: the clipboard may have kept it waiting. */
function complain({ toast, texts }: EditorServices, trouble: Trouble, advice: Advice, most = 0): void {
  const description = textIn(texts, "commands", `clipboard.${advice}`, { most });
  toast.error(textIn(texts, "commands", `clipboard.${trouble}`), { description });
}

/** Puts copies of the selected steps beside them and selects those. */
export function duplicateSelection(services: EditorServices): void {
  const { selection, run } = services.store.getState();
  void withCode(services, clipboardCode, ({ duplicate }) => {
    if (run(duplicate(selection.nodeIds))) focusSelection(services);
  });
}

async function writeSelection(services: EditorServices, t: T, cut: boolean): Promise<void> {
  const json = selectionAsJson(services);
  if (json === null) return;
  try {
    await navigator.clipboard.writeText(json);
  } catch {
    complain(services, "noWriting", "copyByKeys");
    return;
  }
  settle(services, t, cut);
}

function selectionAsJson({ store }: EditorServices): string | null {
  const { definition, selection } = store.getState();
  const steps = copySteps(definition, selection.nodeIds);
  return steps && JSON.stringify(steps, null, 2);
}

/** What follows once the steps are on the clipboard. */
function settle(services: EditorServices, t: T, cut: boolean): void {
  const { selection, run, readOnly } = services.store.getState();
  if (!cut || readOnly) services.view.getState().announce(t("announced.copied", { count: selection.nodeIds.length }));
  else if (run(deleteNodes(selection.nodeIds, "cut"))) focusSelection(services);
}

function pasteText(services: EditorServices, held: string, pointer: ScreenPoint | null): void {
  const { store, canvas } = services;
  if (store.getState().readOnly) return;
  const at = pointer && (canvas.current?.pointAt(pointer) ?? null);
  void withCode(services, clipboardCode, ({ MOST_PASTED, paste, readSteps }) => {
    const read = readSteps(held);
    if (!read.ok) complain(services, "refused", read.reason, MOST_PASTED);
    else if (store.getState().run(paste(read.steps, { at }))) focusSelection(services);
    else complain(services, "refused", "onlyTrigger");
  });
}
