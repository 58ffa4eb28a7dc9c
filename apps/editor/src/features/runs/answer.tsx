import { isObject } from "@trilho/engine";
import type { AutomationRunDetail } from "@trilho/api-client";
import { useFields } from "../../data/use-fields.ts";
import { useLookup } from "../../describe/use-lookup.ts";
import { useText } from "../../i18n/use-text.ts";
import { findNode } from "../../document/document.ts";
import { FailureText } from "./failure-text.tsx";
import styles from "./runs.module.css";
import { factLabel, settingLabel, type LabelledValue } from "./labels.ts";

type RunEffect = AutomationRunDetail["effects"][number];

interface AnswerProps {
  effect: RunEffect;
  run: AutomationRunDetail;
}

/** The message of an action, and the response where that has more. */
export function Answer({ effect: { nodeId, config, result, error, failure, attempts }, run }: AnswerProps) {
  const t = useText("runs");
  const names = useLookup();
  const fields = useFields();
  const node = findNode(run.graphDefinition, nodeId);
  const sent = Object.entries(config).flatMap(([key, value]) =>
    key === "ui" || value === undefined ? [] : [settingLabel(node, key, value, names)],
  );
  const shown = new Set(sent.map(([, value]) => value));
  const answered = Object.entries(result ?? {})
    .map(([key, value]) => factLabel(key, value, fields, names))
    .filter((causes) => causes !== null && !shown.has(causes[1]));
  return (
    <div className={styles["answer"]}>
      {error !== null && (
        <p className={styles["error"]}>
          <FailureText stored={error} failure={failure} />
        </p>
      )}
      {attempts > 1 && <p className={styles["muted"]}>{t("attempts", { count: attempts })}</p>}
      <Pairs title={t("run.sent")} pairs={sent} />
      <Pairs title={t("run.answered")} pairs={answered} />
    </div>
  );
}

/** Of an event, when it was, what it was and whether it was a test stand above. */
const SAID: ReadonlySet<string> = new Set(["type", "at", "automationId", "test", "skipWaits"]);

/** What set a run off. */
export function Cause({ run: { event } }: { run: AutomationRunDetail }) {
  const t = useText("runs");
  const names = useLookup();
  const fields = useFields();
  const cause = isObject(event["event"]) ? event["event"] : {};
  const causes = Object.entries(cause)
    .filter(([key]) => !SAID.has(key))
    .map(([key, value]) => factLabel(key, value, fields, names));
  return (
    <div className={styles["answer"]}>
      <Pairs title={t("run.cause")} pairs={causes} />
    </div>
  );
}

function Pairs({ title, pairs }: { title: string; pairs: readonly (LabelledValue | null)[] }) {
  const known = pairs.filter((pair) => pair !== null);
  if (known.length === 0) return null;
  return (
    <details>
      <summary className={styles["summary"]}>{title}</summary>
      <dl className={styles["told"]}>
        {known.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
