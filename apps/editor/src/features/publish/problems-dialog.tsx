import { useRef, type ReactNode } from "react";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { ProblemList, type ShownProblem } from "./problem-list.tsx";

interface ProblemsDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description: ReactNode;
  problems: readonly ShownProblem[];
  /** What else there is to know. */
  children?: ReactNode;
  /** Goes on all the same, where that is possible. */
  goOn?: { label: string; act: () => void };
}

/** Says what keeps a publish from happening, or should be looked at before it, and leads to each of it. */
export function ProblemsDialog({ open, onClose, title, description, problems, goOn, children }: ProblemsDialogProps) {
  const t = useText("automation");
  const confirm = useRef<HTMLButtonElement>(null);
  const closing = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={title}
      description={description}
      {...(goOn && { initialFocus: confirm })}
      footer={
        <>
          <Button variant={goOn ? "secondary" : "primary"} onClick={onClose}>
            {t("blocked.close")}
          </Button>
          {goOn && (
            <Button ref={confirm} variant="primary" onClick={closing(goOn.act)}>
              {goOn.label}
            </Button>
          )}
        </>
      }
    >
      <ProblemList problems={problems.map(({ show, ...problem }) => ({ ...problem, show: show && closing(show) }))} />
      {children}
    </Dialog>
  );
}
