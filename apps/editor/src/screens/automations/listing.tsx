import { useDeferredValue, useEffect, useMemo, useState, type KeyboardEvent } from "react";
import { navigate } from "../../browser/location.ts";
import type { Activity } from "../../data/automation-list.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useAfterFirstPicture } from "../../ui/loading/first-picture.ts";
import { lazyPart } from "../../ui/loading/lazy-part.tsx";
import { Status } from "../../ui/status.tsx";
import { AutomationTable } from "./automation-table.tsx";
import { filterRows, NO_FILTER, type Row, searchOf, sortRows, wishIn } from "./filter.ts";
import { FilterBar } from "./filter-bar.tsx";
import { useSelection } from "./use-selection.ts";
import styles from "./automations-screen.module.css";

const { Part: ActivityLegend } = lazyPart(async () => (await import("./glance-parts.ts")).ActivityLegend, {
  missing: "nowhere",
});

const { Part: BulkBar } = lazyPart(async () => (await import("./glance-parts.ts")).BulkBar);

const { Part: LabelsDialog } = lazyPart(async () => (await import("./labels-dialog.tsx")).LabelsDialog, {
  wanted: ({ rows }) => rows !== null,
});

interface ListingProps {
  rows: readonly Row[];
  /** Whether the service has labels and owners, and changes many at once. */
  isExtended: boolean;
  activity: Activity | "pending" | null;
  onSecret: (secret: string) => void;
}

/** The automations that are wanted, in the wanted order, and what can be done to many of them. */
export function Listing({ rows, isExtended, activity, onSecret }: ListingProps) {
  const t = useText("automations");
  const locale = useLocale();
  const [{ filter, sort }, setWish] = useState(() => wishIn(window.location.search));
  const wanted = useDeferredValue(filter);
  const found = useMemo(() => sortRows(filterRows(rows, wanted), sort, locale), [rows, wanted, sort, locale]);
  const labels = useLabels(rows, locale);
  const selection = useSelection(found);
  const [labelled, setLabelled] = useState<readonly Row[] | null>(null);
  const address = searchOf(wanted, sort);
  useEffect(() => {
    const { pathname, search } = window.location;
    if (search !== address) navigate(`${pathname}${address}`, { replace: true });
  }, [address]);
  const isAfter = useAfterFirstPicture();
  const isChosen = selection.rows.length > 0;
  const leaveSelection = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || event.defaultPrevented || !isChosen || labelled !== null) return;
    selection.none();
  };
  return (
    <>
      <FilterBar
        rows={rows}
        labels={labels}
        filter={filter}
        onFilter={(next) => setWish({ filter: next, sort })}
        sort={sort}
        onSort={(next) => setWish({ filter, sort: next })}
        isCounted={activity !== null}
      />
      <Status hidden>{isAfter && t("count", { count: found.length })}</Status>
      {found.length > 0 ? (
        // The keys of its controls.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
        <div onKeyDown={leaveSelection}>
          {(activity === "pending" || hasRun(activity)) && (
            <div className={styles["legend"]}>
              {activity !== "pending" && <ActivityLegend days={activity.days.length} />}
            </div>
          )}
          <AutomationTable
            rows={found}
            selection={isExtended ? selection : null}
            activity={activity}
            onSecret={onSecret}
            onLabel={(label) => setWish({ filter: { ...filter, label }, sort })}
            onLabels={setLabelled}
          />
          {isChosen && <BulkBar selection={selection} shown={found.length} onLabels={setLabelled} />}
        </div>
      ) : (
        <EmptyState
          title={t("nothing.title")}
          action={<Button onClick={() => setWish({ filter: NO_FILTER, sort })}>{t("nothing.action")}</Button>}
        >
          {t("nothing.text")}
        </EmptyState>
      )}
      <LabelsDialog rows={labelled} labels={labels} onClose={() => setLabelled(null)} />
    </>
  );
}

/** Whether there is anything that the legend explains. */
const hasRun = (activity: ListingProps["activity"]): activity is Activity =>
  activity !== null && activity !== "pending" && [...activity.of.values()].some((each) => each.lastStartedAt !== null);

/** All labels that automations have. They are sorted by name once the rows are drawn: a collator is slow to make. */
function useLabels(rows: readonly Row[], locale: string): readonly string[] {
  const language = useDeferredValue(locale, null);
  const labels = useMemo(() => [...new Set(rows.flatMap(({ automation }) => automation.labels))], [rows]);
  return useMemo(
    () => (language === null ? labels : labels.toSorted(new Intl.Collator(language, { numeric: true }).compare)),
    [labels, language],
  );
}
