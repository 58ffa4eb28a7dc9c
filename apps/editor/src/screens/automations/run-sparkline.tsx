import type { AutomationRun } from "@trilho/api-client";
import { Link } from "wouter";
import { useSeen } from "../../browser/use-seen.ts";
import { useRecentRuns, type RunStatus } from "../../data/automations.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { Skeleton } from "../../ui/loading/skeleton.tsx";
import { RUN_STATUSES } from "../../features/runs/status-tone.ts";
import styles from "./run-sparkline.module.css";

const BARS = 20;

/** How full a bar is, so that a state shows without its colour: what ended well fills it, what failed is cut in two. */
const FILL: Readonly<Record<RunStatus, "full" | "half" | "low" | "broken">> = {
  completed: "full",
  running: "half",
  waiting: "half",
  queued: "low",
  failed: "broken",
  dead_letter: "broken",
  skipped: "low",
  cancelled: "low",
};

/** The last runs of an automation as bars, the newest at the end; it leads to all of them. */
export function RunSparkline({ id, name }: { id: string; name: string }) {
  const t = useText("glance");
  const [place, seen] = useSeen<HTMLSpanElement>();
  const { data, isPending } = useRecentRuns(id, seen);
  const words = useRunText(data ?? []);
  if (isPending) {
    return (
      <span ref={place} className={styles["loading"]}>
        <Skeleton width="7.5rem" height="1.25rem" />
      </span>
    );
  }
  // Runs that could not be asked for are no news of the automation: the list stands without them.
  if (data === undefined) return <span className={styles["none"]}>–</span>;
  if (data.length === 0) return <span className={styles["none"]}>{t("lastRuns.none")}</span>;
  const shown = data.slice(0, BARS).toReversed();
  return (
    <Link
      href={`/automations/${encodeURIComponent(id)}/runs`}
      className={styles["line"]}
      title={words}
      aria-label={t("lastRuns.label", { name, runs: words })}
    >
      {shown.map(({ runId, status }) => (
        <span
          key={runId}
          className={styles["bar"]}
          data-fill={FILL[status] ?? "low"}
          data-tone={RUN_STATUSES[status] ?? "neutral"}
        />
      ))}
    </Link>
  );
}

/** "12 completed, 2 waiting and 1 failed" */
function useRunText(runs: readonly AutomationRun[]): string {
  const t = useText("glance");
  const locale = useLocale();
  const counts = new Map<RunStatus, number>();
  for (const { status } of runs) counts.set(status, (counts.get(status) ?? 0) + 1);
  const words = [...counts].map(([status, count]) => t(`lastRuns.${status}`, { count }));
  return new Intl.ListFormat(locale, { type: "conjunction" }).format(words);
}
