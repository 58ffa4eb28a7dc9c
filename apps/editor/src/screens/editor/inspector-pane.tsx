import { Copy, MousePointerClick, Trash2, X } from "lucide-react";
import type { ReactNode } from "react";
import { useText } from "../../i18n/use-text.ts";
import type { Diagnostic } from "@trilho/engine";
import { NodeInspector } from "../../features/forms/lazy-node-inspector.tsx";
import { rename, updateNode } from "../../document/commands/edit.ts";
import { findNode } from "../../document/document.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { useEditor, useServices } from "../../document/context.ts";
import { duplicateSelection } from "../../features/commands/clipboard.ts";
import { deleteSelection } from "../../document/selection-commands.ts";
import { StepIcon } from "../../describe/step-icon.tsx";
import { useProblems } from "../../describe/use-problems.ts";
import { stepTypeName } from "../../describe/step-kinds.ts";
import styles from "./inspector-pane.module.css";

interface InspectorPaneProps {
  /** Settings of the trigger, which is kept outside of the graph. */
  triggerSettings?: ReactNode;
  onClose?: () => void;
}

/** A step that was just added is not found fault with before a person has begun to fill it in. */
const NONE: readonly Diagnostic[] = [];

/** The settings of the selected step. Escape leads back to it. */
export function InspectorPane({ triggerSettings, onClose }: InspectorPaneProps) {
  const t = useText("builder");
  const services = useServices();
  const { store, view } = services;
  const definition = useEditor((state) => state.definition);
  const selected = useEditor((state) => state.selection.nodeIds);
  const fresh = useEditor((state) => state.fresh);
  const readOnly = useEditor((state) => state.readOnly);
  const problems = useProblems(({ all }) => all);
  const severalHint = readOnly ? "editor.severalReadOnly" : "editor.severalHint";
  const node = selected.length === 1 ? findNode(definition, selected[0] ?? "") : undefined;

  if (!node) {
    const title =
      selected.length > 1 ? t("editor.severalSelected", { count: selected.length }) : t("editor.nothingSelected");
    return (
      <section className={styles["pane"]} aria-label={t("editor.inspector")} data-inspector>
        <EmptyState
          icon={<MousePointerClick />}
          title={title}
          action={
            !readOnly && selected.length > 1 ? (
              <Button icon={<Trash2 />} onClick={() => deleteSelection(services)}>
                {t("editor.deleteSeveral", { count: selected.length })}
              </Button>
            ) : undefined
          }
        >
          {t(selected.length > 1 ? severalHint : "editor.nothingSelectedHint")}
        </EmptyState>
      </section>
    );
  }
  const { id } = node;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves the pane, whatever has the focus
    <section
      className={styles["pane"]}
      aria-label={t("editor.inspector")}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented || onClose) return;
        event.preventDefault();
        view.getState().wantFocus("node", id);
      }}
    >
      <header className={styles["header"]}>
        <StepIcon step={node} size="small" />
        <h2 className={styles["title"]}>{stepTypeName(node)}</h2>
        {!readOnly && (
          <>
            {node.type !== "trigger" && (
              <IconButton
                size="sm"
                label={t("editor.duplicate")}
                icon={<Copy />}
                onClick={() => duplicateSelection(services)}
              />
            )}
            <IconButton
              size="sm"
              label={t("editor.delete")}
              icon={<Trash2 />}
              onClick={() => deleteSelection(services)}
            />
          </>
        )}
        {onClose && <IconButton size="sm" label={t("editor.close")} icon={<X />} onClick={onClose} />}
      </header>
      <div className={styles["form"]} data-inspector data-testid="inspector">
        <NodeInspector
          node={node}
          definition={definition}
          problems={fresh.has(id) ? NONE : problems}
          readOnly={readOnly}
          onChange={(patch, { field }) => store.getState().run(updateNode(id, patch, field))}
          onRename={(label) => store.getState().run(rename(id, label))}
        />
        {node.type === "trigger" && triggerSettings}
      </div>
    </section>
  );
}
