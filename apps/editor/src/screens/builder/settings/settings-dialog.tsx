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
  strict: boolean;
  isNew: boolean;
}

export function SettingsDialog({ open, onClose, draft, onChange, ...rest }: SettingsDialogProps) {
  const t = useText("automation");
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t("form.title")}
      description={t("form.description")}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t("form.done")}
        </Button>
      }
    >
      <SettingsForm draft={draft} onChange={onChange} {...rest} />
    </Dialog>
  );
}
