import { SlidersHorizontal, TriangleAlert, UserCheck, UserRound } from "lucide-react";
import { useState } from "react";
import { useMedia } from "../../browser/use-media.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { Select, type SelectProps } from "../../ui/fields/select.tsx";
import { SearchField } from "../../ui/fields/search-field.tsx";
import { useAfterFirstPicture } from "../../ui/loading/first-picture.ts";
import { Skeleton } from "../../ui/loading/skeleton.tsx";
import filters from "../../ui/filters.module.css";
import styles from "./automations-screen.module.css";
import {
  filterRows,
  hasProblems,
  NO_FILTER,
  type Sort,
  SORTS,
  STATE_FILTERS,
  type Filter,
  type Row,
} from "./filter.ts";

interface FilterBarProps {
  rows: readonly Row[];
  /** All labels that automations have. */
  labels: readonly string[];
  filter: Filter;
  onFilter: (filter: Filter) => void;
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** Whether runs are counted, so that they can be sorted by. */
  isCounted: boolean;
}

const EVERY = "";
const OF_RUNS: ReadonlySet<Sort> = new Set(["lastRun", "runs", "failures"]);

export function FilterBar(props: FilterBarProps) {
  const { rows, filter, onFilter } = props;
  const t = useText("automations");
  // There they would take the first screen, before the first automation.
  const isPhone = useMedia("(max-width: 40rem)");
  const [isOpen, setOpen] = useState(false);
  const count = chosenIn(filter);
  return (
    <div className={filters["bar"]}>
      <SearchField
        label={t("search")}
        placeholder={t("searchHint")}
        value={filter.search}
        onValueChange={(search) => onFilter({ ...filter, search })}
      />
      {isPhone && (
        <Button icon={<SlidersHorizontal />} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {count === 0 ? t("filterAndSort") : t("filterAndSortSet", { count })}
        </Button>
      )}
      <Segmented
        label={t("filter")}
        value={filter.state}
        onValueChange={(state) => onFilter({ ...filter, state })}
        segments={STATE_FILTERS.map((value) => ({
          value,
          label: t(`filters.${value}`),
          count: filterRows(rows, { ...NO_FILTER, state: value }).length,
        }))}
      />
      {(!isPhone || isOpen) && <Choices {...props} />}
    </div>
  );
}

/** How many filters are set beside the search and the state, which are always seen. */
const chosenIn = ({ trigger, label, mine, problems, review }: Filter): number =>
  [trigger !== null, label !== null, mine, problems, review].filter(Boolean).length;

function Choices({ rows, labels, filter, onFilter, sort, onSort, isCounted }: FilterBarProps) {
  const t = useText("automations");
  const change = (patch: Partial<Filter>): void => onFilter({ ...filter, ...patch });
  const broken = rows.filter(hasProblems).length;
  const toReview = rows.filter((row) => row.toReview).length;
  const mine = rows.filter(({ isMine }) => isMine).length;
  return (
    <>
      <Choice
        label={t("filterTrigger")}
        value={filter.trigger ?? EVERY}
        onValueChange={(trigger) => change({ trigger: trigger === EVERY ? null : trigger })}
        options={[{ value: EVERY, label: t("everyTrigger") }, ...triggersOf(rows)]}
      />
      {(labels.length > 0 || filter.label !== null) && (
        <Choice
          label={t("labels.filter")}
          value={filter.label ?? EVERY}
          onValueChange={(label) => change({ label: label === EVERY ? null : label })}
          options={[{ value: EVERY, label: t("labels.every") }, ...labels.map((label) => ({ value: label, label }))]}
        />
      )}
      <Choice<Sort>
        label={t("sort.label")}
        value={sort}
        onValueChange={onSort}
        options={SORTS.filter((value) => isCounted || !OF_RUNS.has(value)).map((value) => ({
          value,
          label: t(`sort.${value}`),
        }))}
      />
      <span className={styles["spread"]} />
      {(broken > 0 || filter.problems) && (
        <Button
          variant={filter.problems ? "secondary" : "ghost"}
          icon={<TriangleAlert />}
          aria-pressed={filter.problems}
          onClick={() => change({ problems: !filter.problems })}
        >
          {t("withProblems", { count: broken })}
        </Button>
      )}
      {(toReview > 0 || filter.review) && (
        <Button
          variant={filter.review ? "secondary" : "ghost"}
          icon={<UserCheck />}
          aria-pressed={filter.review}
          onClick={() => change({ review: !filter.review })}
        >
          {t("toReview", { count: toReview })}
        </Button>
      )}
      {((mine > 0 && mine < rows.length) || filter.mine) && (
        <Button
          variant={filter.mine ? "secondary" : "ghost"}
          icon={<UserRound />}
          aria-pressed={filter.mine}
          onClick={() => change({ mine: !filter.mine })}
        >
          {t("mine", { count: mine })}
        </Button>
      )}
    </>
  );
}

/** In the first picture only its place, so that the rows come sooner. */
function Choice<Value extends string>(props: SelectProps<Value>) {
  if (useAfterFirstPicture()) return <Select className={styles["choice"]} hideLabel {...props} />;
  return (
    <div className={styles["choice"]}>
      <Skeleton height="2.125rem" radius="var(--radius-md)" />
    </div>
  );
}

/** The triggers that the list has, by name. */
function triggersOf(rows: readonly Row[]): { value: string; label: string }[] {
  const names = new Map(rows.map(({ automation, trigger }) => [automation.triggerType, trigger]));
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
}
