import { useText } from "../../i18n/use-text.ts";
import { noteCode } from "../../canvas/notes/note-part.tsx";
import { checkerCode } from "../../document/checker-code.ts";
import { clipboardCode } from "../../document/commands/clipboard-code.ts";
import { nodeInspectorCode } from "../../features/forms/lazy-node-inspector.tsx";
import { queryEditorCode } from "../../features/forms/query/lazy-query-editor.tsx";
import { fixPreviewCode, problemListCode } from "../../features/problems/lazy-problems.tsx";
import { changesCode } from "../../features/commands/toolbar.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { lazyPart } from "../../ui/loading/lazy-part.tsx";
import { menuCode } from "../../ui/dialogs/menu.tsx";
import { loadAll } from "../../ui/loading/on-demand.ts";
import { popoverCode } from "../../ui/dialogs/popover.tsx";
import { Spinner } from "../../ui/loading/spinner.tsx";
import { sheetCode } from "./sheet.tsx";
import { whenIdle } from "../../ui/loading/when-idle.ts";

const simulation = lazyPart(async () => (await import("./simulate-pane.tsx")).SimulatePane, { fallback: <OnItsWay /> });
/** Not at first on a wide screen. */
const outline = lazyPart(async () => (await import("../../features/outline/outline.tsx")).Outline, {
  fallback: <OnItsWay />,
});
const asking = lazyPart(async () => (await import("./asking.tsx")).Asking, {
  wanted: (props) => props.asking !== null,
});

export const Outline = outline.Part;
const sentences = lazyPart(async () => (await import("../../features/sentences/sentences.tsx")).Sentences, {
  fallback: <OnItsWay />,
});

const startHere = lazyPart(async () => (await import("../../features/palette/start-here.tsx")).StartHere, {
  missing: "here",
});

/** Testing can wait until the drawing is there. */
const testsBadge = lazyPart(
  async () => {
    await new Promise<void>(whenIdle);
    return (await import("../../features/scenarios/tests-badge.tsx")).TestsBadge;
  },
  { wanted: ({ hasTests }) => hasTests, missing: "nowhere" },
);

const findBar = lazyPart<{ finding: boolean }>(async () => (await import("../../features/find/find-bar.tsx")).FindBar, {
  wanted: ({ finding }) => finding,
});

export const FindBar = findBar.Part;
export const SimulatePane = simulation.Part;
export const TestsBadge = testsBadge.Part;
export const Sentences = sentences.Part;
export const Asking = asking.Part;
export const StartHere = startHere.Part;

/** Parts that the first picture does without and editing does not, in the order in which people come to need them. */
export const EDITING_PARTS = [
  nodeInspectorCode,
  asking.code,
  startHere.code,
  sheetCode,
  menuCode,
  clipboardCode,
  changesCode,
  findBar.code,
  noteCode,
  popoverCode,
  checkerCode,
  problemListCode,
  fixPreviewCode,
  outline.code,
  sentences.code,
  queryEditorCode,
  simulation.code,
] as const;

/** What cannot be had now is asked for again by itself and when it is shown; its failure is shown there. */
export const loadParts = (): Promise<unknown> => loadAll(EDITING_PARTS);

/** Loads them while nothing else goes on: then they are there at once, and offline as well. */
export function loadLazyParts(): () => void {
  return whenIdle(() => void loadParts());
}

function OnItsWay() {
  const t = useText("common");
  return <EmptyState icon={<Spinner size={22} />} title={t("loading")} />;
}
