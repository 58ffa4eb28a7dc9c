import { Hourglass, RefreshCw } from "lucide-react";
import { useDeferredValue, useMemo, useState } from "react";
import { useSearch } from "wouter";
import { navigate } from "../../browser/location.ts";
import { useAutomationList } from "../../data/automation-list.ts";
import { useWorkspacePauses } from "../../data/run-pauses.ts";
import { useWorkspaceRuns } from "../../data/workspace-runs.ts";
import { formatInstant } from "../../i18n/format.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { PausedBanner, PauseWorkspace } from "../../features/runs/paused.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Picture } from "../../ui/picture.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { SearchField } from "../../ui/fields/search-field.tsx";
import { Shell } from "../shell/shell.tsx";
import { useNow } from "../../ui/use-now.ts";
import { BulkActions } from "../../features/runs/bulk-actions.tsx";
import filters from "../../ui/filters.module.css";
import styles from "./runs-screen.module.css";
import { RunList } from "../../features/runs/run-list.tsx";
import { WorkspaceRunTable } from "../../features/runs/run-table.tsx";
import {
  type Chosen,
  chosenIn,
  choosesNothing,
  filterOf,
  PERIODS,
  VIEWS,
} from "../../features/runs/workspace-filter.ts";

/** Runs of all automations: what failed, what is late, and what can be done about all of it. */
export function WorkspaceRunsScreen() {
  const t = useText("runs");
  const pauses = useWorkspacePauses().data?.pauses;
  const search = useSearch();
  const [chosen, setChosen] = useState(() => chosenIn(search));
  const asked = useDeferredValue(chosen);
  const minute = Math.floor(useNow() / 60_000);
  const filter = useMemo(() => filterOf(asked, minute * 60_000), [asked, minute]);
  const runs = useWorkspaceRuns(filter);
  const found = runs.data?.pages.flatMap((page) => page.items);
  return (
    <Shell title={t("everywhere.title")}>
      <PageHead title={t("everywhere.title")}>
        {pauses !== undefined && <PauseWorkspace pauses={pauses} />}
        <BulkActions filter={filter} chosen={asked} isAny={found !== undefined && found.length > 0} />
        <Button icon={<RefreshCw />} title={t("live")} onClick={() => void runs.refetch()}>
          {t("refresh")}
        </Button>
      </PageHead>
      <div className={styles["paused"]}>{pauses !== undefined && <PausedBanner pauses={pauses} />}</div>
      <Filters chosen={chosen} onChoose={setChosen} />
      <RunList pages={runs}>{(shown) => <WorkspaceRunTable runs={shown} />}</RunList>
      {found !== undefined && found.length === 0 && (
        <Nothing chosen={asked} undecided={runs.data?.pages[0]?.undecided === true} />
      )}
    </Shell>
  );
}

function Nothing({ chosen, undecided }: { chosen: Chosen; undecided: boolean }) {
  const t = useText("runs");
  return undecided ? (
    <EmptyState icon={<Hourglass />} title={t("everywhere.undecided.title")}>
      {t("everywhere.undecided.text")}
    </EmptyState>
  ) : (
    <EmptyState
      picture={<Picture of="runs" />}
      title={t(`everywhere.nothing.${chosen.view}`)}
      action={<Button onClick={() => navigate("/")}>{t("everywhere.nothing.action")}</Button>}
    >
      {t(choosesNothing(chosen) ? "everywhere.nothing.yet" : "everywhere.nothing.text")}
    </EmptyState>
  );
}

const EVERY = "";

function Filters({ chosen, onChoose }: { chosen: Chosen; onChoose: (chosen: Chosen) => void }) {
  const t = useText("runs");
  const locale = useLocale();
  const automations = useAutomationList().data?.items ?? [];
  const change = (patch: Partial<Chosen>): void => onChoose({ ...chosen, ...patch });
  return (
    <div className={filters["bar"]}>
      <Segmented
        label={t("everywhere.view")}
        value={chosen.view}
        onValueChange={(view) => change({ view })}
        segments={VIEWS.map((value) => ({ value, label: t(`everywhere.views.${value}`) }))}
      />
      <Select
        className={styles["filter"]}
        label={t("columns.automation")}
        hideLabel
        value={chosen.automationId ?? EVERY}
        onValueChange={(id) => change({ automationId: id === EVERY ? null : id })}
        options={[
          { value: EVERY, label: t("everywhere.everyAutomation") },
          ...automations.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Select
        className={styles["filter"]}
        label={t("everywhere.period")}
        hideLabel
        value={chosen.from ?? String(chosen.hours)}
        onValueChange={(period) => period !== chosen.from && change({ hours: Number(period), from: null })}
        options={[
          ...(chosen.from === null
            ? []
            : [{ value: chosen.from, label: t("everywhere.since", { when: formatInstant(chosen.from, locale) }) }]),
          ...PERIODS.map((hours) => ({ value: String(hours), label: t(`everywhere.periods.${hours}`) })),
        ]}
      />
      <SearchField label={t("everywhere.error")} value={chosen.error} onValueChange={(error) => change({ error })} />
    </div>
  );
}
