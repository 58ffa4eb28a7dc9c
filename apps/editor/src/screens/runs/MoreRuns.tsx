import { describeError } from "../../data/describeError.ts";
import type { useRuns } from "../../data/automations.ts";
import { formatInstant } from "../../i18n/format.ts";
import { useLocale, useText } from "../../i18n/useText.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "./RunsScreen.module.css";
import { Status } from "../../ui/Status.tsx";

/** Below the table: how many runs it shows, the next page, and why it could not be loaded. */
export function MoreRuns({ runs, count }: { runs: ReturnType<typeof useRuns>; count: number }) {
  const t = useText("runs");
  const locale = useLocale();
  return (
    <div className={styles["more"]}>
      {runs.error !== null && (
        <p className={styles["failure"]} role="alert">
          {runs.isFetchNextPageError
            ? t("loadMoreFailed")
            : t("refreshFailed", { when: formatInstant(new Date(runs.dataUpdatedAt).toISOString(), locale) })}{" "}
          {describeError(runs.error).advice}
        </p>
      )}
      <Status className={styles["shown"]}>{t("shown", { count })}</Status>
      {runs.hasNextPage && (
        <Button loading={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
          {t("loadMore")}
        </Button>
      )}
    </div>
  );
}
