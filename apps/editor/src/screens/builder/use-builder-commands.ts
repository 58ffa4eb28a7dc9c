import { useEffect, useMemo, useRef } from "react";
import type { HostCommand } from "../../document/host-command.ts";
import { useText } from "../../i18n/use-text.ts";
import { useImport } from "../../features/drafts/use-import.ts";
import { INTERACTIONS, navigate, WHERE_USED } from "../../browser/location.ts";
import { useLooks } from "../shell/use-looks.ts";
import type { Draft } from "../../document/draft/draft.ts";
import { copyDraft, downloadDraft } from "../../document/draft/draft-file.ts";
import type { BuilderActions } from "./builder-actions.ts";

interface Commanded extends BuilderActions {
  draft: Draft;
  /** Id of the stored automation; null before the first publish. */
  id: string | null;
  /** Whether a publish would do anything now. */
  canPublish: boolean;
}

/** What the page around the editor adds to the command palette. The same list until one of them comes, goes or changes. */
export function useBuilderCommands(commanded: Commanded): readonly HostCommand[] {
  const t = useText("automation");
  const list = useText("automations");
  const common = useText("common");
  const looks = useLooks();
  const importFile = useImport();
  const latest = useRef({ ...commanded, importFile });
  useEffect(() => {
    latest.current = { ...commanded, importFile };
  });
  const { id, canPublish, onCompare, onReview, onTry, onFlow } = commanded;
  const canReview = onReview !== null;
  const canCompare = onCompare !== null;
  const canTry = onTry !== null;
  const canFlow = onFlow !== null;

  return useMemo<readonly HostCommand[]>(
    () => [
      {
        id: "publish",
        label: t("publish"),
        section: "automation",
        keys: ["mod+s"],
        disabled: !canPublish,
        run: () => latest.current.onPublish(),
      },
      {
        id: "review",
        label: t("review"),
        section: "automation",
        disabled: !canReview,
        run: () => latest.current.onReview?.(),
      },
      { id: "settings", label: t("settings"), section: "automation", run: () => latest.current.onSettings() },
      {
        id: "compare",
        label: t("compare"),
        section: "automation",
        disabled: !canCompare,
        run: () => latest.current.onCompare?.(),
      },
      {
        id: "try",
        label: t("try"),
        section: "automation",
        disabled: !canTry,
        run: () => latest.current.onTry?.(),
      },
      {
        id: "flow",
        label: t("flow"),
        section: "automation",
        disabled: !canFlow,
        run: () => latest.current.onFlow?.(),
      },
      {
        id: "history",
        label: t("history"),
        section: "automation",
        disabled: !canFlow,
        run: () => latest.current.onHistory?.(),
      },
      {
        id: "waiting",
        label: t("waitingRuns"),
        section: "automation",
        disabled: !canFlow,
        run: () => latest.current.onWaiting?.(),
      },
      {
        id: "runs",
        label: t("runs"),
        section: "automation",
        disabled: id === null,
        run: () => navigate(`/automations/${encodeURIComponent(id ?? "")}/runs`),
      },
      { id: "export", label: t("export"), section: "automation", run: () => downloadDraft(latest.current.draft) },
      { id: "copyJson", label: t("copyJson"), section: "automation", run: () => void copyDraft(latest.current.draft) },
      {
        id: "copyMermaid",
        label: t("copyMermaid"),
        section: "automation",
        run: () => latest.current.onShare("mermaid"),
      },
      { id: "downloadSvg", label: t("downloadSvg"), section: "automation", run: () => latest.current.onShare("svg") },
      { id: "downloadPng", label: t("downloadPng"), section: "automation", run: () => latest.current.onShare("png") },
      { id: "import", label: list("import"), section: "automation", run: () => latest.current.importFile() },
      { id: "tour", label: t("tour"), section: "app", helps: true, run: () => latest.current.onTour() },
      {
        id: "interactions",
        label: common("navigation.interactions"),
        section: "app",
        run: () => navigate(INTERACTIONS),
      },
      { id: "used", label: common("navigation.used"), section: "app", run: () => navigate(WHERE_USED) },
      { id: "list", label: t("back"), section: "app", run: () => navigate("/") },
      ...looks,
    ],
    [t, list, common, looks, id, canPublish, canReview, canCompare, canTry, canFlow],
  );
}
