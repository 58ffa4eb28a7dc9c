import type { AutomationWaiting } from "@trilho/api-client";
import { useMemo } from "react";
import type { Lookup } from "../../document/lookup.ts";
import { useText } from "../../i18n/use-text.ts";
import { navigate, runsPath } from "../../browser/location.ts";
import { isDrawable } from "../../document/document.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";
import { useLast } from "../../ui/use-last.ts";
import { runsIn, waitingStandings } from "./impact.ts";
import styles from "./runs.module.css";
import { Standings } from "./standings.tsx";

export interface ImpactDialogProps {
  automationId: string | null;
  open: boolean;
  onClose: () => void;
  onPublish: () => void;
  waiting: AutomationWaiting | null;
  /** What would be published. */
  after: unknown;
  names: Lookup;
}

/** Before publishing: who waits where, and for whom the new version would have no place. */
export function ImpactDialog({ automationId, open, onClose, onPublish, waiting, after, names }: ImpactDialogProps) {
  const t = useText("runs");
  const now = useMemo(
    () =>
      open && waiting !== null && isDrawable(after)
        ? { standings: waitingStandings(waiting, after), versions: waiting.versions, after }
        : null,
    [open, waiting, after],
  );
  const shown = useLast(now);
  const { total, stranded } = runsIn(shown?.standings ?? []);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t("impact.title", { count: total })}
      description={
        <div className={styles["facts"]}>
          <p>{t("impact.keep")}</p>
          <p>{stranded > 0 ? t("impact.stranded", { count: stranded }) : t("impact.fine")}</p>
          {shown !== null && <Standings {...shown} names={names} />}
        </div>
      }
      confirmLabel={t("impact.confirm")}
      cancelLabel={t("impact.cancel")}
      also={
        automationId !== null && (
          <Button
            onClick={() => {
              onClose();
              navigate(runsPath(automationId, "waiting"));
            }}
          >
            {t("impact.see")}
          </Button>
        )
      }
      onConfirm={onPublish}
    />
  );
}
