import type { AutomationRunDetail } from "@trilho/api-client";
import type { JsonValue } from "@trilho/engine";
import { useText } from "../i18n/useText.ts";
import { FailureWords } from "./FailureWords.tsx";
import styles from "./runs.module.css";

type RunEffect = AutomationRunDetail["effects"][number];

/** What an action answered, and what it was told where no message shows it. */
export function Answer({ effect: { config, result, error, attempts } }: { effect: RunEffect }) {
  const t = useText("runs");
  const sent = Object.entries(config).filter(([key]) => key !== "ui");
  const answered = Object.entries(result ?? {});
  return (
    <div className={styles["answer"]}>
      {error !== null && (
        <p className={styles["error"]}>
          <FailureWords stored={error} />
        </p>
      )}
      {attempts > 1 && <p className={styles["muted"]}>{t("attempts", { count: attempts })}</p>}
      {sent.length > 0 && <Told title={t("run.sent")} entries={sent} />}
      {answered.length > 0 && <Told title={t("run.answered")} entries={answered} />}
    </div>
  );
}

function Told({ title, entries }: { title: string; entries: [string, JsonValue | undefined][] }) {
  return (
    <details>
      <summary className={styles["summary"]}>{title}</summary>
      <dl className={styles["told"]}>
        {entries.map(([key, value]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{typeof value === "string" ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
