import type { ListedAutomation } from "@trilho/api-client";
import { CircleAlert, Globe, SquareKanban, TriangleAlert, Zap } from "lucide-react";
import { memo, type KeyboardEvent, type MouseEvent, type ReactNode } from "react";
import { Link } from "wouter";
import type { Activity } from "../../data/automation-list.ts";
import { formatInstant, initialsOf } from "../../i18n/format.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Tooltip } from "../../ui/dialogs/tooltip.tsx";
import { ColorDot } from "../../ui/fields/color-dot.tsx";
import { useAfterFirstPicture } from "../../ui/loading/first-picture.ts";
import { lazyPart } from "../../ui/loading/lazy-part.tsx";
import { Skeleton } from "../../ui/loading/skeleton.tsx";
import { SkeletonRow, Table, TableSkeleton } from "../../ui/table.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import filters from "../../ui/filters.module.css";
import styles from "./automation-table.module.css";
import { EnableSwitch } from "./enable-switch.tsx";
import type { Row } from "./filter.ts";
import { RowMenu } from "./row-menu.tsx";
import type { Selection } from "./use-selection.ts";
import { MANY, type PlacedRow, VirtualRows } from "./virtual-rows.tsx";

/** As high as the days and their number are. */
const LOADING = <Skeleton width="6.875rem" height="1.9375rem" />;

const { Part: ActivityCell } = lazyPart(async () => (await import("./glance-parts.ts")).ActivityCell, {
  fallback: LOADING,
  missing: "nowhere",
});

const { Part: RunSparkline } = lazyPart(async () => (await import("./glance-parts.ts")).RunSparkline, {
  fallback: LOADING,
  missing: "nowhere",
});

/** What the rows have in common. */
export interface TableContext {
  /** Null where the service cannot change many, and has no labels and owners. */
  selection: Selection | null;
  /** The last days; null where the service does not tell, and "pending" while it is asked. */
  activity: Activity | "pending" | null;
  onSecret: (secret: string) => void;
  onLabel: (label: string) => void;
  onLabels: (rows: readonly Row[]) => void;
}

interface AutomationTableProps extends TableContext {
  rows: readonly Row[];
}

export function AutomationTable({ rows, ...context }: AutomationTableProps) {
  const t = useText("automations");
  const { selection, activity } = context;
  const columns = [
    ...(selection === null
      ? []
      : [{ key: "select", label: t("columns.select"), head: <SelectAll selection={selection} count={rows.length} /> }]),
    { key: "name", label: t("columns.name") },
    { key: "trigger", label: t("columns.trigger") },
    { key: "runs", label: activity === null ? t("columns.runs") : t("columns.activity") },
    { key: "updated", label: t("columns.updated") },
    ...(selection === null ? [] : [{ key: "owner", label: t("columns.owner") }]),
    { key: "enabled", label: t("columns.enabled") },
    { key: "actions", label: t("columns.actions"), hideLabel: true },
  ];
  const isLong = rows.length > MANY;
  return (
    <Table
      className={[styles["table"], selection !== null && styles["extended"]].filter(Boolean).join(" ")}
      label={t("title")}
      columns={columns}
      rowCount={isLong ? rows.length + 1 : undefined}
    >
      {isLong ? (
        <VirtualRows
          count={rows.length}
          columns={columns.length}
          keyOf={(index) => rows[index]?.automation.id ?? index.toString()}
          drawRow={(index, place) => draw(rows[index], context, place)}
        />
      ) : (
        rows.map((row) => <AutomationRow key={row.automation.id} row={row} context={context} />)
      )}
    </Table>
  );
}

const draw = (row: Row | undefined, context: TableContext, place: PlacedRow): ReactNode =>
  row && <AutomationRow row={row} place={place} context={context} />;

function SelectAll({ selection, count }: { selection: Selection; count: number }) {
  const t = useText("automations");
  const chosen = selection.rows.length;
  return (
    <label className={styles["check"]}>
      <input
        type="checkbox"
        aria-label={t("selectAll")}
        checked={chosen > 0 && chosen === count}
        ref={(box) => {
          if (box) box.indeterminate = chosen > 0 && chosen < count;
        }}
        onChange={chosen === count ? selection.none : selection.all}
      />
    </label>
  );
}

interface AutomationRowProps {
  row: Row;
  place?: PlacedRow;
  context: TableContext;
}

function AutomationRow({ row, place, context }: AutomationRowProps) {
  const isChosen = context.selection?.has(row.automation.id) === true;
  return (
    <tr {...place} data-chosen={isChosen || undefined}>
      <Cells row={row} context={context} isChosen={isChosen} />
    </tr>
  );
}

/** Scrolling places rows anew, and draws no row again. */
const Cells = memo(function Cells({
  row,
  context,
  isChosen,
}: Omit<AutomationRowProps, "place"> & { isChosen: boolean }) {
  const { automation, trigger, scope, scopeColor } = row;
  const { selection, activity, onSecret, onLabels } = context;
  const { id, name } = automation;
  return (
    <>
      {selection !== null && (
        <td className={styles["select"]}>
          <SelectBox name={name} checked={isChosen} onSet={(to, range) => selection.set(id, to, range)} />
        </td>
      )}
      <th scope="row" className={styles["name"]}>
        <Link href={`/automations/${encodeURIComponent(id)}`} className={styles["link"]}>
          {name}
        </Link>
        <Detail row={row} onLabel={context.onLabel} />
      </th>
      <td className={styles["trigger"]}>
        <span className={styles["withIcon"]}>
          <Zap aria-hidden="true" />
          <span className={styles["words"]}>{trigger}</span>
        </span>
        <span className={[styles["withIcon"], styles["scope"]].join(" ")}>
          <ScopeMark scope={automation.scope} color={scopeColor} />
          <span className={styles["words"]}>{scope}</span>
        </span>
      </td>
      <td className={styles["runs"]}>
        {activity === null && <RunSparkline id={id} name={name} />}
        {activity === "pending" && LOADING}
        {activity !== null && activity !== "pending" && (
          <ActivityCell id={id} name={name} days={activity.days} activity={row.activity} />
        )}
      </td>
      <td className={styles["updated"]}>
        <UpdatedAt at={automation.updatedAt} />
      </td>
      {selection !== null && (
        <td className={styles["owner"]}>
          <Owner automation={automation} onChange={() => onLabels([row])} />
        </td>
      )}
      <td className={styles["enabled"]}>
        <EnableSwitch automation={automation} />
      </td>
      <td className={styles["menu"]}>
        <RowMenu row={row} onSecret={onSecret} onLabels={selection === null ? null : () => onLabels([row])} />
      </td>
    </>
  );
});

/** After the first picture: a browser's first formats of times are slow. */
const UpdatedAt = ({ at }: { at: string }) => useAfterFirstPicture() && <TimeAgo at={at} />;

interface SelectBoxProps {
  name: string;
  checked: boolean;
  onSet: (to: boolean, range: boolean) => void;
}

/** With Shift, by mouse or by the space bar, all rows from the last one on. */
function SelectBox({ name, checked, onSet }: SelectBoxProps) {
  const t = useText("automations");
  const click = ({ currentTarget, shiftKey }: MouseEvent<HTMLInputElement>): void =>
    onSet(currentTarget.checked, shiftKey);
  // A click that the space bar makes does not say whether Shift was held.
  const range = (event: KeyboardEvent): void => {
    if (event.key !== " " || !event.shiftKey) return;
    event.preventDefault();
    if (event.type === "keydown" && !event.repeat) onSet(!checked, true);
  };
  return (
    <label className={styles["check"]}>
      <input
        type="checkbox"
        aria-label={t("select", { name })}
        checked={checked}
        onClick={click}
        onKeyDown={range}
        onKeyUp={range}
        onChange={ignore}
      />
    </label>
  );
}

/** The click says more: whether Shift was held. */
const ignore = (): void => undefined;

const SHOWN_LABELS = 3;

function Detail({ row, onLabel }: { row: Row; onLabel: (label: string) => void }) {
  const t = useText("automations");
  const { steps, version, pauses, labels, draft, review } = row.automation;
  const more = labels.slice(SHOWN_LABELS);
  return (
    <span className={styles["detail"]}>
      {t("steps", { count: steps })} · {t("versionShort", { version })}
      {pauses !== undefined && <Badge tone="warning">{t("paused")}</Badge>}
      {review === null ? draft !== null && <DraftBadge draft={draft} /> : <ReviewBadge review={review} />}
      <ProblemMark problems={row.problems} />
      {labels.slice(0, SHOWN_LABELS).map((label) => (
        <button
          key={label}
          type="button"
          className={styles["label"]}
          aria-label={t("labels.only", { label })}
          onClick={() => onLabel(label)}
        >
          {label}
        </button>
      ))}
      {more.length > 0 && <span title={more.join(", ")}>{t("labels.more", { count: more.length })}</span>}
    </span>
  );
}

function ReviewBadge({ review: { state, askedBy, askedAt } }: { review: NonNullable<ListedAutomation["review"]> }) {
  const t = useText("automations");
  const at = formatInstant(askedAt, useLocale());
  return (
    <span title={t("review.by", { name: askedBy.name ?? "–", at })}>
      <Badge tone={state === "waiting" ? "warning" : "neutral"}>{t(`review.${state}`)}</Badge>
    </span>
  );
}

function DraftBadge({ draft: { editedBy, editedAt } }: { draft: NonNullable<ListedAutomation["draft"]> }) {
  const t = useText("automations");
  const at = formatInstant(editedAt, useLocale());
  return (
    <span title={editedBy === null ? t("draft.at", { at }) : t("draft.by", { name: editedBy, at })}>
      <Badge>{t("draft.badge")}</Badge>
    </span>
  );
}

/** Who is responsible, by initials: the name is said, and shown to who points at it or comes to it; it leads to handing over. */
function Owner({ automation: { name, owner }, onChange }: { automation: ListedAutomation; onChange: () => void }) {
  const t = useText("automations");
  const who = owner === null ? t("labels.noOwner") : (owner.name ?? t("labels.unknownOwner"));
  return (
    <Tooltip content={who}>
      <button
        type="button"
        className={styles["avatar"]}
        aria-label={t("labels.ownerOf", { name, who })}
        onClick={onChange}
      >
        <span>{owner === null ? "–" : initialsOf(owner.name ?? "")}</span>
      </button>
    </Tooltip>
  );
}

function ScopeMark({ scope, color }: { scope: ListedAutomation["scope"]; color: string | null }) {
  if (color !== null) {
    return (
      <span className={styles["mark"]}>
        <ColorDot color={color} />
      </span>
    );
  }
  return scope === "global" ? <Globe aria-hidden="true" /> : <SquareKanban aria-hidden="true" />;
}

function ProblemMark({ problems }: Pick<Row, "problems">) {
  const t = useText("automations");
  if (problems === undefined || problems.errors + problems.warnings === 0) return null;
  const severity = problems.errors > 0 ? "error" : "warning";
  const Icon = severity === "error" ? CircleAlert : TriangleAlert;
  return (
    <span className={styles["problems"]} data-severity={severity}>
      <Icon aria-hidden="true" />
      {t(severity === "error" ? "errors" : "warnings", { count: problems.errors || problems.warnings })}
    </span>
  );
}

const SKELETON_ROWS = ["58%", "44%", "66%", "38%", "52%", "47%"] as const;

/** With the place of the filters above, so that rows do not jump when they come. */
export const AutomationTableSkeleton = () => (
  <>
    <div className={filters.bar} aria-hidden="true">
      <Skeleton height="2.125rem" radius="var(--radius-md)" />
    </div>
    <TableSkeleton>
      {SKELETON_ROWS.map((width) => (
        <SkeletonRow key={width}>
          <div className={styles["loadingName"]}>
            <Skeleton width={width} />
            <Skeleton width="5.25rem" height="0.625rem" />
          </div>
          <Skeleton width="7.5rem" />
          <Skeleton width="8.75rem" />
          <Skeleton width="2rem" height="1.25rem" radius="0.625rem" />
        </SkeletonRow>
      ))}
    </TableSkeleton>
  </>
);
