import type { Automation } from "@trilho/api-client";
import { CircleAlert, Globe, SquareKanban, TriangleAlert, Zap } from "lucide-react";
import { Link } from "wouter";
import { useText } from "../../i18n/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { ColorDot } from "../../ui/fields/color-dot.tsx";
import { Skeleton } from "../../ui/loading/skeleton.tsx";
import { SkeletonRow, Table, TableSkeleton } from "../../ui/table.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import styles from "./automation-table.module.css";
import { EnableSwitch } from "./enable-switch.tsx";
import type { Row } from "./filter.ts";
import { RowMenu } from "./row-menu.tsx";
import { RunSparkline } from "./run-sparkline.tsx";

interface AutomationTableProps {
  rows: readonly Row[];
  onSecret: (secret: string) => void;
}

export function AutomationTable({ rows, onSecret }: AutomationTableProps) {
  const t = useText("automations");
  return (
    <Table
      className={styles["table"]}
      label={t("title")}
      columns={[
        { key: "name", label: t("columns.name") },
        { key: "trigger", label: t("columns.trigger") },
        { key: "scope", label: t("columns.scope") },
        { key: "runs", label: t("columns.runs") },
        { key: "updated", label: t("columns.updated") },
        { key: "enabled", label: t("columns.enabled") },
        { key: "actions", label: t("columns.actions"), hideLabel: true },
      ]}
    >
      {rows.map((row) => (
        <AutomationRow key={row.automation.id} row={row} onSecret={onSecret} />
      ))}
    </Table>
  );
}

function AutomationRow({ row, onSecret }: { row: Row; onSecret: (secret: string) => void }) {
  const t = useText("automations");
  const { automation, trigger, scope, scopeColor } = row;
  const steps = Array.isArray(automation.graphDefinition?.nodes) ? automation.graphDefinition.nodes.length : 0;
  return (
    <tr>
      <th scope="row" className={styles["name"]}>
        <Link href={`/automations/${encodeURIComponent(automation.id)}`} className={styles["link"]}>
          {automation.name}
        </Link>
        <span className={styles["detail"]}>
          {t("steps", { count: steps })} · {t("versionShort", { version: automation.version })}
          {automation.pauses !== undefined && <Badge tone="warning">{t("paused")}</Badge>}
          <ProblemMark problems={row.problems} />
        </span>
      </th>
      <td className={styles["trigger"]}>
        <span className={styles["withIcon"]}>
          <Zap aria-hidden="true" />
          <span className={styles["words"]}>{trigger}</span>
        </span>
      </td>
      <td className={styles["scope"]}>
        <span className={styles["withIcon"]}>
          <ScopeMark scope={automation.scope} color={scopeColor} />
          <span className={styles["words"]}>{scope}</span>
        </span>
      </td>
      <td className={styles["runs"]}>
        <RunSparkline id={automation.id} name={automation.name} />
      </td>
      <td className={styles["updated"]}>
        <TimeAgo at={automation.updatedAt} />
      </td>
      <td className={styles["enabled"]}>
        <EnableSwitch automation={automation} />
      </td>
      <td className={styles["menu"]}>
        <RowMenu automation={automation} onSecret={onSecret} />
      </td>
    </tr>
  );
}

function ScopeMark({ scope, color }: { scope: Automation["scope"]; color: string | null }) {
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

export const AutomationTableSkeleton = () => (
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
);
