import { useText } from "../../i18n/useText.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { useLeaveGuard } from "../useLeaveGuard.ts";

/** Asks before unsaved changes are left behind. */
export function LeaveDialog({ active, name }: { active: boolean; name: string }) {
  const t = useText("automation");
  const leaving = useLeaveGuard(active);
  return (
    <ConfirmDialog
      open={leaving !== null}
      onOpenChange={(open) => !open && leaving?.stay()}
      title={t("leave.title")}
      description={t("leave.description", { name })}
      confirmLabel={t("leave.confirm")}
      cancelLabel={t("leave.cancel")}
      danger
      onConfirm={() => leaving?.leave()}
    />
  );
}
