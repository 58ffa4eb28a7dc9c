import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./problems-dialog.module.css";

/** One line of what is wrong with what is to be published. */
export interface ShownProblem {
  key: string;
  message: string;
  /** Where it is, when the message does not say so: a field. */
  place: string | null;
  /** Leads there; null when there is nowhere to go. */
  show: (() => void) | null;
}

/** Problems in words, each with what leads to it. */
export function ProblemList({ problems }: { problems: readonly ShownProblem[] }) {
  const t = useText("automation");
  return (
    <ul className={styles["list"]}>
      {problems.map(({ key, message, place, show }) => (
        <li key={key} className={styles["item"]}>
          <div className={styles["text"]}>
            {message}
            {place !== null && <code className={styles["place"]}>{place}</code>}
          </div>
          {show !== null && (
            <Button size="sm" aria-label={`${t("blocked.show")}: ${message}`} onClick={show}>
              {t("blocked.show")}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
