import { useEffect, useRef } from "react";
import { useText } from "../../i18n/use-text.ts";
import { commandLabel } from "../../describe/node-label.ts";
import { useEditor, useServices } from "../../document/context.ts";
import { focusSelection } from "../../document/selection-commands.ts";
import styles from "./change-list.module.css";

/** What was done and taken back, the newest first; a press goes to where the document was then. */
export function ChangeList({ onDone }: { onDone: () => void }) {
  const t = useText("builder");
  const services = useServices();
  const { past, future } = useEditor((state) => state.history);
  const now = useRef<HTMLButtonElement>(null);
  useEffect(() => now.current?.focus(), []);
  const undone = future.map(({ label }, index) => ({ steps: index + 1, name: commandLabel(label, t) }));
  const done = past.map(({ label }, index) => ({ steps: index + 1 - past.length, name: commandLabel(label, t) }));
  const start = { steps: -past.length, name: t("changes.start") };
  const rows = [...undone.toReversed(), ...done.toReversed(), start];
  const go = (steps: number): void => {
    onDone();
    if (steps !== 0 && services.store.getState().travel(steps)) focusSelection(services);
  };
  return (
    <ol className={styles["list"]} data-testid="change-list">
      {rows.map(({ steps, name }, index) => (
        <li key={steps}>
          <button
            ref={steps === 0 ? now : undefined}
            type="button"
            className={styles["row"]}
            data-undone={steps > 0}
            aria-current={steps === 0 ? "step" : undefined}
            onClick={() => go(steps)}
            onKeyDown={(event) => {
              const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
              if (by === 0) return;
              event.preventDefault();
              const list = event.currentTarget.closest("ol");
              list?.querySelectorAll("button")[index + by]?.focus();
            }}
          >
            {name}
            {steps === 0 && <span className={styles["now"]}>{t("changes.now")}</span>}
          </button>
        </li>
      ))}
    </ol>
  );
}
