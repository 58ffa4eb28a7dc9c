import { ArrowRight, Pencil, Plus, Trash2, Unplug } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useEffect, useRef } from "react";
import { useDefinition, useServices } from "../../document/context.ts";
import { stepName } from "../../describe/node-name.ts";
import { handleName } from "../../describe/node-label.ts";
import { fixText, problemText } from "../../i18n/engine-text.ts";
import { useText } from "../../i18n/use-text.ts";
import { changesOf } from "../../document/changes.ts";
import type { Change } from "../../document/changes.ts";
import { findNode } from "../../document/document.ts";
import { shapesOf } from "../../document/layout/geometry.ts";
import type { FixPreview as Preview } from "../../document/view-store.ts";
import { Button } from "../../ui/button.tsx";
import { handleOf } from "@trilho/engine";
import type { GraphDefinition, GraphEdge } from "@trilho/engine";
import { closePreview, makePreviewed } from "../../document/preview-fix.ts";
import styles from "./fix-preview.module.css";

const ICONS: Record<Change["kind"], LucideIcon> = {
  nodeAdded: Plus,
  nodeRemoved: Trash2,
  nodeChanged: Pencil,
  edgeAdded: ArrowRight,
  edgeRemoved: Unplug,
  edgeMoved: ArrowRight,
};

/** What fixes would change, in words; the drawing marks the same. Nothing is changed before a person agrees. */
export function FixPreview({ preview }: { preview: Preview }) {
  const inCommands = useText("commands");
  const services = useServices();
  const definition = useDefinition();
  const apply = useRef<HTMLButtonElement>(null);
  const words = useChangeText(preview);
  const changes = changesOf(preview.before, preview.after);
  const [only] = preview.steps;

  useEffect(() => apply.current?.focus(), []);
  // Made for a document that is another one by now.
  useEffect(() => {
    if (definition !== preview.before) closePreview(services);
  }, [definition, preview, services]);

  const close = (): void => {
    closePreview(services);
    services.view.getState().wantFocus("node", services.store.getState().selection.nodeIds[0] ?? null);
  };
  const title =
    preview.steps.length === 1 && only
      ? inCommands("fixPreview.title", { title: fixText(only.fix) })
      : inCommands("fixPreview.titleAll", { count: preview.steps.length });

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves the preview, whatever has the focus
    <section
      className={styles["preview"]}
      aria-label={inCommands("fixPreview.label")}
      data-testid="fix-preview"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        close();
      }}
    >
      <h2 className={styles["title"]}>{title}</h2>
      {preview.steps.length === 1 && only && <p className={styles["problem"]}>{problemText(only.problem)}</p>}
      {preview.steps.length > 1 && (
        <>
          <h3 className={styles["heading"]}>{inCommands("fixPreview.steps")}</h3>
          <ol className={styles["steps"]}>
            {preview.steps.map(({ problem, fix }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a list that never changes, and two fixes may read alike
              <li key={index}>{inCommands("fixPreview.step", { fix: fixText(fix), problem: problemText(problem) })}</li>
            ))}
          </ol>
          <h3 className={styles["heading"]}>{inCommands("fixPreview.changes")}</h3>
        </>
      )}
      <ul className={styles["changes"]}>
        {changes.map((change, index) => {
          const Icon = ICONS[change.kind];
          return (
            // oxlint-disable-next-line react/no-array-index-key -- a list that never changes, and two changes may read alike
            <li key={index} className={styles["change"]} data-kind={change.kind}>
              <Icon size={14} aria-hidden="true" />
              <span>{words(change)}</span>
            </li>
          );
        })}
        {changes.length === 0 && <li className={styles["change"]}>{inCommands("fixPreview.unchanged")}</li>}
      </ul>
      <div className={styles["buttons"]}>
        <Button
          ref={apply}
          size="sm"
          variant="primary"
          onClick={() => {
            makePreviewed(services);
            services.view.getState().wantFocus("node", services.store.getState().selection.nodeIds[0] ?? null);
          }}
        >
          {inCommands("fixPreview.apply")}
        </Button>
        <Button size="sm" onClick={close}>
          {inCommands("fixPreview.cancel")}
        </Button>
      </div>
    </section>
  );
}

/** Changes as sentences, with the names of steps and exits. */
function useChangeText({ before, after }: Preview): (change: Change) => string {
  const t = useText("builder");
  const inCommands = useText("commands");
  const nameOf = (definition: GraphDefinition, id: string): string => {
    const node = findNode(definition, id) ?? findNode(before, id);
    return node ? stepName(node) : inCommands("fixPreview.missing");
  };
  const ends = (definition: GraphDefinition, edge: GraphEdge) => {
    const ports = shapesOf(definition).get(edge.source)?.ports ?? [];
    const port = ports.find(({ handle }) => handle === handleOf(edge));
    const handle = port ? handleName(port, t) : handleOf(edge);
    return { from: nameOf(definition, edge.source), handle, to: nameOf(definition, edge.target) };
  };
  const table: { [Kind in Change["kind"]]: (change: Extract<Change, { kind: Kind }>) => string } = {
    nodeAdded: ({ node }) => inCommands("fixPreview.nodeAdded", { name: stepName(node) }),
    nodeRemoved: ({ node }) => inCommands("fixPreview.nodeRemoved", { name: stepName(node) }),
    nodeChanged: (change) => {
      const [was, is] = [stepName(change.before), stepName(change.after)];
      return was === is
        ? inCommands("fixPreview.nodeChanged", { name: was })
        : inCommands("fixPreview.nodeBecomes", { before: was, after: is });
    },
    edgeAdded: ({ edge }) => inCommands("fixPreview.edgeAdded", ends(after, edge)),
    edgeRemoved: ({ edge }) => inCommands("fixPreview.edgeRemoved", ends(before, edge)),
    edgeMoved: (change) => inCommands("fixPreview.edgeMoved", ends(after, change.after)),
  };
  return (change) => (table[change.kind] as (change: Change) => string)(change);
}
