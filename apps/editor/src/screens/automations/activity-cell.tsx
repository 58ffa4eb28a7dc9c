import type { AutomationActivity } from "@trilho/api-client";
import { DAY_MS } from "@trilho/engine";
import { BellOff } from "lucide-react";
import { Link } from "wouter";
import { failedRunsPath, runsPath } from "../../browser/location.ts";
import type { Activity } from "../../data/automation-list.ts";
import { formatDuration } from "../../i18n/duration.ts";
import { formatInstant } from "../../i18n/format.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { useNow } from "../../ui/use-now.ts";
import styles from "./activity.module.css";
import { ActivityLine } from "./activity-line.tsx";

interface ActivityCellProps {
  id: string;
  name: string;
  days: Activity["days"];
  /** Undefined of one that was made a moment ago. */
  activity: AutomationActivity | undefined;
}

/** The last days of an automation, and the one thing that is worth a word: that it is silent, fails, or how it goes. */
export function ActivityCell({ id, name, days, activity }: ActivityCellProps) {
  const t = useText("glance");
  if (activity === undefined || activity.lastStartedAt === null)
    return <span className={styles["quiet"]}>{t("lastRuns.none")}</span>;
  return (
    <div className={styles["cell"]}>
      <Link href={runsPath(id)} className={styles["link"]} aria-label={t("activity.runsOf", { name })}>
        <ActivityLine activity={activity} days={days} />
      </Link>
      <Word id={id} days={days} activity={activity} />
    </div>
  );
}

function Word({ id, days, activity }: { id: string; days: Activity["days"]; activity: AutomationActivity }) {
  const t = useText("glance");
  const { silence, lastStartedAt } = activity;
  const today = days.length - 1;
  const failed = activity.failed[today] ?? 0;
  const runs =
    failed + (activity.completed[today] ?? 0) + (activity.underWay[today] ?? 0) + (activity.stopped[today] ?? 0);
  if (silence !== undefined) return <SilenceWord silence={silence} />;
  if (failed > 0) {
    return (
      <Link href={failedRunsPath(id, days[today]?.from ?? "")} className={styles["failedToday"]}>
        {t("activity.failedToday", { count: runs, failed })}
      </Link>
    );
  }
  if (runs > 0) return <span className={styles["quiet"]}>{t("activity.today", { count: runs })}</span>;
  return <span className={styles["quiet"]}>{lastStartedAt !== null && <TimeAgo at={lastStartedAt} />}</span>;
}

function SilenceWord({ silence: { since, perDay } }: { silence: NonNullable<AutomationActivity["silence"]> }) {
  const t = useText("glance");
  const locale = useLocale();
  const days = Math.floor((useNow() - Date.parse(since)) / DAY_MS);
  const rate = new Intl.NumberFormat(locale, { maximumFractionDigits: perDay < 10 ? 1 : 0 }).format(perDay);
  return (
    <span className={styles["silence"]} title={formatInstant(since, locale)}>
      <BellOff aria-hidden="true" />
      {t("activity.silence", { duration: formatDuration((days * DAY_MS) / 1000), rate })}
    </span>
  );
}
