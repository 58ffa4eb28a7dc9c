import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { useStore } from "zustand";
import { findingsBeside } from "./beside.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./problems-strip.module.css";

interface ProblemCountsProps {
  errors: number;
  warnings: number;
}

/** How much there is in the list of problems, and what was seen beside other automations. */
export function ProblemCounts({ errors, warnings }: ProblemCountsProps) {
  const t = useText("builder");
  const inInteractions = useText("interactions");
  const seen = useStore(findingsBeside).filter(({ play }) => play !== null).length;
  return (
    <span className={styles["counts"]}>
      {errors > 0 && (
        <span className={styles["count"]} data-severity="error">
          <CircleAlert size={14} aria-hidden="true" />
          {t("problems.errors", { count: errors })}
        </span>
      )}
      {warnings > 0 && (
        <span className={styles["count"]} data-severity="warning">
          <TriangleAlert size={14} aria-hidden="true" />
          {t("problems.warnings", { count: warnings })}
        </span>
      )}
      {errors + warnings === 0 && (
        <span className={styles["count"]} data-severity="none">
          <CircleCheck size={14} aria-hidden="true" />
          {t("problems.none")}
        </span>
      )}
      {seen > 0 && (
        <span className={styles["count"]} data-severity="beside">
          {inInteractions("count", { count: seen })}
        </span>
      )}
    </span>
  );
}
