import { applyFixes, applyPatch } from "@trilho/engine";
import type { Diagnostic, Fix, GraphDefinition, JsonObject } from "@trilho/engine";
import type { EditorServices } from "./context.ts";
import { textIn } from "../i18n/use-text.ts";
import { fixText } from "../i18n/engine-text.ts";
import { overlayOf } from "./changes.ts";
import { fixSettings, fixTo } from "./commands/fix.ts";
import { isDrawable } from "./document.ts";
import type { FixPreview } from "./view-store.ts";

/** Shows what a fix would change, in words and on the drawing. */
export function previewFix(services: EditorServices, problem: Diagnostic, fix: Fix): void {
  // Settings are not drawn, so there is nothing to be seen before; the step can be undone.
  if (problem.code.startsWith("entry-")) return mendSettings(services, fix);
  open(services, [{ problem, fix }]);
}

function mendSettings({ store, texts }: EditorServices, fix: Fix): void {
  const { settings, run } = store.getState();
  run(fixSettings(applyPatch(settings as JsonObject, fix.patch) as JsonObject, fixText(fix, texts.language)));
}

/** The same of all fixes that lose nothing, in the order in which the engine finds each to help. */
export function previewSafeFixes(services: EditorServices): void {
  open(services, applyFixes(services.store.getState().definition, "safe").applied);
}

function open({ store, view, canvas, texts }: EditorServices, steps: FixPreview["steps"]): void {
  const { definition: before } = store.getState();
  const after = patched(before, steps);
  if (after === null || steps.length === 0) {
    view.getState().announce(textIn(texts, "commands", "fixPreview.gone"));
    return;
  }
  const { preview: last, overlay: shown } = view.getState();
  const covered = last ? last.covered : shown;
  const overlay = overlayOf(before, after);
  view
    .getState()
    .set({ preview: { seq: (last?.seq ?? 0) + 1, steps, before, after, covered }, overlay, problemsOpen: true });
  const [first] = [...overlay.nodes.keys()];
  if (first !== undefined) canvas.current?.show([first]);
}

/** Null where a patch does not fit the document (any more). */
function patched(before: GraphDefinition, steps: FixPreview["steps"]): GraphDefinition | null {
  try {
    const after: unknown = steps.reduce((current, { fix }) => applyPatch(current, fix.patch), before);
    return isDrawable(after) ? after : null;
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

/** Puts the drawing back to how it looked before the preview. */
export function closePreview({ view }: Pick<EditorServices, "view">): void {
  const { preview } = view.getState();
  if (preview) view.getState().set({ preview: null, overlay: preview.covered });
}

/** Makes the previewed fixes, as one step that can be undone. */
export function makePreviewed(services: EditorServices): boolean {
  const { preview } = services.view.getState();
  closePreview(services);
  if (preview?.before !== services.store.getState().definition) return false;
  const [first] = preview.steps;
  const words =
    preview.steps.length === 1 && first
      ? fixText(first.fix, services.texts.language)
      : textIn(services.texts, "builder", "problems.fixAllText", { count: preview.steps.length });
  return services.store.getState().run(fixTo(preview.after, words));
}
