import type { ReactNode } from "react";
import { useText } from "../i18n/use-text.ts";
import { Status } from "./status.tsx";
import styles from "./table.module.css";

export interface TableColumn {
  key: string;
  label: string;
  /** Heard, not seen: of a column that explains itself. */
  hideLabel?: boolean;
  /** Stands there instead of the label. */
  head?: ReactNode;
}

export interface TableProps {
  label: string;
  columns: readonly TableColumn[];
  /** Widths of the columns. */
  className?: string | undefined;
  /** How many rows there are, with the head, where not all of them are drawn. */
  rowCount?: number | undefined;
  /** The rows. */
  children: ReactNode;
}

/** A table where there is room for one, cards on a phone. */
export const Table = ({ label, columns, className, rowCount, children }: TableProps) => (
  <table className={[styles["table"], className].filter(Boolean).join(" ")} aria-label={label} aria-rowcount={rowCount}>
    <thead>
      <tr aria-rowindex={rowCount === undefined ? undefined : 1}>
        {columns.map((column) => (
          <th key={column.key} scope="col">
            {column.head ??
              (column.hideLabel === true ? <span className="visually-hidden">{column.label}</span> : column.label)}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);

/** What stands in a table's place while it loads. */
export function TableSkeleton({ children }: { children: ReactNode }) {
  const t = useText("common");
  return (
    <div className={styles["loading"]} aria-busy="true">
      <Status hidden>{t("loading")}</Status>
      {children}
    </div>
  );
}

/** One row of it. */
export const SkeletonRow = ({ children }: { children: ReactNode }) => (
  <div className={styles["loadingRow"]}>{children}</div>
);
