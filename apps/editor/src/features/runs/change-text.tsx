import { CircleSlash, UserRound, Workflow } from "lucide-react";
import { Link } from "wouter";
import { formatInstant } from "../../i18n/format.ts";
import { useLocale, useText, type Text } from "../../i18n/use-text.ts";
import type { RunChange } from "./changes.ts";
import { FailureText } from "./failure-text.tsx";
import styles from "./runs.module.css";

type Changer = NonNullable<RunChange["by"]>;

const MARKS = { user: UserRound, run: Workflow } as const;

/** Who or what ended, skipped or retried a run, in words. */
export function ChangeText({ change }: { change: RunChange }) {
  const t = useText("runs");
  const locale = useLocale();
  const { why, by } = change;
  const { reason, message, failure } = why.params;
  const Mark = by === null ? CircleSlash : MARKS[by.type];
  return (
    <div className={styles["change"]}>
      <Mark size={14} aria-hidden="true" />
      <div>
        <p>
          {sentenceOf(change, t, locale)} {by?.type === "run" && <OtherRun by={by} />}
        </p>
        {by?.apiKey && <p className={styles["muted"]}>{t("change.key", { key: by.apiKey.name ?? by.apiKey.id })}</p>}
        {typeof reason === "string" && <p className={styles["muted"]}>{t("change.reason", { reason })}</p>}
        {typeof message === "string" && (
          <p className={styles["muted"]}>
            <FailureText stored={message} failure={failure} />
          </p>
        )}
      </div>
    </div>
  );
}

function sentenceOf({ why: { code, params }, by, to }: RunChange, t: Text<"runs">, locale: string): string {
  const number = (name: string): string => String(params[name]);
  switch (code) {
    case "cancelled-by-hand":
    case "retried-by-hand":
    case "automation-deleted":
      return t(`change.${code}`, { who: by?.name ?? t("change.somebody") });
    case "time-passed-by-hand":
      return t(`change.${code}`, {
        who: by?.name ?? t("change.somebody"),
        until: formatInstant(String(params["until"]), locale),
      });
    case "moved-to-version":
    case "moved-back":
    case "ended-by-migration":
      return t(`change.${code}`, {
        who: by?.name ?? t("change.somebody"),
        from: number("from"),
        to: number("to"),
      });
    case "stopped":
      return t(by?.name ? "change.stopped" : "change.stoppedByGone");
    case "turns-failed":
    case "turns-lost":
      return t(`change.${code}`, { turns: number("turns") });
    case "chain-too-deep":
      return t(`change.${code}`, { depth: number("depth") });
    case "event-too-large":
      return t(`change.${code}`, { maxKb: number("maxKb") });
    case "entered-lately":
      return t(`change.${code}`, { from: formatInstant(String(params["asked"]), locale) });
    case "later-event":
      return t(`change.${code}`, { at: formatInstant(String(params["asked"]), locale) });
    case "automation-off":
    case "entered-before":
    case "run-live":
    case "event-unreadable":
    case "start-unreadable":
    case "deal-not-made":
      return t(`change.${code}`);
    default:
      // A newer service may know more reasons.
      return t("change.other", { status: t(`status.${to}`) });
  }
}

/** Leads to the run that did it, while its automation is there. */
function OtherRun({ by: { id, name, automationId } }: { by: Changer }) {
  if (name === null || automationId === null) return null;
  return <Link href={`/automations/${encodeURIComponent(automationId)}/runs/${encodeURIComponent(id)}`}>{name}</Link>;
}
