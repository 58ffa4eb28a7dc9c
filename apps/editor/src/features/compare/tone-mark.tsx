import { ArrowLeftRight, Minus, Pencil, Plus, type LucideIcon } from "lucide-react";
import type { ChangeTone } from "./change-list.ts";
import styles from "./compare.module.css";

const MARKS: Readonly<Record<ChangeTone, LucideIcon>> = {
  added: Plus,
  removed: Minus,
  changed: Pencil,
  moved: ArrowLeftRight,
};

/** The mark of a change, as on the canvas: shown by its shape as well as by its colour. */
export function ToneMark({ tone }: { tone: ChangeTone }) {
  const Mark = MARKS[tone];
  return (
    <span className={styles["mark"]} data-tone={tone} aria-hidden="true">
      <Mark size={12} strokeWidth={2.6} />
    </span>
  );
}
