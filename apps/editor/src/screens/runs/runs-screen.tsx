import { ArrowLeft, RefreshCw, Waypoints } from "lucide-react";
import { useState } from "react";
import { Link, useSearch } from "wouter";
import { useAutomation } from "../../data/automations.ts";
import { type RunListFilter, useRuns } from "../../data/runs.ts";
import { useText } from "../../i18n/use-text.ts";
import { PauseAutomation, PausedBanner } from "../../features/runs/paused.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Picture } from "../../ui/picture.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { flowPath, navigate, runsPath } from "../../browser/location.ts";
import { Shell } from "../shell/shell.tsx";
import styles from "./runs-screen.module.css";
import { RunList } from "../../features/runs/run-list.tsx";
import { RunTable } from "../../features/runs/run-table.tsx";
import { StatusCounts } from "../../features/runs/status-counts.tsx";
import { choosesAll, listFilterIn } from "../../features/runs/list-filter.ts";
import { RunFilters } from "./run-filters.tsx";

/** What an automation did: its runs, newest first. */
export function RunsScreen({ id, dealSeq = null }: { id: string; dealSeq?: number | null }) {
  const t = useText("runs");
  const automation = useAutomation(id);
  const path = `/automations/${encodeURIComponent(id)}`;
  const filter = listFilterIn(useSearch());
  const setFilter = (next: RunListFilter): void => navigate(runsPath(id, next, dealSeq));
  const runs = useRuns(id, filter, dealSeq);
  const found = runs.data?.pages.flatMap((page) => page.items);
  const name = automation.data?.name;
  // It refreshes by itself as well, which need not be announced each time.
  const [asked, setAsked] = useState(false);
  const refresh = (): void => {
    setAsked(true);
    void runs.refetch().finally(() => setAsked(false));
  };
  return (
    <Shell title={name === undefined ? t("title") : t("titleOf", { name })}>
      <Link href={path} className={styles["back"]}>
        <ArrowLeft aria-hidden="true" />
        {name ?? t("back")}
      </Link>
      <PageHead title={t("title")}>
        {automation.data !== undefined && <PauseAutomation automation={automation.data} />}
        <Button icon={<Waypoints />} onClick={() => navigate(flowPath(id))}>
          {t("show")}
        </Button>
        <Button icon={<RefreshCw />} title={t("live")} loading={asked && runs.isFetching} onClick={refresh}>
          {t("refresh")}
        </Button>
      </PageHead>
      {automation.data?.pauses !== undefined && (
        <div className={styles["paused"]}>
          <PausedBanner pauses={automation.data.pauses} automation={automation.data} />
        </div>
      )}
      <RunFilters automation={automation.data} runs={found ?? []} {...{ filter }} onFilter={setFilter} />
      {dealSeq === null ? (
        // What is counted is of all versions and steps.
        choosesAll({ ...filter, status: null }) && (
          <StatusCounts
            automationId={id}
            chosen={filter.status}
            onChoose={(status) => setFilter({ ...filter, status })}
          />
        )
      ) : (
        <p className={styles["ofDeal"]}>
          {t("ofDeal", { seq: String(dealSeq) })}
          <Button size="sm" onClick={() => navigate(runsPath(id))}>
            {t("run.all")}
          </Button>
        </p>
      )}
      <RunList pages={runs}>
        {(shown) => <RunTable automationId={id} runs={shown} automation={automation.data} filter={filter} />}
      </RunList>
      {found !== undefined && found.length === 0 && choosesAll(filter) && (
        <EmptyState
          picture={<Picture of="runs" />}
          title={t("empty.title")}
          action={<Button onClick={() => navigate(path)}>{t("empty.action")}</Button>}
        >
          <p>{t("empty.text")}</p>
          {automation.data?.enabled === false && <p>{t("empty.off")}</p>}
        </EmptyState>
      )}
      {found !== undefined && found.length === 0 && !choosesAll(filter) && (
        <EmptyState
          title={t("nothing.title")}
          action={<Button onClick={() => navigate(runsPath(id, {}, dealSeq))}>{t("nothing.action")}</Button>}
        />
      )}
    </Shell>
  );
}
