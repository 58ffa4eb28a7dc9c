import { X } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Status } from "../../ui/status.tsx";
import styles from "./tour.module.css";

/** What each step speaks of, and where that is: the first of these that is on the page. */
const STEPS = [
  { key: "start", targets: ["[data-testid='start-here']", "[data-step-id]"] },
  { key: "steps", targets: ["[data-testid='palette']", "[data-testid='canvas']", "[data-document]"] },
  { key: "go", targets: ["[data-tour='simulate']"] },
] as const;

/** Three sentences for who has never drawn an automation. It stays out of the way: everything can be used meanwhile. */
export function Tour({ open, onEnd }: { open: boolean; onEnd: () => void }) {
  return open ? <Card onEnd={onEnd} /> : null;
}

function Card({ onEnd }: { onEnd: () => void }) {
  const t = useText("welcome");
  const [at, setAt] = useState(0);
  const title = useId();
  const step = STEPS[at] ?? STEPS[0];
  const isLast = at === STEPS.length - 1;
  usePointedAt(step.targets);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape ends it, whichever button has the focus
    <section
      className={styles["card"]}
      aria-labelledby={title}
      data-testid="tour"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onEnd();
      }}
    >
      <header className={styles["head"]}>
        <span className={styles["count"]}>{t("tour.count", { at: at + 1, of: STEPS.length })}</span>
        <IconButton size="sm" label={t("tour.skip")} icon={<X />} onClick={onEnd} />
      </header>
      <Status>
        <strong id={title} className={styles["title"]}>
          {t(`tour.${step.key}.title`)}
        </strong>
        <span className={styles["text"]}>{t(`tour.${step.key}.text`)}</span>
      </Status>
      <footer className={styles["foot"]}>
        {at > 0 && (
          <Button size="sm" onClick={() => setAt(at - 1)}>
            {t("tour.back")}
          </Button>
        )}
        <Button size="sm" variant="primary" onClick={isLast ? onEnd : () => setAt(at + 1)}>
          {t(isLast ? "tour.done" : "tour.next")}
        </Button>
      </footer>
    </section>
  );
}

/** Marks what is spoken of, as long as it is. What the editor draws itself stays as it is. */
function usePointedAt(targets: readonly string[]): void {
  useEffect(() => {
    const found = targets.map((each) => document.querySelector(each)).find((each) => each !== null);
    found?.setAttribute("data-pointed-at", "");
    return () => found?.removeAttribute("data-pointed-at");
  }, [targets]);
}
