import { useText } from "../../../i18n/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import type { Draft, Settings } from "../../../document/draft/draft.ts";
import { SettingsForm } from "./settings-form.tsx";

interface SettingsDialogProps {
  open: boolean;
  onClose: () => void;
  draft: Draft;
  onChange: (change: Partial<Settings>) => void;
  /** Problems of empty fields are shown only once the person tried to publish. */
  strict: boolean;
  isNew: boolean;
  /** Leads to the step that stands for the start, whose settings are changed there; null where there is none. */
  onTrigger: (() => void) | null;
}

export function SettingsDialog({ open, onClose, draft, onChange, onTrigger, strict, isNew }: SettingsDialogProps) {
  const t = useText("automation");
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t("form.title")}
      description={t("form.description")}
      footer={
        <>
          {onTrigger && <Button onClick={onTrigger}>{t("form.toTrigger")}</Button>}
          <Button variant="primary" onClick={onClose}>
            {t("form.done")}
          </Button>
        </>
      }
    >
      <SettingsForm {...{ draft, onChange, strict, isNew }} asksForTrigger={onTrigger === null} />
    </Dialog>
  );
}
