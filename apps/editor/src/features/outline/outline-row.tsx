import { Cable, CornerDownRight, MoveUpRight, Plus, SlidersHorizontal, Trash2, Unplug } from "lucide-react";
import { type MouseEvent, type ReactNode, useRef } from "react";
import { useText } from "../../i18n/use-text.ts";
import { NodeMark, useOverlayText } from "../../describe/step-overlay.tsx";
import { useDefinition, useEditor, useLabels, useServices, useView } from "../../document/context.ts";
import { ProblemBadge } from "../../describe/problem-badge.tsx";
import { exitHelp } from "../../describe/exits/exits.ts";
import { StepIcon } from "../../describe/step-icon.tsx";
import { stepName } from "../../describe/node-name.ts";
import { useNodeName } from "../../describe/use-node-name.ts";
import { handleLabel, handleName, nodeLabel } from "../../describe/node-label.ts";
import { findNode } from "../../document/document.ts";
import { Words } from "../../describe/words.tsx";
import type { Row } from "./rows.ts";
import type { RowCommands } from "./use-row-commands.ts";
import styles from "./outline.module.css";

interface OutlineRowProps {
  row: Row;
  position: number;
  size: number;
  expandable: boolean;
  tabbable: boolean;
  selected: boolean;
  onFocus: () => void;
  onActivate: () => void;
  commands: RowCommands;
}

export function OutlineRow(props: OutlineRowProps) {
  const { row, position, size, expandable, tabbable, selected, onFocus, onActivate, commands } = props;
  const label = useRowLabel(row);
  const readOnly = useEditor((state) => state.readOnly);
  const { view } = useServices();
  // The press itself gives the focus, which selects.
  const wasSelected = useRef(false);
  const onPress = (event: MouseEvent): void => {
    if ((event.target as Element).closest("button")) return;
    onActivate();
    if (row.kind === "open") commands.add(row, pointOf(event));
    else if (row.kind === "step" && wasSelected.current) view.getState().set({ sheet: "inspector" });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree handles the keys of its rows
    <div
      role="treeitem"
      aria-level={row.level}
      aria-posinset={position}
      aria-setsize={size}
      aria-expanded={expandable ? true : undefined}
      aria-selected={selected}
      aria-label={label}
      tabIndex={tabbable ? 0 : -1}
      className={styles["row"]}
      data-row={row.key}
      data-kind={row.kind}
      {...(row.kind === "step" && { "data-step-id": row.nodeId })}
      style={{ marginInlineStart: `calc(${row.level - 1} * var(--indent))` }}
      onFocus={(event) => event.target === event.currentTarget && onFocus()}
      onPointerDown={() => {
        wasSelected.current = selected;
      }}
      onClick={onPress}
      onDoubleClick={() => row.kind === "step" && commands.settings(row)}
    >
      <RowText row={row} />
      {!readOnly && <RowActions row={row} commands={commands} />}
    </div>
  );
}

function useRowLabel(row: Row): string {
  const t = useText("builder");
  const definition = useDefinition();
  const step = useNodeName(row.nodeId);
  const overlay = useOverlayText(useRowOverlay(row));
  const nameOf = (id: string): string => {
    const node = findNode(definition, id);
    return node ? stepName(node) : id;
  };
  if (row.kind === "step") return [step, row.apart && t("outline.apart"), overlay].filter(Boolean).join(", ");
  const handle = handleName(row.port, t);
  if (row.kind === "open") return t("outline.addAt", { name: nameOf(row.nodeId), handle });
  if (row.kind === "jump") return t("outline.goesOn", { name: nameOf(row.targetId) });
  return t("outline.handleRow", { handle, to: row.targetId === null ? t("outline.nowhere") : nameOf(row.targetId) });
}

/** What a mode shows of the row's step. */
const useRowOverlay = (row: Row) =>
  useView(({ overlay }) => (row.kind === "step" ? overlay?.nodes.get(row.nodeId) : undefined));

function RowText({ row }: { row: Row }) {
  const t = useText("builder");
  const { names, triggerSummary } = useLabels();
  const definition = useDefinition();
  const overlay = useRowOverlay(row);
  if (row.kind === "step") {
    const { title, detail } = nodeLabel(row.node, names, triggerSummary);
    return (
      <>
        <StepIcon step={row.node} size="small" />
        <span className={styles["words"]}>
          <span className={styles["title"]}>
            <Words text={title} />
          </span>
          {detail && (
            <span className={styles["detail"]} title={detail}>
              <Words text={detail} />
            </span>
          )}
        </span>
        {overlay && <NodeMark overlay={overlay} place="row" />}
        <ProblemBadge nodeId={row.nodeId} />
      </>
    );
  }
  if (row.kind === "handle") {
    const source = findNode(definition, row.nodeId);
    return (
      <span className={styles["handle"]} data-kind={row.port.kind} title={source && exitHelp(source, row.port, t)}>
        <CornerDownRight size={14} aria-hidden="true" />
        <Words text={handleLabel(row.port, t)} />
      </span>
    );
  }
  if (row.kind === "open") {
    return (
      <span className={styles["open"]} data-required={row.port.required}>
        <Plus size={14} aria-hidden="true" />
        {t("outline.addHere")}
      </span>
    );
  }
  const target = findNode(definition, row.targetId);
  return (
    <span className={styles["jump"]}>
      <MoveUpRight size={14} aria-hidden="true" />
      {t("outline.goesOn", { name: target ? stepName(target) : row.targetId })}
    </span>
  );
}

/** The same commands for fingers and mouse; keys reach them on the row itself. */
function RowActions({ row, commands }: { row: Row; commands: RowCommands }) {
  const t = useText("builder");
  const definition = useDefinition();
  const node = findNode(definition, row.nodeId);
  const name = node ? stepName(node) : row.nodeId;
  if (row.kind === "step") {
    return (
      <span className={styles["actions"]}>
        <RowButton label={t("outline.settings", { name })} onPress={() => commands.settings(row)}>
          <SlidersHorizontal size={15} />
        </RowButton>
        {node?.type !== "end" && (
          <RowButton label={t("menu.addAfter", { name })} onPress={(event) => commands.add(row, pointOf(event))}>
            <Plus size={15} />
          </RowButton>
        )}
        <RowButton label={t("outline.delete", { name })} onPress={() => commands.remove(row)}>
          <Trash2 size={15} />
        </RowButton>
      </span>
    );
  }
  const handle = handleName(row.port, t);
  return (
    <span className={styles["actions"]}>
      {row.kind !== "open" && (
        <RowButton label={t("outline.addAt", { handle, name })} onPress={(event) => commands.add(row, pointOf(event))}>
          <Plus size={15} />
        </RowButton>
      )}
      <RowButton label={t("outline.connect", { handle, name })} onPress={() => commands.connect(row)}>
        <Cable size={15} />
      </RowButton>
      {"edgeKey" in row && row.edgeKey !== null && (
        <RowButton label={t("outline.disconnect", { handle, name })} onPress={() => commands.remove(row)}>
          <Unplug size={15} />
        </RowButton>
      )}
    </span>
  );
}

function pointOf(event: MouseEvent): { x: number; y: number } {
  const { left, bottom, width } = event.currentTarget.getBoundingClientRect();
  return { x: left + width / 2, y: bottom };
}

interface RowButtonProps {
  label: string;
  onPress: (event: MouseEvent) => void;
  children: ReactNode;
}

function RowButton({ label, onPress, children }: RowButtonProps) {
  return (
    <button type="button" tabIndex={-1} className={styles["action"]} aria-label={label} title={label} onClick={onPress}>
      {children}
    </button>
  );
}
