import type { Automation, AutomationRun, WorkspaceRun } from "@trilho/api-client";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useRanVersions } from "../../data/ran-versions.ts";
import type { RunListFilter } from "../../data/runs.ts";
import { stepName } from "../../describe/node-name.ts";
import { formatDuration } from "../../i18n/duration.ts";
import { formatInstant } from "../../i18n/format.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { FailureText } from "./failure-text.tsx";
import { PausedMark, TestMark } from "./run-marks.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Skeleton } from "../../ui/loading/skeleton.tsx";
import { SkeletonRow, Table, TableSkeleton } from "../../ui/table.tsx";
import { dealPath, runPath, runsPath } from "../../browser/location.ts";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { useNow } from "../../ui/use-now.ts";
import { triggerText } from "../../describe/trigger.ts";
import { takeRun } from "./opened-run.ts";
import styles from "./run-table.module.css";
import { RUN_STATUSES } from "./status-tone.ts";

interface RunTableProps {
  automationId: string;
  runs: readonly AutomationRun[];
  /** Undefined while it loads. */
  automation: Automation | undefined;
  /** What is shown, which a run leads back to. */
  filter: RunListFilter;
}

export function RunTable({ automationId, runs, automation, filter }: RunTableProps) {
  const stored = automation?.version;
  const versions = useRanVersions(automationId, runs, stored);
  return (
    <RunColumns place="step">
      {runs.map((run) => (
        <RunRow
          key={run.runId}
          run={run}
          href={runPath(automationId, run.runId, filter)}
          place={
            <StepName
              run={run}
              ran={run.automationVersion === stored ? automation?.graphDefinition : versions.get(run.automationVersion)}
            />
          }
        />
      ))}
    </RunColumns>
  );
}

/** Runs of several automations: each run has the name of its step. */
export function WorkspaceRunTable({ runs }: { runs: readonly WorkspaceRun[] }) {
  return (
    <RunColumns place="automation">
      {runs.map((run) => (
        <RunRow
          key={run.runId}
          run={run}
          href={runPath(run.automation.id, run.runId)}
          place={<Link href={runsPath(run.automation.id)}>{run.automation.name}</Link>}
        />
      ))}
    </RunColumns>
  );
}

/** `place`: what a row shows of where its run is. */
function RunColumns({ place, children }: { place: "step" | "automation"; children: ReactNode }) {
  const t = useText("runs");
  const columns = ["status", "deal", place, "trigger", "version", "started", "took"] as const;
  return (
    <Table
      className={styles["table"]}
      label={t("title")}
      columns={columns.map((key) => ({ key, label: t(`columns.${key}`) }))}
    >
      {children}
    </Table>
  );
}

/** `place` is where it is: the step, or the automation. */
function RunRow({ run, href, place }: { run: AutomationRun; href: string; place: ReactNode }) {
  const t = useText("runs");
  return (
    <tr>
      <td className={styles["status"]}>
        <Link
          ref={(link: HTMLAnchorElement | null) => {
            if (link !== null && takeRun(run.runId)) link.focus();
          }}
          href={href}
          className={styles["open"]}
          title={t(`statusHint.${run.status}`)}
        >
          <Badge tone={RUN_STATUSES[run.status] ?? "neutral"} dot>
            {t(`status.${run.status}`)}
          </Badge>
        </Link>
        {run.test && <TestMark />}
        {run.pauses !== undefined && <PausedMark />}
        <RunDetail run={run} />
        {run.status === "skipped" && run.lastError === null && (
          <span className={styles["detail"]}>{t("statusHint.skipped")}</span>
        )}
      </td>
      <td className={styles["deal"]}>
        <DealOf run={run} />
      </td>
      <td className={styles["step"]}>{place}</td>
      <td className={styles["trigger"]}>{triggerText(run.triggerType)}</td>
      <td className={styles["version"]}>{t("versionShort", { version: run.automationVersion })}</td>
      <td className={styles["started"]}>
        <Started run={run} />
      </td>
      <td className={styles["took"]}>
        <Took run={run} />
      </td>
    </tr>
  );
}

/** By its name; its id where the service does not return one. */
function DealOf({ run: { deal, dealId } }: { run: AutomationRun }) {
  const t = useText("runs");
  if (deal) {
    return (
      <Link href={dealPath(deal.seq)} title={t("dealNumber", { seq: String(deal.seq) })}>
        {deal.name}
      </Link>
    );
  }
  return dealId === null ? t("noDeal") : <code title={dealId}>{shortId(dealId)}</code>;
}

/** Ids are long and alike in the middle. */
const shortId = (id: string): string => (id.length <= 16 ? id : `${id.slice(0, 8)}…${id.slice(-4)}`);

const Nothing = () => <span className={styles["nothing"]}>–</span>;

function Started({ run }: { run: AutomationRun }) {
  const t = useText("runs");
  if (run.startedAt !== null) return <TimeAgo at={run.startedAt} />;
  return run.status === "queued" ? t("notStarted") : <Nothing />;
}

/** Below the status: what it waits for, or why it failed, or both where it is tried again. */
export function RunDetail({ run }: { run: AutomationRun }) {
  const t = useText("runs");
  const locale = useLocale();
  const now = useNow();
  const { status, nextAttemptAt, lastError, lastFailure, attempts, waitingForReply, pauses } = run;
  const isHeld = pauses !== undefined && Date.parse(nextAttemptAt ?? "") <= now;
  const waits = waitingForReply ? "waitsForReply" : lastError === null ? "waitsUntil" : "triesAgain";
  return (
    <>
      {status === "waiting" && nextAttemptAt !== null && (
        <span className={styles["detail"]}>
          {t(isHeld ? "dueSince" : waits, { when: formatInstant(nextAttemptAt, locale) })}
        </span>
      )}
      {lastError !== null && (
        <span className={styles["error"]}>
          <FailureText stored={lastError} failure={lastFailure} />
          {attempts > 1 && ` (${t("attempts", { count: attempts })})`}
        </span>
      )}
    </>
  );
}

interface StepNameProps {
  run: AutomationRun;
  /** What it ran; undefined while that is not known. */
  ran: Automation["graphDefinition"] | undefined;
}

/** Names the step; only the version that ran knows it for sure. */
function StepName({ run, ran }: StepNameProps) {
  const t = useText("runs");
  if (run.currentNodeId === null) return <Nothing />;
  const node = ran?.nodes.find(({ id }) => id === run.currentNodeId);
  return node ? stepName(node) : t("unknownStep");
}

function Took({ run }: { run: AutomationRun }) {
  if (run.startedAt === null || run.completedAt === null) return <Nothing />;
  return formatDuration(Math.round((Date.parse(run.completedAt) - Date.parse(run.startedAt)) / 1000), 2);
}

const SKELETON_ROWS = ["7.5rem", "6.5rem", "8rem", "7rem", "6rem", "8.5rem"] as const;

export const RunTableSkeleton = () => (
  <TableSkeleton>
    {SKELETON_ROWS.map((width) => (
      <SkeletonRow key={width}>
        <Skeleton width="5.625rem" height="1.375rem" radius="0.6875rem" />
        <Skeleton width={width} />
        <Skeleton width="10rem" />
        <Skeleton width="4.375rem" />
      </SkeletonRow>
    ))}
  </TableSkeleton>
);
