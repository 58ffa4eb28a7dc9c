import type { Automation } from "@trilho/api-client";
import { Globe, SquareKanban, Zap } from "lucide-react";
import { Link } from "wouter";
import { useText } from "../../i18n/useText.ts";
import { ColorDot } from "../../ui/ColorDot.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { TimeAgo } from "../TimeAgo.tsx";
import styles from "./AutomationTable.module.css";
import { EnableSwitch } from "./EnableSwitch.tsx";
import type { Row } from "./filter.ts";
import { RowMenu } from "./RowMenu.tsx";
import { Status } from "../../ui/Status.tsx";

interface AutomationTableProps {
  rows: readonly Row[];
  onSecret: (secret: string) => void;
}

/** A table where there is room for one, cards on a phone. */
export function AutomationTable({ rows, onSecret }: AutomationTableProps) {
  const t = useText("automations");
  return (
    <table className={styles["table"]} aria-label={t("title")}>
      <Head />
      <tbody>
        {rows.map((row) => (
          <AutomationRow key={row.automation.id} row={row} onSecret={onSecret} />
        ))}
      </tbody>
    </table>
  );
}

function Head() {
  const t = useText("automations");
  return (
    <thead>
      <tr>
        <th scope="col">{t("columns.name")}</th>
        <th scope="col">{t("columns.trigger")}</th>
        <th scope="col">{t("columns.scope")}</th>
        <th scope="col">{t("columns.updated")}</th>
        <th scope="col">{t("columns.enabled")}</th>
        <th scope="col">
          <span className="visually-hidden">{t("columns.actions")}</span>
        </th>
      </tr>
    </thead>
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
        </span>
      </th>
      <td className={styles["trigger"]}>
        <span className={styles["withIcon"]}>
          <Zap aria-hidden="true" />
          {trigger}
        </span>
      </td>
      <td className={styles["scope"]}>
        <span className={styles["withIcon"]}>
          <ScopeMark scope={automation.scope} color={scopeColor} />
          <span className={styles["ellipsis"]}>{scope}</span>
        </span>
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

const SKELETON_ROWS = ["58%", "44%", "66%", "38%", "52%", "47%"] as const;

export function AutomationTableSkeleton() {
  const t = useText("common");
  return (
    <div className={styles["loading"]} aria-busy="true">
      <Status hidden>{t("loading")}</Status>
      {SKELETON_ROWS.map((width) => (
        <div key={width} className={styles["loadingRow"]}>
          <div className={styles["loadingName"]}>
            <Skeleton width={width} />
            <Skeleton width="84px" height="10px" />
          </div>
          <Skeleton width="120px" />
          <Skeleton width="140px" />
          <Skeleton width="32px" height="20px" radius="10px" />
        </div>
      ))}
    </div>
  );
}
