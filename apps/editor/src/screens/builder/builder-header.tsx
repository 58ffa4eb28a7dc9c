import type { Automation } from "@trilho/api-client";
import type { Diagnostic } from "@trilho/engine";
import {
  ArrowLeft,
  CloudUpload,
  Copy,
  Download,
  Ellipsis,
  FlaskConical,
  GitCompareArrows,
  History,
  Hourglass,
  Settings2,
  Workflow,
} from "lucide-react";
import { Link } from "wouter";
import { LanguageMenu } from "../shell/language-menu.tsx";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/dialogs/menu.tsx";
import { Tooltip } from "../../ui/dialogs/tooltip.tsx";
import { navigate, runsPath } from "../../browser/location.ts";
import { useWaitingRuns } from "../../data/runs.ts";
import { useMedia } from "../../browser/use-media.ts";
import { ThemeMenu } from "../shell/theme-menu.tsx";
import type { BuilderActions } from "./builder-actions.ts";
import styles from "./builder.module.css";
import type { Draft } from "../../document/draft/draft.ts";
import { copyDraft, downloadDraft } from "../../document/draft/draft-file.ts";
import type { DraftSyncState } from "../../features/drafts/draft-sync.ts";
import { NameInput } from "./name-input.tsx";
import { ProblemCount } from "./problem-count.tsx";
import type { Way } from "./review/way.ts";
import { StoredSwitch } from "./stored-switch.tsx";
import { Status } from "../../ui/status.tsx";

interface BuilderHeaderProps extends BuilderActions {
  draft: Draft;
  base: Automation | null;
  stored: Automation | null;
  dirty: boolean;
  /** Where unpublished changes are kept; null for none, or while that is not known. */
  shared: DraftSyncState["status"] | null;
  publishing: boolean;
  way: Way;
  /** Whether somebody approved the stored version, where that is asked for. */
  approved: boolean;
  /** Whether there is something to publish, to ask about or to approve. */
  wanted: boolean;
  /** Only to be looked at: another tab edits it, or a newer editor made it. */
  locked: boolean;
  onName: (name: string) => void;
  onProblem: (problem: Diagnostic) => void;
}

export function BuilderHeader(props: BuilderHeaderProps) {
  const t = useText("automation");
  const { draft, base, stored, dirty, publishing, locked, way, wanted } = props;
  const { onPublish, onReview, onCompare, onSettings, onTry, onFlow, onHistory, onWaiting } = props;
  const narrow = useMedia("(max-width: 68.75rem)");
  const waiting = (useWaitingRuns(stored?.id ?? null).data ?? []).reduce((sum, { runs }) => sum + runs, 0);
  const waitingLabel = waiting > 0 ? t("waitingRunsCounted", { runs: waiting }) : t("waitingRuns");
  // Both are in the list of automations, too.
  const tiny = useMedia("(max-width: 26rem)");
  const runs = base && (() => navigate(runsPath(base.id)));
  return (
    <header className={styles["header"]}>
      <Tooltip content={t("back")}>
        <Link href="/" aria-label={t("back")} className={styles["back"]}>
          <ArrowLeft aria-hidden="true" />
        </Link>
      </Tooltip>
      <div className={styles["identity"]}>
        <NameInput name={draft.settings.name} onName={props.onName} readOnly={locked} />
        <State {...{ base, dirty, way }} approved={props.approved} />
        {stored !== null && waiting > 0 && !(tiny && dirty) && (
          <WaitingRuns id={stored.id} count={waiting} short={tiny} />
        )}
        {props.shared !== null && !narrow && (
          <Status className={styles["kept"]}>
            <span title={t(props.shared === "alone" ? "sharedDraft.aloneHint" : `sharedDraft.${props.shared}`)}>
              {t(`sharedDraft.${props.shared}`)}
            </span>
          </Status>
        )}
      </div>
      <span className={styles["space"]} />
      <div className={styles["tools"]}>
        <ProblemCount definition={draft.definition} onProblem={props.onProblem} />
        {!narrow && onCompare && (
          <Button variant="ghost" icon={<GitCompareArrows />} onClick={onCompare}>
            {t("compare")}
          </Button>
        )}
        {!narrow && !locked && (
          <Button variant="ghost" icon={<Settings2 />} onClick={onSettings}>
            {t("settings")}
          </Button>
        )}
        {!narrow && (onTry || base === null) && (
          <Button
            variant="ghost"
            icon={<FlaskConical />}
            title={t("tryHint")}
            disabled={onTry === null}
            onClick={onTry ?? undefined}
          >
            {t("try")}
          </Button>
        )}
        {!narrow && runs && (
          <Button variant="ghost" icon={<History />} onClick={runs}>
            {t("runs")}
          </Button>
        )}
        <Menu
          trigger={<IconButton label={t("more")} icon={<Ellipsis />} />}
          items={[
            ...(narrow && onCompare ? [{ label: t("compare"), icon: <GitCompareArrows />, onSelect: onCompare }] : []),
            ...(narrow && !locked ? [{ label: t("settings"), icon: <Settings2 />, onSelect: onSettings }] : []),
            ...(narrow && runs ? [{ label: t("runs"), icon: <History />, onSelect: runs }] : []),
            ...(narrow && onTry ? [{ label: t("try"), icon: <FlaskConical />, onSelect: onTry }] : []),
            ...(onFlow ? [{ label: t("flow"), icon: <Workflow />, onSelect: onFlow }] : []),
            ...(onWaiting ? [{ label: waitingLabel, icon: <Hourglass />, onSelect: onWaiting }] : []),
            ...(onHistory ? [{ label: t("history"), icon: <History />, onSelect: onHistory }] : []),
            ...(onReview ? [{ label: t("review"), icon: <CloudUpload />, onSelect: onReview }] : []),
            ...(narrow || onFlow ? [null] : []),
            { label: t("export"), icon: <Download />, onSelect: () => downloadDraft(draft) },
            { label: t("copyJson"), icon: <Copy />, onSelect: () => void copyDraft(draft) },
            { label: t("copyMermaid"), icon: <Workflow />, onSelect: () => props.onShare("mermaid") },
            { label: t("downloadSvg"), icon: <Download />, onSelect: () => props.onShare("svg") },
            { label: t("downloadPng"), icon: <Download />, onSelect: () => props.onShare("png") },
          ]}
        />
        {!tiny && <LanguageMenu />}
        {!tiny && <ThemeMenu />}
      </div>
      <div className={styles["actions"]}>
        <StoredSwitch stored={stored} dirty={dirty} />
        <Button
          variant="primary"
          icon={<CloudUpload />}
          loading={publishing}
          disabled={locked || !wanted}
          title={wanted ? undefined : t(way === "asked" ? "reviewed.waits" : "nothingToPublish")}
          onClick={onPublish}
        >
          {way === "publish"
            ? t(publishing ? "publishing" : "publish")
            : t(`reviewed.${way === "asked" ? "ask" : way}`)}
        </Button>
      </div>
    </header>
  );
}

/** That runs of a person's automation wait is to be known before it is changed. */
function WaitingRuns({ id, count, short }: { id: string; count: number; short: boolean }) {
  const t = useText("automation");
  const locale = useLocale();
  const words = t("waitingCount", { count });
  return (
    <Link
      href={runsPath(id, { status: "waiting" })}
      className={styles["waiting"]}
      title={t("waitingHint")}
      aria-label={words}
    >
      <Hourglass aria-hidden="true" />
      {short ? new Intl.NumberFormat(locale).format(count) : words}
    </Link>
  );
}

function State({ base, dirty, way, approved }: Pick<BuilderHeaderProps, "base" | "dirty" | "way" | "approved">) {
  const t = useText("automation");
  return (
    <Status className={styles["state"]}>
      {base === null ? (
        <Badge tone="warning">{t("neverPublished")}</Badge>
      ) : way === "asked" || way === "approve" ? (
        <Badge tone="warning">{t("reviewed.waits")}</Badge>
      ) : !dirty && !approved ? (
        <Badge tone="warning">{t("reviewed.unapproved")}</Badge>
      ) : dirty ? (
        <Badge tone="warning" dot>
          {t("unsaved")}
        </Badge>
      ) : (
        <Badge>{t("saved", { version: base.version })}</Badge>
      )}
    </Status>
  );
}
