import { useText } from "../i18n/use-text.ts";
import styles from "./changed-field.module.css";
import type { LabelledChange } from "./field-change.ts";
import { Words } from "./words.tsx";

const ARROW = " → ";

/** "Wait for: 2 days → 3 days"; read out with words in place of the arrow. */
export function ChangedField({ field, before, after }: LabelledChange) {
  const t = useText("compare");
  return (
    <>
      {field !== "" && <span className={styles["field"]}>{field}: </span>}
      <del className={styles["was"]}>
        <span className="visually-hidden">{t("from")}: </span>
        <Words text={before ?? t("none")} />
      </del>
      <span aria-hidden="true">{ARROW}</span>
      <ins className={styles["is"]}>
        <span className="visually-hidden">{t("to")}: </span>
        <Words text={after ?? t("none")} />
      </ins>
    </>
  );
}
