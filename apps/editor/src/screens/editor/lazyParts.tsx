import { useTranslation } from "react-i18next";
import { nodeInspectorCode } from "../../features/forms/LazyNodeInspector.tsx";
import { queryEditorCode } from "../../features/forms/query/LazyQueryEditor.tsx";
import { fixPreviewCode } from "../../features/problems/LazyFixPreview.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { lazyPart } from "../../ui/loading/lazyPart.tsx";
import { menuCode } from "../../ui/dialogs/Menu.tsx";
import { loadAll } from "../../ui/loading/onDemand.ts";
import { popoverCode } from "../../ui/dialogs/Popover.tsx";
import { Spinner } from "../../ui/loading/Spinner.tsx";
import { sheetCode } from "./Sheet.tsx";
import { whenIdle } from "../../ui/loading/whenIdle.ts";

const simulation = lazyPart(async () => (await import("./SimulatePane.tsx")).SimulatePane, { fallback: <OnItsWay /> });
/** Not at first on a wide screen. */
const outline = lazyPart(async () => (await import("../../features/outline/Outline.tsx")).Outline, {
  fallback: <OnItsWay />,
});
const asking = lazyPart(async () => (await import("./Asking.tsx")).Asking, {
  wanted: (props) => props.asking !== null,
});

export const Outline = outline.Part;
const sentences = lazyPart(async () => (await import("../../features/sentences/Sentences.tsx")).Sentences, {
  fallback: <OnItsWay />,
});

/** Testing can wait until the drawing is there. */
const testsBadge = lazyPart(
  async () => {
    await new Promise<void>(whenIdle);
    return (await import("../../features/scenarios/TestsBadge.tsx")).TestsBadge;
  },
  { wanted: ({ hasTests }) => hasTests, missing: "nowhere" },
);

export const SimulatePane = simulation.Part;
export const TestsBadge = testsBadge.Part;
export const Sentences = sentences.Part;
export const Asking = asking.Part;

/** Parts that the first picture does without and editing does not, in the order in which people come to need them. */
export const EDITING_PARTS = [
  nodeInspectorCode,
  asking.code,
  sheetCode,
  menuCode,
  popoverCode,
  fixPreviewCode,
  outline.code,
  sentences.code,
  queryEditorCode,
  simulation.code,
] as const;

/** What cannot be had now is asked for again by itself and when it is shown; its failure is told there. */
export const loadParts = (): Promise<unknown> => loadAll(EDITING_PARTS);

/** Loads them while nothing else goes on: then they are there at once, and offline as well. */
export function loadLazyParts(): () => void {
  return whenIdle(() => void loadParts());
}

function OnItsWay() {
  const { t } = useTranslation("common");
  return <EmptyState icon={<Spinner size={22} />} title={t("loading")} />;
}
