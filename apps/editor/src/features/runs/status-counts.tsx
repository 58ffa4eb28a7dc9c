import { useRunStats } from "../../data/runs.ts";
import type { RunStatus } from "../../data/automations.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import styles from "./status-counts.module.css";
import { RUN_STATUSES, STATUS_ORDER } from "./status-tone.ts";

interface StatusCountsProps {
  automationId: string;
  chosen: RunStatus | "all";
  onChoose: (status: RunStatus | "all") => void;
}

const DAYS = 30;

/** How many runs of late are in which status: each is a filter. Nothing where the service does not count. */
export function StatusCounts({ automationId, chosen, onChoose }: StatusCountsProps) {
  const t = useText("runs");
  const number = new Intl.NumberFormat(useLocale());
  const { data } = useRunStats(automationId, DAYS, false);
  const counts = new Map(data?.byStatus.map(({ status, runs }) => [status, runs]));
  const some = STATUS_ORDER.filter((status) => (counts.get(status) ?? 0) > 0);
  if (some.length === 0) return null;
  return (
    <ul className={styles["counts"]} aria-label={t("counts")} title={t("counts")}>
      {some.map((status) => (
        <li key={status}>
          <button
            type="button"
            className={styles["count"]}
            aria-pressed={status === chosen}
            onClick={() => onChoose(status === chosen ? "all" : status)}
          >
            <Badge tone={RUN_STATUSES[status]} dot>
              {t(`status.${status}`)} {number.format(counts.get(status) ?? 0)}
            </Badge>
          </button>
        </li>
      ))}
    </ul>
  );
}
