import { Workflow } from "lucide-react";
import { Fragment, useEffect, useMemo, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { useText } from "../../i18n/use-text.ts";
import { useDefinition, useEditor, useServices } from "../../document/context.ts";
import { elementWith } from "../../browser/elements.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { OutlineRow } from "./outline-row.tsx";
import { outlineRows, siblingsOf } from "./rows.ts";
import type { Row } from "./rows.ts";
import { useRowCommands } from "./use-row-commands.ts";
import styles from "./outline.module.css";

/** The automation as a tree of lines: everything that the canvas can do, by keyboard and without seeing it. */
export function Outline() {
  const t = useText("builder");
  const { store } = useServices();
  const definition = useDefinition();
  const selected = useEditor(({ selection }) => selection.nodeIds);
  const rows = useMemo(() => outlineRows(definition), [definition]);
  const tree = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<string | null>(null);
  const commands = useRowCommands();

  const current = rowOf(rows, active, selected[0] ?? null);
  useEffect(() => {
    const id = selected[0];
    if (id === undefined) return;
    elementWith(tree.current, "data-step-id", id)?.scrollIntoView({ block: "nearest" });
  }, [selected]);

  const go = (row: Row | undefined): void => {
    if (!row) return;
    setActive(row.key);
    if (row.kind === "step") store.getState().select({ nodeIds: [row.nodeId] });
    else store.getState().select({ edgeKeys: "edgeKey" in row && row.edgeKey !== null ? [row.edgeKey] : [] });
    elementWith(tree.current, "data-row", row.key)?.focus();
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const index = rows.findIndex(({ key }) => key === current?.key);
    const row = rows[index];
    if (!row || event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
    if (!event.target.matches("[data-row]")) return;
    const move = MOVES[event.key];
    if (move) {
      event.preventDefault();
      go(rows[move(rows, index)]);
      return;
    }
    if (commands.onKey(event.key, row)) event.preventDefault();
  };

  if (rows.length === 0) {
    return (
      <EmptyState icon={<Workflow />} title={t("outline.empty")}>
        {t("outline.emptyHint")}
      </EmptyState>
    );
  }
  return (
    <div className={styles["scroll"]}>
      <div
        ref={tree}
        role="tree"
        tabIndex={-1}
        aria-label={t("outline.label")}
        className={styles["tree"]}
        onKeyDown={onKeyDown}
        data-testid="outline"
      >
        {rows.map((row, index) => (
          <Fragment key={row.key}>
            {row.kind === "step" && row.apart && (
              // The name of the step's row says it too.
              <div className={styles["apart"]} aria-hidden="true">
                {t("outline.apart")}
              </div>
            )}
            <OutlineRow
              row={row}
              {...siblingsOf(rows, index)}
              expandable={(rows[index + 1]?.level ?? 0) > row.level}
              tabbable={row.key === current?.key}
              selected={row.kind === "step" && selected.includes(row.nodeId)}
              onFocus={() => row.key !== current?.key && go(row)}
              onActivate={() => {
                go(row);
              }}
              commands={commands}
            />
          </Fragment>
        ))}
      </div>
    </div>
  );
}

/** The row in the tab order: the one last gone to while its step is selected, else that of the selected step. */
function rowOf(rows: readonly Row[], active: string | null, selected: string | null): Row | undefined {
  const last = rows.find(({ key }) => key === active);
  if (last && (last.kind !== "step" || selected === null || last.nodeId === selected)) return last;
  return rows.find(({ kind, nodeId }) => kind === "step" && nodeId === selected) ?? rows[0];
}

const MOVES: Record<string, (rows: readonly Row[], index: number) => number> = {
  ArrowDown: (rows, index) => Math.min(rows.length - 1, index + 1),
  ArrowUp: (_rows, index) => Math.max(0, index - 1),
  Home: () => 0,
  End: (rows) => rows.length - 1,
  ArrowLeft: (rows, index) => {
    const level = rows[index]?.level ?? 1;
    const parent = rows.slice(0, index).findLastIndex((row) => row.level < level);
    return parent < 0 ? index : parent;
  },
  ArrowRight: (rows, index) => ((rows[index + 1]?.level ?? 0) > (rows[index]?.level ?? 0) ? index + 1 : index),
};
