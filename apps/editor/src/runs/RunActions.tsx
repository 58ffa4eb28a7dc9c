import type { AutomationRunDetail } from "@trilho/api-client";
import { useMutation } from "@tanstack/react-query";
import { factsOfDeal } from "@trilho/engine";
import { CirclePlay, RotateCcw, Square } from "lucide-react";
import { useState } from "react";
import { useClient } from "../data/ClientProvider.tsx";
import { describeError } from "../data/describeError.ts";
import { useChangeRun } from "../data/runs.ts";
import { useText } from "../i18n/useText.ts";
import { navigate } from "../screens/location.ts";
import { openScenario } from "../simulate/session.ts";
import { wantSimulator } from "../simulate/wish.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { useLast } from "../ui/useLast.ts";
import { continuationOf } from "./continuation.ts";

interface RunActionsProps {
  automationId: string;
  run: AutomationRunDetail;
  onClose: () => void;
}

const CAN_RETRY: ReadonlySet<string> = new Set(["failed", "dead_letter"]);
const CAN_CANCEL: ReadonlySet<string> = new Set(["queued", "running", "waiting"]);

/** What can be done about a run. */
export function RunActions({ automationId, run, onClose }: RunActionsProps) {
  const t = useText("runs");
  const change = useChangeRun(automationId, run.runId);
  const [asking, setAsking] = useState<"retry" | "cancel" | null>(null);
  const asked = useLast(asking) ?? "retry";
  const simulate = useContinuation(automationId, run);
  const act = (): void =>
    change.mutate(asked, {
      onSuccess: () => toast.success(t(`${asked}.done`)),
      onError: (error) => toast.error(t(`${asked}.failed`), { description: describeError(error).advice }),
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

/** Opens the simulator on a scenario that goes as this run went; a deal that cannot be read leaves what the run itself knows. */
function useContinuation(automationId: string, run: AutomationRunDetail) {
  const t = useText("runs");
  const client = useClient();
  return useMutation({
    mutationFn: async () => {
      if (run.deal === null) return {};
      const deal = await client.deals.get(run.deal.seq).catch(() => null);
      return deal === null ? {} : factsOfDeal(deal);
    },
    onSuccess: (facts) => {
      const name = run.deal === null ? t("run.title") : t("run.titleOf", { deal: run.deal.name });
      openScenario(automationId, continuationOf(run, facts, name));
      wantSimulator(automationId);
      navigate(`/automations/${encodeURIComponent(automationId)}`);
    },
  });
}
