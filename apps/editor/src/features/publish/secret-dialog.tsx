import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { toast } from "../../ui/dialogs/toast.ts";
import { copyText } from "../../browser/files.ts";
import { text, useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { useLast } from "../../ui/use-last.ts";
import styles from "./secret-dialog.module.css";

interface SecretDialogProps {
  /** Null when there is none to show. */
  secret: string | null;
  onClose: () => void;
}

/** Shows a webhook secret the one time it can be seen; only its button closes it. */
export function SecretDialog({ secret, onClose }: SecretDialogProps) {
  const t = useText("automation");
  const shown = useLast(secret);
  const [copied, setCopied] = useState(false);
  const close = () => {
    setCopied(false);
    onClose();
  };
  async function copy(value: string) {
    const done = await copyText(value);
    setCopied(done);
    if (!done) toast.error(text("common", "copyFailed"));
  }
  return (
    <Dialog
      open={secret !== null}
      onOpenChange={() => undefined}
      dismissible={false}
      title={t("secret.title")}
      description={t("secret.description")}
      footer={
        <>
          <Button icon={copied ? <Check /> : <Copy />} onClick={() => void copy(secret ?? "")}>
            {copied ? text("common", "copied") : t("secret.copy")}
          </Button>
          <Button variant="primary" onClick={close}>
            {t("secret.done")}
          </Button>
        </>
      }
    >
      <p className={styles["label"]}>{t("secret.label")}</p>
      <code className={styles["secret"]} data-testid="webhook-secret">
        {shown}
      </code>
      <p className={styles["use"]}>{t("secret.use")}</p>
    </Dialog>
  );
}
