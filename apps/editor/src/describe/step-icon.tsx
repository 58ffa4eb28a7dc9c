import { createElement } from "react";
import { purposeOf } from "../document/steps.ts";
import { iconOf } from "./step-kinds.ts";
import styles from "./step-icon.module.css";

interface StepIconProps {
  step: { type: string; actionType?: string | null };
  size?: "small" | "normal";
}

/** The picture of a step in the colour of its purpose. */
export function StepIcon({ step, size = "normal" }: StepIconProps) {
  return (
    <span className={styles["tile"]} data-purpose={purposeOf(step)} data-size={size} aria-hidden="true">
      {createElement(iconOf(step), { size: size === "small" ? 14 : 18, strokeWidth: 1.9 })}
    </span>
  );
}
