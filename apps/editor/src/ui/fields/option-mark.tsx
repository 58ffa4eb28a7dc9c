import { ColorDot } from "./color-dot.tsx";
import styles from "./option-mark.module.css";
import type { Option } from "./option.ts";

/** What stands before the label of a choice: its colour, or a person's initials. Nothing for most. */
export function OptionMark({ option: { color, initials } }: { option: Option }) {
  if (initials !== undefined) {
    return (
      <span className={styles["avatar"]} aria-hidden="true">
        {initials}
      </span>
    );
  }
  return color === undefined ? null : <ColorDot color={color} />;
}

export const hasMark = ({ color, initials }: Option): boolean => color !== undefined || initials !== undefined;
