import { useEffect, useRef, type ReactNode } from "react";
import styles from "./compare.module.css";

interface LayerFrameProps {
  title: string;
  description: ReactNode;
  /** The drawing in numbers. */
  summary?: ReactNode;
  actions: ReactNode;
  drawing: ReactNode;
  children: ReactNode;
  onClose: () => void;
}

const step = (): HTMLElement | null => document.querySelector('[data-document] [data-step-id][tabindex="0"]');

/** A view over the editor: a drawing, and beside it its description. Escape leads back to where the focus was. */
export function LayerFrame({ title, description, summary, actions, drawing, children, onClose }: LayerFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    heading.current?.focus();
    return () => {
      requestAnimationFrame(() => {
        // What had the focus may have closed with the dialog it was in: then the drawing has it.
        const back = before instanceof HTMLElement && before !== document.body && before.isConnected ? before : step();
        back?.focus();
      });
    };
  }, []);
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isElsewhere = document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;
      if (event.key === "Escape" && !event.defaultPrevented && !isElsewhere) latest.current();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <section className={styles["layer"]} aria-label={title} data-layer>
      <header className={styles["header"]}>
        <div className={styles["heading"]}>
          <h2 ref={heading} tabIndex={-1} className={styles["title"]}>
            {title}
          </h2>
          <p className={styles["description"]}>{description}</p>
        </div>
        {summary !== undefined && <div className={styles["summary"]}>{summary}</div>}
        <div className={styles["actions"]}>{actions}</div>
      </header>
      <div className={styles["columns"]}>
        <div className={styles["drawing"]}>{drawing}</div>
        <div className={styles["side"]}>{children}</div>
      </div>
    </section>
  );
}
