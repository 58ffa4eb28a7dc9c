import type { Automation } from "@trilho/api-client";
import { Copy, Download, GitCompareArrows, GitMerge } from "lucide-react";
import { useRef } from "react";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { useLast } from "../../ui/use-last.ts";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { changesBetween, type Changes } from "../../document/draft/draft-changes.ts";
import styles from "./conflict-dialog.module.css";
import { draftOf, type Draft } from "../../document/draft/draft.ts";
import { copyDraft, downloadDraft } from "../../document/draft/draft-file.ts";

interface ConflictDialogProps {
  /** What is stored now; null when there is no conflict. */
  theirs: Automation | null;
  /** What this draft started from. */
  base: Automation;
  mine: Draft;
  publishing: boolean;
  onKeep: () => void;
  onSee: (theirs: Automation) => void;
  onReplace: (theirs: Automation) => void;
  onMerge: (theirs: Automation) => void;
  onCompare: (theirs: Automation) => void;
}

/** Two people changed one automation: nothing is overwritten until a person decides. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { theirs: now, base, mine, publishing, onKeep, onSee, onReplace, onMerge, onCompare } = props;
  const t = useText("automation");
  const theirs = useLast(now);
  const keep = useRef<HTMLButtonElement>(null);
  const started = draftOf(base);
  return (
    <Dialog
      open={now !== null}
      onOpenChange={(open) => !open && onKeep()}
      size="lg"
      initialFocus={keep}
      title={t("conflict.title", { version: theirs?.version ?? "" })}
      description={t("conflict.description", { base: base.version })}
      footer={
        theirs !== null && (
          <>
            <Button ref={keep} onClick={onKeep}>
              {t("conflict.keep")}
            </Button>
            <Button onClick={() => onSee(theirs)}>{t("conflict.see")}</Button>
            <Button variant="danger" loading={publishing} onClick={() => onReplace(theirs)}>
              {t("conflict.replace")}
            </Button>
            <Button variant="primary" icon={<GitMerge />} onClick={() => onMerge(theirs)}>
              {t("conflict.merge")}
            </Button>
          </>
        )
      }
    >
      {theirs !== null && (
        <>
          <div className={styles["sides"]}>
            <Side title={t("conflict.theirs")} draft={draftOf(theirs)} started={started} base={base.version}>
              <p className={styles["when"]}>
                {t("conflict.updated")} <TimeAgo at={theirs.updatedAt} />
              </p>
            </Side>
            <Side title={t("conflict.yours")} draft={mine} started={started} base={base.version}>
              <div className={styles["keepers"]}>
                <Button size="sm" icon={<Download />} onClick={() => downloadDraft(mine)}>
                  {t("conflict.download")}
                </Button>
                <Button size="sm" icon={<Copy />} onClick={() => void copyDraft(mine)}>
                  {t("conflict.copy")}
                </Button>
              </div>
            </Side>
          </div>
          <p className={styles["hint"]}>
            {t("conflict.mergeHint")} {t("conflict.seeHint")}
          </p>
          <Button size="sm" icon={<GitCompareArrows />} onClick={() => onCompare(theirs)}>
            {t("conflict.compare")}
          </Button>
        </>
      )}
    </Dialog>
  );
}

interface SideProps {
  title: string;
  draft: Draft;
  started: Draft;
  base: number;
  children: React.ReactNode;
}

function Side({ title, draft, started, base, children }: SideProps) {
  const t = useText("automation");
  const lines = useChangeLines(changesBetween(started, draft));
  return (
    <section className={styles["side"]} aria-label={title}>
      <h3 className={styles["sideTitle"]}>{title}</h3>
      <p className={styles["name"]}>{draft.settings.name}</p>
      <p className={styles["since"]}>{t("conflict.changes", { base })}</p>
      <ul className={styles["lines"]}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {children}
    </section>
  );
}

function useChangeLines({ added, removed, changed, connections, settings }: Changes): string[] {
  const t = useText("automation");
  const lines = [
    added > 0 && t("conflict.added", { count: added }),
    removed > 0 && t("conflict.removed", { count: removed }),
    changed > 0 && t("conflict.changed", { count: changed }),
    connections > 0 && t("conflict.connections"),
    settings > 0 && t("conflict.settings"),
  ].filter((line) => line !== false);
  return lines.length > 0 ? lines : [t("conflict.none")];
}
