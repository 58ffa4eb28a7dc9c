import { OptionMark } from "./option-mark.tsx";
import styles from "./listbox.module.css";
import type { Option } from "./option.ts";

/** How a choice reads in a list. */
export const OptionText = ({ option }: { option: Option }) => (
  <span className={styles["optionText"]}>
    <span className={styles["optionLabel"]}>
      <OptionMark option={option} />
      <span className={styles["ellipsis"]}>{option.label}</span>
    </span>
    {option.description !== undefined && <span className={styles["optionDescription"]}>{option.description}</span>}
  </span>
);
