import { CircleCheck, CircleX } from "lucide-react";
import { useDeferredValue } from "react";
import { useDefinition, useServices } from "../../document/context.ts";
import { useText } from "../../i18n/use-text.ts";
import { sessionOf } from "../../simulation/session.ts";
import { Button } from "../../ui/button.tsx";
import css from "./tests-badge.module.css";
import { useTestReport } from "../../simulation/use-test-report.ts";

interface Props {
  hasTests: boolean;
  automationId: string | undefined;
  narrow: boolean;
}

/** How the tests go, always in sight; leads to them. */
export function TestsBadge({ automationId, narrow }: Props) {
  const t = useText("scenarios");
  const { store, view } = useServices();
  const { report } = useTestReport(useDeferredValue(useDefinition()));
  const count = report.tests.length;
  const { failed } = report;
  if (count === 0) return null;
  const tests = t("badge.passing", { count });
  const words = failed > 0 ? t("badge.failing", { tests, failing: t("badge.fails", { count: failed }) }) : tests;
  const show = (): void => {
    sessionOf(automationId ?? store).setState({ tab: "tests" });
    view.getState().set({ mode: "simulate", highlight: null, sheet: null });
  };
  return (
    <Button
      size="sm"
      variant="ghost"
      className={css.badge ?? ""}
      data-failing={failed > 0 || undefined}
      aria-label={t("badge.open", { words })}
      icon={failed > 0 ? <CircleX size={15} /> : <CircleCheck size={15} />}
      onClick={show}
    >
      {narrow ? String(failed > 0 ? failed : count) : words}
    </Button>
  );
}
