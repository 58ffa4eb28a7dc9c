import { useEffect, useMemo, useRef } from "react";
import type { Draft } from "../../document/draft/draft.ts";
import { copyDraft, downloadDraft } from "../../document/draft/draft-file.ts";
import type { HostCommand } from "../../document/host-command.ts";
import { useText } from "../../i18n/use-text.ts";
import type { DrawingFormat } from "../builder/share/share-drawing.ts";
import { useLooks } from "../shell/use-looks.ts";

/** What the header and the command palette offer. */
export interface PlaygroundActions {
  onTemplates: () => void;
  onImport: () => void;
  onDrafts: () => void;
  onSettings: () => void;
  onCopyLink: () => void;
  onShare: (format: DrawingFormat) => void;
}

interface Now extends PlaygroundActions {
  draft: Draft;
}

/** What the page adds to the command palette. The same list until the language or the theme changes. */
export function usePlaygroundCommands(draft: Draft, actions: PlaygroundActions): readonly HostCommand[] {
  const t = useText("playground");
  const automation = useText("automation");
  const list = useText("automations");
  const looks = useLooks();
  const latest = useRef<Now>({ ...actions, draft });
  useEffect(() => {
    latest.current = { ...actions, draft };
  });
  return useMemo(() => {
    const rows: readonly [id: string, label: string, act: (now: Now) => void][] = [
      ["copyLink", t("copyLink"), (now) => now.onCopyLink()],
      ["templates", t("templates"), (now) => now.onTemplates()],
      ["import", list("import"), (now) => now.onImport()],
      ["drafts", t("drafts.show"), (now) => now.onDrafts()],
      ["settings", automation("settings"), (now) => now.onSettings()],
      ["export", automation("export"), ({ draft: current }) => downloadDraft(current)],
      ["copyJson", automation("copyJson"), ({ draft: current }) => void copyDraft(current)],
      ["copyMermaid", automation("copyMermaid"), (now) => now.onShare("mermaid")],
      ["downloadSvg", automation("downloadSvg"), (now) => now.onShare("svg")],
      ["downloadPng", automation("downloadPng"), (now) => now.onShare("png")],
    ];
    const own = rows.map(([id, label, act]): HostCommand => ({
      id,
      label,
      section: "automation",
      run: () => act(latest.current),
    }));
    return [...own, ...looks];
  }, [t, automation, list, looks]);
}
