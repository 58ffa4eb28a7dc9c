import type { AutomationRunDetail } from "@trilho/api-client";
import { CirclePlay, RotateCcw, Square } from "lucide-react";
import { useState } from "react";
import { explainError } from "../../data/failures/describe-error.ts";
import { failureOf } from "../../data/failures/failure.ts";
import { useChangeRun } from "../../data/runs.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";
import { toast } from "../../ui/dialogs/toast.ts";
import { useLast } from "../../ui/use-last.ts";
import { useContinuation } from "./use-continuation.ts";

interface RunActionsProps {
  automationId: string;
  run: AutomationRunDetail;
  /** Simulates it over the version it ran, which is no longer the stored one. */
  onSimulate: (owner: object) => void;
  onClose: () => void;
}

const CAN_RETRY: ReadonlySet<string> = new Set(["failed", "dead_letter"]);
const CAN_CANCEL: ReadonlySet<string> = new Set(["queued", "running", "waiting"]);

/** What can be done about a run. */
export function RunActions({ automationId, run, onSimulate, onClose }: RunActionsProps) {
  const t = useText("runs");
  const change = useChangeRun(automationId, run.runId);
  const [asking, setAsking] = useState<"retry" | "cancel" | null>(null);
  const asked = useLast(asking) ?? "retry";
  const simulate = useContinuation(automationId, run, onSimulate);
  const act = (): void =>
    change.mutate(asked, {
      onSuccess: () => toast.success(t(`${asked}.done`)),
      onError: (error) =>
        toast.error(t(`${asked}.failed`), {
          description: failureOf(error).kind === "conflict" ? t(`${asked}.refused`) : explainError(error),
        }),
    });
  return (
    <>
      {CAN_RETRY.has(run.status) && (
        <Button variant="primary" icon={<RotateCcw />} loading={change.isPending} onClick={() => setAsking("retry")}>
          {t("retry.label")}
        </Button>
      )}
      {CAN_CANCEL.has(run.status) && (
        <Button icon={<Square />} loading={change.isPending} onClick={() => setAsking("cancel")}>
          {t("cancel.label")}
        </Button>
      )}
      <Button icon={<CirclePlay />} loading={simulate.isPending} onClick={() => simulate.mutate()}>
        {t("run.simulate")}
      </Button>
      <Button onClick={onClose}>{t("run.all")}</Button>
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => !open && setAsking(null)}
        title={t(`${asked}.title`)}
        description={t(`${asked}.description`)}
        confirmLabel={t(`${asked}.confirm`)}
        cancelLabel={t(`${asked}.no`)}
        danger={asked === "cancel"}
        onConfirm={act}
      />
    </>
  );
}
