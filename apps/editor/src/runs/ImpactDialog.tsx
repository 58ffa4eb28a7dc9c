import type { AutomationWaiting } from "@trilho/api-client";
import { useMemo } from "react";
import { stepName } from "../compare/fieldWords.ts";
import type { Lookup } from "../forms/lookup.ts";
import { useText } from "../i18n/useText.ts";
import { findNode, isDrawable } from "../store/document.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { waitingStandings } from "./impact.ts";
import styles from "./runs.module.css";

export interface ImpactDialogProps {
  open: boolean;
  onClose: () => void;
  onPush: () => void;
  waiting: AutomationWaiting | null;
  /** What would be pushed. */
  after: unknown;
  names: Lookup;
}

/** Before a push: who waits where, and for whom the new version would have no place. */
export function ImpactDialog({ open, onClose, onPush, waiting, after, names }: ImpactDialogProps) {
  const t = useText("runs");
  const compare = useText("compare");
  const standings = useMemo(
    () => (open && waiting !== null && isDrawable(after) ? waitingStandings(waiting, after) : []),
    [open, waiting, after],
  );
  const total = waiting?.waiting.reduce((sum, { runs }) => sum + runs, 0) ?? 0;
  const stranded = standings.reduce((sum, each) => sum + each.stranded, 0);
  const nameOf = (nodeId: string | null): string => {
    const stored = (waiting?.versions ?? []).map(({ graphDefinition }) => graphDefinition);
    const definitions = isDrawable(after) ? [after, ...stored] : stored;
    const node = definitions.map((each) => (nodeId === null ? undefined : findNode(each, nodeId))).find(Boolean);
    return node ? stepName(node, names, null) : compare("runs.unknown");
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t("impact.title", { count: total })}
      description={
        <div className={styles["facts"]}>
          <p>{t("impact.keep")}</p>
          <p>{stranded > 0 ? t("impact.stranded", { count: stranded }) : t("impact.fine")}</p>
          <ul className={styles["standings"]}>
            {standings.map((standing) => (
              <li key={standing.nodeId ?? ""}>
                <span>{nameOf(standing.nodeId)}</span>
                <span>{compare("runs.at", { count: standing.runs })}</span>
                {standing.stranded > 0 && (
                  <span className={styles["error"]}>{compare("runs.strandedAt", { count: standing.stranded })}</span>
                )}
              </li>
            ))}
          </ul>
        </div>
      }
      confirmLabel={t("impact.confirm")}
      cancelLabel={t("impact.cancel")}
      onConfirm={onPush}
    />
  );
}
