import { useRunStats } from "../../data/runs.ts";
import type { RunStatus } from "../../data/automations.ts";
import { useText } from "../../i18n/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import styles from "./status-counts.module.css";
import { RUN_STATUSES, STATUS_ORDER } from "./status-tone.ts";

interface StatusCountsProps {
  automationId: string;
  /** Null for all. */
  chosen: RunStatus | null;
  onChoose: (status: RunStatus | null) => void;
}

const DAYS = 30;

/** How many runs of late are in which status: each is a filter. Nothing where the service does not count. */
export function StatusCounts({ automationId, chosen, onChoose }: StatusCountsProps) {
  const t = useText("runs");
  const counted = useText("glance");
  const { data } = useRunStats(automationId, DAYS, false);
  const counts = new Map(data?.byStatus.map(({ status, runs }) => [status, runs]));
  const some = STATUS_ORDER.filter((status) => (counts.get(status) ?? 0) > 0);
  if (some.length === 0) return null;
  return (
    <div className={styles["counted"]}>
      <ul className={styles["counts"]} aria-label={t("counts")}>
        {some.map((status) => (
          <li key={status}>
            <button
              type="button"
              className={styles["count"]}
              aria-pressed={status === chosen}
              onClick={() => onChoose(status === chosen ? null : status)}
            >
              <Badge tone={RUN_STATUSES[status]} dot>
                {counted(`lastRuns.${status}`, { count: counts.get(status) ?? 0 })}
              </Badge>
            </button>
          </li>
        ))}
      </ul>
      <span className={styles["note"]} aria-hidden="true">
        {t("countsNote")}
      </span>
    </div>
  );
}
