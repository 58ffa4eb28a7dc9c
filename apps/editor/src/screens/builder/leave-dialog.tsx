import { useStore } from "zustand";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";
import { useLeaveGuard } from "../use-leave-guard.ts";
import { journalTrouble } from "../../features/drafts/journal.ts";

interface LeaveDialogProps {
  active: boolean;
  name: string;
  onDiscard: () => void;
}

/** Asks before unsaved changes are left behind: this device can keep them. */
export function LeaveDialog({ active, name, onDiscard }: LeaveDialogProps) {
  const t = useText("automation");
  const isKept = useStore(journalTrouble, ({ trouble }) => trouble === null);
  // Closing the tab loses nothing that the journal keeps.
  const leaving = useLeaveGuard(active, !isKept);
  const discard = () => {
    onDiscard();
    leaving?.leave();
  };
  return (
    <ConfirmDialog
      open={leaving !== null}
      onOpenChange={(open) => !open && leaving?.stay()}
      title={t("leave.title")}
      description={t(isKept ? "leave.descriptionKept" : "leave.description", { name })}
      confirmLabel={t("leave.confirm")}
      cancelLabel={t("leave.cancel")}
      danger
      onConfirm={discard}
      {...(isKept && {
        also: (
          <Button variant="primary" onClick={() => leaving?.leave()}>
            {t("leave.keep")}
          </Button>
        ),
      })}
    />
  );
}
