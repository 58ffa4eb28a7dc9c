import type { RunPause } from "@trilho/api-client";
import { formatInstant } from "../../i18n/format.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import styles from "./run-table.module.css";

interface MarkProps {
  tone: "accent" | "warning";
  label: string;
  /** What it means. */
  hint: string;
}

const Mark = ({ tone, label, hint }: MarkProps) => (
  <span className={styles["mark"]} title={hint}>
    <Badge tone={tone}>{label}</Badge>
  </span>
);

/** Tells the run of a test event from all others. */
export function TestMark() {
  const t = useText("trying");
  return <Mark tone="accent" label={t("mark")} hint={t("markHint")} />;
}

/** Tells a run that something keeps at its place from those that go on by themselves. */
export function PausedMark() {
  const t = useText("runs");
  return <Mark tone="warning" label={t("paused.mark")} hint={t("paused.goesOn")} />;
}

/** What keeps a run at its place, since when, and when it goes on; nothing where nothing does. */
export function PauseNote({ pauses = [] }: { pauses: readonly RunPause[] | undefined }) {
  const t = useText("runs");
  const locale = useLocale();
  if (pauses.length === 0) return null;
  const why = pauses.map(({ scope, since }) => t(`paused.ofRun.${scope}`, { when: formatInstant(since, locale) }));
  return <p className={styles["paused"]}>{[...why, t("paused.goesOn")].join(" ")}</p>;
}
