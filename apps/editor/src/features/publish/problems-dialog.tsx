import type { ReactNode } from "react";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import styles from "./problems-dialog.module.css";

/** One line of what keeps a publish from happening. */
export interface ShownProblem {
  key: string;
  message: string;
  /** Where it is, when the message does not say so: a field. */
  place: string | null;
  /** Leads there; null when there is nowhere to go. */
  show: (() => void) | null;
}

interface ProblemsDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description: ReactNode;
  problems: readonly ShownProblem[];
}

/** Says what keeps a publish from happening, and leads to each of it. */
export function ProblemsDialog({ open, onClose, title, description, problems }: ProblemsDialogProps) {
  const t = useText("automation");
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={title}
      description={description}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t("blocked.close")}
        </Button>
      }
    >
      <ul className={styles["list"]}>
        {problems.map(({ key, message, place, show }) => (
          <li key={key} className={styles["item"]}>
            <div className={styles["text"]}>
              {message}
              {place !== null && <code className={styles["place"]}>{place}</code>}
            </div>
            {show !== null && (
              <Button
                size="sm"
                aria-label={`${t("blocked.show")}: ${message}`}
                onClick={() => {
                  onClose();
                  show();
                }}
              >
                {t("blocked.show")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
