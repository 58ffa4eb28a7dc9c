import type { GraphNode } from "@trilho/engine";
import { useText } from "../i18n/use-text.ts";
import { exitHelp } from "../describe/exits/exits.ts";
import { handleLabel, handleName } from "../describe/node-label.ts";
import { stepName } from "../describe/node-name.ts";
import { useEditor, useServices, useView } from "../document/context.ts";
import type { Shape } from "../document/layout/geometry.ts";
import styles from "./folded-exits.module.css";

/** Unfolds the exits of a step that are seldom used, and folds them again. */
export function FoldedExits({ node, shape }: { node: GraphNode; shape: Shape }) {
  const t = useText("builder");
  const { view, canvas } = useServices();
  const readOnly = useEditor((state) => state.readOnly);
  const isOpen = useView(({ unfolded }) => unfolded.has(node.id));
  const count = shape.folded.length;
  if (readOnly || (count === 0 && !isOpen)) return null;
  const name = stepName(node);
  const exits = shape.folded.map((port) => handleName(port, t)).join(", ");
  const help = shape.folded.map((port) => `${handleLabel(port, t)}: ${exitHelp(node, port, t)}`).join("\n");
  const toggle = (): void => {
    const unfolded = new Set(view.getState().unfolded);
    if (!unfolded.delete(node.id)) unfolded.add(node.id);
    view.getState().set({ unfolded });
    requestAnimationFrame(() => canvas.current?.show([node.id]));
  };
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`${styles["exits"]} nodrag nopan`}
      aria-expanded={isOpen}
      aria-label={isOpen ? t("exit.fold", { name }) : t("exit.unfold", { count, name, exits })}
      title={help || t("exit.fold", { name })}
      data-strip={shape.strip}
      data-quiet={!isOpen && shape.folded.every(({ side }) => side)}
      data-testid={`exits-${node.id}`}
      onClick={toggle}
    >
      {isOpen ? "−" : shape.strip ? `+${count}` : `+ ${t("exit.more", { count })}`}
    </button>
  );
}
