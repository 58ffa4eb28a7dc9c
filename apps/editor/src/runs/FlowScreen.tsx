import type { AutomationStats } from "@trilho/api-client";
import { useMemo, useRef, useState } from "react";
import { heatOverlay } from "../cohort/heatOverlay.ts";
import { LayerFrame } from "../compare/LayerFrame.tsx";
import { ReadOnlyCanvas, type CanvasHandle } from "../compare/ReadOnlyCanvas.tsx";
import { useAutomation } from "../data/automations.ts";
import { useRunStats } from "../data/runs.ts";
import { useLookup } from "../forms/useLookup.ts";
import { shareFormat } from "../i18n/format.ts";
import { useLocale, useText } from "../i18n/useText.ts";
import { LoadingScreen } from "../screens/LoadingScreen.tsx";
import { navigate } from "../screens/location.ts";
import { RUN_STATUSES } from "../screens/runs/statusTone.ts";
import { ConnectAgain } from "../screens/shell/ConnectAgain.tsx";
import { Shell } from "../screens/shell/Shell.tsx";
import { usePageTitle } from "../screens/shell/usePageTitle.ts";
import { triggerWords } from "../screens/triggerWords.ts";
import { isDrawable } from "../store/document.ts";
import { Badge } from "../ui/Badge.tsx";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { ErrorState } from "../ui/ErrorState.tsx";
import { Segmented } from "../ui/Segmented.tsx";
import { FlowTable } from "./FlowTable.tsx";
import styles from "./runs.module.css";
import { heatOf } from "./ways.ts";

const PERIODS = ["1", "7", "30"] as const;
type Period = (typeof PERIODS)[number];

/** Where the runs of a period went, on the drawing and in numbers. */
export function FlowScreen({ automationId }: { automationId: string }) {
  const t = useText("runs");
  const [period, setPeriod] = useState<Period>("7");
  const automation = useAutomation(automationId);
  const stats = useRunStats(automationId, Number(period));
  const names = useLookup();
  const canvas = useRef<CanvasHandle>(null);
  const definition = automation.data?.graphDefinition;
  const overlay = useHeat(stats.data, definition);
  const close = (): void => navigate(`/automations/${encodeURIComponent(automationId)}/runs`);
  const error = automation.error ?? stats.error;
  usePageTitle(t("flow.title"));
  if (automation.data === undefined || definition === undefined || stats.error !== null) {
    if (error === null) return <LoadingScreen />;
    const retry = (): void => void Promise.all([automation.refetch(), stats.refetch()]);
    return (
      <Shell title={t("flow.title")}>
        <ErrorState
          error={error}
          onRetry={retry}
          retrying={automation.isFetching || stats.isFetching}
          action={
            <>
              <ConnectAgain error={error} />
              <Button onClick={close}>{t("run.all")}</Button>
            </>
          }
        />
      </Shell>
    );
  }
  const trigger = triggerWords(automation.data.triggerType);
  return (
    <main className={styles["page"]}>
      <h1 className="visually-hidden">{automation.data.name}</h1>
      <LayerFrame
        title={t("flow.title")}
        description={t("flow.description", { name: automation.data.name, version: automation.data.version })}
        onClose={close}
        actions={
          <>
            <Segmented<Period>
              label={t("flow.period")}
              value={period}
              onValueChange={setPeriod}
              segments={PERIODS.map((value) => ({ value, label: t(`flow.days.${value}`) }))}
            />
            <Button onClick={close}>{t("run.all")}</Button>
          </>
        }
        drawing={
          isDrawable(definition) ? (
            <ReadOnlyCanvas
              ref={canvas}
              definition={definition}
              overlay={overlay}
              names={names}
              trigger={trigger}
              label={t("flow.canvas")}
            />
          ) : (
            <EmptyState title={t("run.notDrawn")} />
          )
        }
      >
        {stats.data !== undefined && (
          <>
            <Totals stats={stats.data} />
            <FlowTable stats={stats.data} definition={definition} onShow={(nodeId) => canvas.current?.show(nodeId)} />
          </>
        )}
      </LayerFrame>
    </main>
  );
}

function Totals({ stats: { runs, byStatus } }: { stats: AutomationStats }) {
  const t = useText("runs");
  const number = new Intl.NumberFormat(useLocale());
  return (
    <section className={styles["facts"]}>
      <h3 className={styles["heading"]}>{t("flow.runs", { count: runs })}</h3>
      <ul className={styles["statuses"]}>
        {byStatus.map(({ status, runs: count }) => (
          <li key={status}>
            <Badge tone={RUN_STATUSES[status]} dot>
              {t(`status.${status}`)} {number.format(count)}
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useHeat(stats: AutomationStats | undefined, definition: Parameters<typeof heatOf>[1] | undefined) {
  const t = useText("cohort");
  const locale = useLocale();
  return useMemo(() => {
    if (stats === undefined || definition === undefined || !isDrawable(definition)) return null;
    const count = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
    const share = shareFormat(locale);
    const visits = (number: number, part: number): string =>
      t("result.visits", { count: count.format(number), share: share(part) });
    return heatOverlay(heatOf(stats, definition), { share, visits });
  }, [stats, definition, locale, t]);
}
