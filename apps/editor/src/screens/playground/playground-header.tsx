import type { Diagnostic } from "@trilho/engine";
import {
  Archive,
  Copy,
  Download,
  Ellipsis,
  FolderOpen,
  LayoutTemplate,
  Link,
  Settings2,
  Waypoints,
} from "lucide-react";
import { useMedia } from "../../browser/use-media.ts";
import type { Draft } from "../../document/draft/draft.ts";
import { copyDraft, downloadDraft } from "../../document/draft/draft-file.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/dialogs/menu.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import styles from "../builder/builder.module.css";
import { NameInput } from "../builder/name-input.tsx";
import { ProblemCount } from "../builder/problem-count.tsx";
import { LanguageMenu } from "../shell/language-menu.tsx";
import { Logo } from "../shell/logo.tsx";
import { ThemeMenu } from "../shell/theme-menu.tsx";
import type { PlaygroundActions } from "./use-playground-commands.ts";

interface PlaygroundHeaderProps extends PlaygroundActions {
  draft: Draft;
  locked: boolean;
  onName: (name: string) => void;
  onProblem: (problem: Diagnostic) => void;
}

export function PlaygroundHeader(props: PlaygroundHeaderProps) {
  const t = useText("playground");
  const automation = useText("automation");
  const list = useText("automations");
  const { draft, locked, onTemplates, onImport, onDrafts, onSettings } = props;
  const narrow = useMedia("(max-width: 60rem)");
  return (
    <header className={styles["header"]}>
      <Logo />
      <div className={styles["identity"]}>
        <NameInput name={draft.settings.name} onName={props.onName} readOnly={locked} />
      </div>
      <span className={styles["space"]} />
      <div className={styles["tools"]}>
        <ProblemCount definition={draft.definition} onProblem={props.onProblem} />
        {!narrow && (
          <>
            <Button variant="ghost" icon={<LayoutTemplate />} onClick={onTemplates}>
              {t("templates")}
            </Button>
            <Button variant="ghost" icon={<FolderOpen />} title={list("importHint")} onClick={onImport}>
              {list("import")}
            </Button>
          </>
        )}
        <Menu
          trigger={<IconButton label={automation("more")} icon={<Ellipsis />} />}
          items={[
            ...(narrow
              ? [
                  { label: t("templates"), icon: <LayoutTemplate />, onSelect: onTemplates },
                  { label: list("import"), icon: <FolderOpen />, onSelect: onImport },
                ]
              : []),
            ...(locked ? [] : [{ label: automation("settings"), icon: <Settings2 />, onSelect: onSettings }]),
            { label: t("drafts.show"), icon: <Archive />, onSelect: onDrafts },
            null,
            { label: automation("export"), icon: <Download />, onSelect: () => downloadDraft(draft) },
            { label: automation("copyJson"), icon: <Copy />, onSelect: () => void copyDraft(draft) },
            { label: automation("copyMermaid"), icon: <Waypoints />, onSelect: () => props.onShare("mermaid") },
            { label: automation("downloadSvg"), icon: <Download />, onSelect: () => props.onShare("svg") },
            { label: automation("downloadPng"), icon: <Download />, onSelect: () => props.onShare("png") },
          ]}
        />
        <LanguageMenu />
        <ThemeMenu />
      </div>
      <div className={styles["actions"]}>
        <Button variant="primary" icon={<Link />} onClick={props.onCopyLink}>
          {t("copyLink")}
        </Button>
      </div>
    </header>
  );
}
