import type { AutomationRunDetail } from "@trilho/api-client";
import { CircleCheck, CircleHelp, TriangleAlert } from "lucide-react";
import { useMemo } from "react";
import { Link } from "wouter";
import { contactPath, dealPath } from "../../browser/location.ts";
import { byItsClock } from "../../data/runs.ts";
import { stepName } from "../../describe/node-name.ts";
import { formatDuration } from "../../i18n/duration.ts";
import { formatInstant } from "../../i18n/format.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { numberBeside } from "../../inputs/deal-option.ts";
import { PausedMark, PauseNote, TestMark } from "./run-marks.tsx";
import { RunDetail } from "./run-table.tsx";
import { RUN_STATUSES } from "./status-tone.ts";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { findNode } from "../../document/document.ts";
import { Badge } from "../../ui/badge.tsx";
import { Status } from "../../ui/status.tsx";
import { ChangeText } from "./change-text.tsx";
import { conformanceOf, saidOf } from "./conformance.ts";
import styles from "./runs.module.css";
import { skipsWaits } from "./trial.ts";

/** How a run stands: its status, where it is, what comes next, and whether its version can have brought it there. */
export function RunFacts({ automationId, run }: { automationId: string; run: AutomationRunDetail }) {
  const t = useText("runs");
  const inTrying = useText("trying");
  const locale = useLocale();
  const { status, currentNodeId, deal } = run;
  const change = run.changes.at(-1);
  const ended = byItsClock(run, run.completedAt);
  const node = currentNodeId === null ? undefined : findNode(run.graphDefinition, currentNodeId);
  return (
    <section aria-label={t("run.stands")} className={styles["facts"]}>
      <Status className={styles["status"]}>
        <Badge tone={RUN_STATUSES[status]} dot>
          {t(`status.${status}`)}
        </Badge>
        {run.test && <TestMark />}
        {run.pauses !== undefined && <PausedMark />}
        <RunDetail run={{ ...run, nextAttemptAt: byItsClock(run, run.nextAttemptAt) }} />
        <PauseNote pauses={run.pauses} />
      </Status>
      {change?.to === status && <ChangeText change={change} />}
      <dl className={styles["pairs"]}>
        <div>
          <dt>{t("columns.deal")}</dt>
          <dd>
            {deal === null ? (
              t(run.dealId === null ? "noDeal" : "run.dealGone")
            ) : (
              <>
                <Link href={dealPath(deal.seq)}>{[numberBeside(deal), deal.name].filter(Boolean).join(" ")}</Link>
                {" · "}
                <Link href={`/automations/${encodeURIComponent(automationId)}/deals/${deal.seq}`}>
                  {t("run.ofDeal")}
                </Link>
              </>
            )}
          </dd>
        </div>
        {run.contact && (
          <div>
            <dt>{t("run.contact")}</dt>
            <dd>
              <Link href={contactPath(run.contact.id)}>{run.contact.displayName}</Link>
            </dd>
          </div>
        )}
        {node !== undefined && (
          <div>
            <dt>{t("columns.step")}</dt>
            <dd>{stepName(node)}</dd>
          </div>
        )}
        {run.startedAt !== null && (
          <div>
            <dt>{t("columns.started")}</dt>
            <dd>
              <TimeAgo at={run.startedAt} />
            </dd>
          </div>
        )}
        {ended !== null && (
          <div>
            <dt>{t("run.ended")}</dt>
            <dd>{formatInstant(ended, locale)}</dd>
          </div>
        )}
      </dl>
      {run.test && <p className={styles["muted"]}>{inTrying(skipsWaits(run) ? "markSkipped" : "markHint")}</p>}
      {run.clockAheadMs !== undefined && (
        <p className={styles["muted"]}>
          {t("clockAhead", { ahead: formatDuration(Math.round(run.clockAheadMs / 60_000) * 60, 2) })}
        </p>
      )}
      <Verdict run={run} />
    </section>
  );
}

const MARKS = {
  consistent: CircleCheck,
  untilFailure: CircleCheck,
  ambiguous: CircleHelp,
  impossible: TriangleAlert,
} as const;

function Verdict({ run }: { run: AutomationRunDetail }) {
  const t = useText("runs");
  const found = useMemo(() => conformanceOf(run), [run]);
  const said = saidOf(run, found);
  const Mark = MARKS[said];
  const codes = [...new Set(found.reasons.map(({ code }) => code))];
  return (
    <div className={styles["verdict"]} data-verdict={said}>
      <Mark size={15} aria-hidden="true" />
      <div>
        <p>{t(`conformance.${said}`)}</p>
        {codes.length > 0 && (
          <ul>
            {codes.map((code) => (
              <li key={code}>{t(`conformance.why.${code}`)}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
