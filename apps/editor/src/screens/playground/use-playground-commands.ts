import { useEffect, useMemo, useRef } from "react";
import type { Draft } from "../../document/draft/draft.ts";
import { copyDraft, downloadDraft } from "../../document/draft/draft-file.ts";
import type { HostCommand } from "../../document/host-command.ts";
import { useText } from "../../i18n/use-text.ts";
import type { DrawingFormat } from "../builder/share-drawing.ts";
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

/** What the page adds to the command palette. The same list until the language or the theme changes. */
export function usePlaygroundCommands(draft: Draft, actions: PlaygroundActions): readonly HostCommand[] {
  const t = useText("playground");
  const automation = useText("automation");
  const list = useText("automations");
  const looks = useLooks();
  const latest = useRef({ ...actions, draft });
  useEffect(() => {
    latest.current = { ...actions, draft };
  });
  return useMemo(() => {
    const command = (id: string, label: string, run: () => void): HostCommand => ({
      id,
      label,
      section: "automation",
      run,
    });
    return [
      command("copyLink", t("copyLink"), () => latest.current.onCopyLink()),
      command("templates", t("templates"), () => latest.current.onTemplates()),
      command("import", list("import"), () => latest.current.onImport()),
      command("drafts", t("drafts.show"), () => latest.current.onDrafts()),
      command("settings", automation("settings"), () => latest.current.onSettings()),
      command("export", automation("export"), () => downloadDraft(latest.current.draft)),
      command("copyJson", automation("copyJson"), () => void copyDraft(latest.current.draft)),
      command("copyMermaid", automation("copyMermaid"), () => latest.current.onShare("mermaid")),
      command("downloadSvg", automation("downloadSvg"), () => latest.current.onShare("svg")),
      command("downloadPng", automation("downloadPng"), () => latest.current.onShare("png")),
      ...looks,
    ];
  }, [t, automation, list, looks]);
}
