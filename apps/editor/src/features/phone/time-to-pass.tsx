import type { AutomationRunDetail } from "@trilho/api-client";
import { FastForward } from "lucide-react";
import { explainError } from "../../data/failures/describe-error.ts";
import { usePassTime } from "../../data/phone.ts";
import { byItsClock } from "../../data/runs.ts";
import { formatInstant } from "../../i18n/format.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/dialogs/toast.ts";
import css from "./phone.module.css";

/** Lets a test's wait be over now, whatever it waits for. */
export function TimeToPass({ automationId, run }: { automationId: string; run: AutomationRunDetail }) {
  const t = useText("phone");
  const locale = useLocale();
  const passing = usePassTime(automationId, run.runId);
  const until = byItsClock(run, run.nextAttemptAt);
  if (until === null) return null;
  return (
    <section className={css.time} aria-label={t("time.title")}>
      <p className={css.hint}>
        {t(run.waitingForReply ? "time.reply" : "time.wait", { when: formatInstant(until, locale) })}
      </p>
      <Button
        size="sm"
        icon={<FastForward />}
        loading={passing.isPending}
        onClick={() =>
          passing.mutate(undefined, {
            onError: (error) => toast.error(t("time.refused"), { description: explainError(error) }),
          })
        }
      >
        {t("time.pass")}
      </Button>
    </section>
  );
}
