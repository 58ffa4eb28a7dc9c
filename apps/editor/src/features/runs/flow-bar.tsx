import type { Automation, AutomationStats } from "@trilho/api-client";
import type { GraphDefinition } from "@trilho/engine";
import { X } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { heatOverlay } from "../../document/overlays/heat-overlay.ts";
import { useRunStats } from "../../data/runs.ts";
import { shareFormat } from "../../i18n/format.ts";
import type { Text } from "../../i18n/use-text.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { RUN_STATUSES } from "./status-tone.ts";
import { isDrawable } from "../../document/document.ts";
import type { Overlay } from "../../document/view-store.ts";
import { Badge } from "../../ui/badge.tsx";
import { ErrorState } from "../../ui/loading/error-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { Status } from "../../ui/status.tsx";
import styles from "./flow-bar.module.css";
import { FlowTable } from "./flow-table.tsx";
import { heatOf, sharedWith } from "./ways.ts";

const PERIODS = ["1", "7", "30"] as const;
type Period = (typeof PERIODS)[number];

interface FlowBarProps {
  /** What runs. */
  automation: Automation;
  /** What is drawn, of any shape; counted is what both have. */
  drawn: unknown;
  /** The drawing has changes that did not run yet. */
  dirty: boolean;
  /** Lays counts over the drawing, and takes them away with null. */
  onMarks: (marks: Overlay | null) => void;
  onShow: (nodeId: string) => void;
  onClose: () => void;
}

/** Where the runs of a period went: counts on the drawing below, and here in numbers. */
export function FlowBar({ automation, drawn, dirty, onMarks, onShow, onClose }: FlowBarProps) {
  const t = useText("runs");
  const common = useText("common");
  const [period, setPeriod] = useState<Period>("7");
  const { data, error, isFetching, refetch } = useRunStats(automation.id, Number(period));
  const ran = automation.graphDefinition;
  const shared = useMemo(() => (isDrawable(drawn) && isDrawable(ran) ? sharedWith(drawn, ran) : null), [drawn, ran]);
  const marks = useMarks(data, shared);
  useEffect(() => onMarks(marks), [marks, onMarks]);
  useEffect(() => () => onMarks(null), [onMarks]);
  const hasRuns = data !== undefined && data.runs > 0;
  return (
    <section className={styles["bar"]} aria-label={t("flow.title")}>
      <div className={styles["line"]}>
        <h2 className={styles["title"]}>
          {data === undefined ? t("flow.title") : t("flow.runs", { count: data.runs })}
        </h2>
        {data !== undefined && <Totals stats={data} />}
        <span className={styles["space"]} />
        <Segmented<Period>
          label={t("flow.period")}
          value={period}
          onValueChange={setPeriod}
          segments={PERIODS.map((value) => ({ value, label: t(`flow.days.${value}`) }))}
        />
        <span className={styles["close"]}>
          <IconButton label={common("close")} icon={<X />} onClick={onClose} />
        </span>
      </div>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      <Status className={styles["note"]}>
        {shared === null ? t("run.notDrawn") : hasRuns ? aboutVersions(t, automation.version, dirty) : ""}
      </Status>
      {hasRuns && shared !== null && (
        <details>
          <summary className={styles["summary"]}>{t("flow.byStep")}</summary>
          <div className={styles["numbers"]}>
            <FlowTable stats={data} definition={shared} onShow={onShow} />
          </div>
        </details>
      )}
    </section>
  );
}

/** What is counted where there is more than one version. */
function aboutVersions(t: Text<"runs">, version: number, dirty: boolean): string {
  if (dirty) return t("flow.changed", { version });
  return version > 1 ? t("flow.versions") : "";
}

function Totals({ stats: { byStatus } }: { stats: AutomationStats }) {
  const t = useText("glance");
  return (
    <ul className={styles["statuses"]}>
      {byStatus.map(({ status, runs: count }) => (
        <li key={status}>
          <Badge tone={RUN_STATUSES[status]} dot>
            {t(`lastRuns.${status}`, { count })}
          </Badge>
        </li>
      ))}
    </ul>
  );
}

function useMarks(stats: AutomationStats | undefined, shared: GraphDefinition | null): Overlay | null {
  const t = useText("cohort");
  const locale = useLocale();
  return useMemo(() => {
    if (stats === undefined || shared === null) return null;
    const count = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
    const share = shareFormat(locale);
    const visits = (number: number, part: number): string =>
      t("result.visits", { count: count.format(number), share: share(part) });
    return heatOverlay(heatOf(stats, shared), { share, visits });
  }, [stats, shared, locale, t]);
}
