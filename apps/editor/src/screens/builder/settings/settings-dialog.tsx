import { useRef, useState } from "react";
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

/** As where it stands in the header, an automation keeps its name until it gets another one: it is not done without. */
export function SettingsDialog({ open, onClose, draft, onChange, onTrigger, ...rest }: SettingsDialogProps) {
  const t = useText("automation");
  const [isEmptied, setEmptied] = useState(false);
  const name = useRef<HTMLInputElement>(null);
  const shown = isEmptied ? "" : draft.settings.name;
  const close = () => {
    setEmptied(false);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={t("form.title")}
      description={t("form.description")}
      footer={
        <>
          {onTrigger && <Button onClick={onTrigger}>{t("form.toTrigger")}</Button>}
          <Button variant="primary" onClick={() => (shown.trim() === "" ? name.current?.focus() : close())}>
            {t("form.done")}
          </Button>
        </>
      }
    >
      <SettingsForm
        draft={draft}
        onChange={onChange}
        name={{
          ref: name,
          value: shown,
          onValueChange: (written) => {
            const isEmpty = written.trim() === "";
            setEmptied(isEmpty);
            if (!isEmpty) onChange({ name: written });
          },
          ...(shown.trim() === "" && { error: t("form.nameMissing") }),
        }}
        asksForTrigger={onTrigger === null}
        {...rest}
      />
    </Dialog>
  );
}
