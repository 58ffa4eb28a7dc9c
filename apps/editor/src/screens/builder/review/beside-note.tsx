import { useStore } from "zustand";
import { findingsBeside } from "../../../features/problems/beside.ts";
import { useText } from "../../../i18n/use-text.ts";
import styles from "./review.module.css";
import { Section } from "./section.tsx";

/** The others are in the list of problems. */
const FIRST = 3;

/** What was seen to happen beside other automations: to know, and nothing to decide. */
export function BesideNote() {
  const t = useText("interactions");
  const seen = useStore(findingsBeside).filter(({ play }) => play !== null);
  const left = seen.length - FIRST;
  return (
    <Section title={t("beside.title")} when={seen.length > 0}>
      <p className={styles["note"]}>{t("beside.publish")}</p>
      <ul className={styles["tests"]}>
        {seen.slice(0, FIRST).map(({ key, sentence }) => (
          <li key={key}>{sentence}</li>
        ))}
      </ul>
      {left > 0 && <p className={styles["note"]}>{t("beside.more", { count: left })}</p>}
    </Section>
  );
}
