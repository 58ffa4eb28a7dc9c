import { CircleSlash, UserRound, Workflow } from "lucide-react";
import { Link } from "wouter";
import { formatInstant } from "../../i18n/format.ts";
import { useLocale, useText, type Text } from "../../i18n/use-text.ts";
import type { RunChange } from "./changes.ts";
import { FailureText } from "./failure-text.tsx";
import styles from "./runs.module.css";

type Changer = NonNullable<RunChange["by"]>;

/** By who did it. */
export const CHANGE_ICONS = { user: UserRound, run: Workflow, service: CircleSlash } as const;

/** Who or what ended, skipped or retried a run, in words. */
export function ChangeText({ change }: { change: RunChange }) {
  const Icon = CHANGE_ICONS[change.by?.type ?? "service"];
  return (
    <div className={styles["change"]}>
      <Icon size={14} aria-hidden="true" />
      <div>
        <p>
          <ChangeSentence change={change} />
        </p>
        <ChangeDetails change={change} />
      </div>
    </div>
  );
}

export function ChangeSentence({ change }: { change: RunChange }) {
  const t = useText("runs");
  const locale = useLocale();
  return (
    <>
      {sentenceOf(change, t, locale)} {change.by?.type === "run" && <OtherRun by={change.by} />}
    </>
  );
}

/** With which key, and why. */
export function ChangeDetails({ change: { why, by } }: { change: RunChange }) {
  const t = useText("runs");
  const { message, failure } = why.params;
  // Why it was moved is not why it was put back.
  const reason = why.code === "moved-back" ? null : why.params["reason"];
  return (
    <>
      {by?.apiKey && <p className={styles["muted"]}>{t("change.key", { key: by.apiKey.name ?? by.apiKey.id })}</p>}
      {typeof reason === "string" && <p className={styles["muted"]}>{t("change.reason", { reason })}</p>}
      {typeof message === "string" && (
        <p className={styles["muted"]}>
          <FailureText stored={message} failure={failure} />
        </p>
      )}
    </>
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
