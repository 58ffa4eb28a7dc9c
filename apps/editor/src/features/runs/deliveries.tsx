import type { AutomationRunDelivery } from "@trilho/api-client";
import { Send } from "lucide-react";
import { useState } from "react";
import { explainError } from "../../data/failures/describe-error.ts";
import { pretty } from "../../data/pretty.ts";
import { useResend } from "../../data/runs.ts";
import { failureText } from "../../i18n/failure-text.ts";
import { useText } from "../../i18n/use-text.ts";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";
import { toast } from "../../ui/dialogs/toast.ts";
import { FailureText } from "./failure-text.tsx";
import styles from "./runs.module.css";

interface DeliveriesProps {
  automationId: string;
  runId: string;
  /** Newest first. */
  deliveries: readonly AutomationRunDelivery[];
}

/** What a webhook sent, and what came back each time. */
export function Deliveries({ automationId, runId, deliveries }: DeliveriesProps) {
  const t = useText("runs");
  const resend = useResend(automationId, runId);
  const [asking, setAsking] = useState<string | null>(null);
  const send = (id: string): void =>
    resend.mutate(id, {
      onSuccess: ({ ok, status, error, failure }) =>
        ok
          ? toast.success(t("resend.done"))
          : toast.error(t("resend.failed"), {
              description: error === null ? t("resend.answered", { status: status ?? 0 }) : failureText(error, failure),
            }),
      onError: (error) => toast.error(t("resend.failed"), { description: explainError(error) }),
    });
  return (
    <>
      <ul className={styles["deliveries"]} aria-label={t("resend.title")}>
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <Standing delivery={delivery} />
            {delivery.bodyTruncated ? (
              <p className={styles["muted"]}>{t("resend.tooLarge")}</p>
            ) : (
              <Button
                size="sm"
                icon={<Send />}
                loading={resend.isPending && resend.variables === delivery.id}
                onClick={() => setAsking(delivery.id)}
              >
                {t("resend.label")}
              </Button>
            )}
            <details>
              <summary className={styles["summary"]}>{t("resend.exchange")}</summary>
              <dl className={styles["told"]}>
                <dt>{[delivery.method, delivery.url].join(" ")}</dt>
                <dd>{pretty(delivery.body)}</dd>
                {delivery.response && <dt>{t("run.answered")}</dt>}
                {delivery.response && <dd>{pretty(delivery.response)}</dd>}
              </dl>
            </details>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => !open && setAsking(null)}
        title={t("resend.question")}
        description={t("resend.description")}
        confirmLabel={t("resend.label")}
        cancelLabel={t("resend.no")}
        onConfirm={() => asking !== null && send(asking)}
      />
    </>
  );
}

function Standing({
  delivery: { ok, status, error, failure, attempt, durationMs, at },
}: {
  delivery: AutomationRunDelivery;
}) {
  const t = useText("runs");
  return (
    <div className={styles["delivery"]}>
      <Badge tone={ok ? "success" : "danger"} dot>
        {status ?? t("resend.unanswered")}
      </Badge>
      <span>{attempt === null ? t("resend.byHand") : t("resend.attempt", { number: attempt })}</span>
      <span className={styles["muted"]}>
        <TimeAgo at={at} /> · {t("resend.took", { ms: durationMs })}
      </span>
      {error !== null && (
        <p className={styles["error"]}>
          <FailureText stored={error} failure={failure} />
        </p>
      )}
    </div>
  );
}
