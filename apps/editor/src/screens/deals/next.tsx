import type { Automation, CalendarEvent, DealListItem, WorkspaceRun } from "@trilho/api-client";
import { CalendarDays, ListTodo, Repeat, Workflow, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { runPath } from "../../browser/location.ts";
import { useLiveRuns, usePlanned } from "../../data/deal.ts";
import { useDefinitions } from "../../data/ran-versions.ts";
import { explainError } from "../../data/failures/describe-error.ts";
import { useLookup } from "../../describe/use-lookup.ts";
import { formatInstant } from "../../i18n/format.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { TestMark } from "../../features/runs/run-table.tsx";
import { RUN_STATUSES } from "../../features/runs/status-tone.ts";
import { Badge } from "../../ui/badge.tsx";
import { Skeleton } from "../../ui/loading/skeleton.tsx";
import { useNow } from "../../ui/use-now.ts";
import { aheadOf, waitOf } from "./ahead.ts";
import css from "./deals.module.css";

/** The runs that work on a deal, what they wait for and what they do then; and what people have planned. */
export function Next({ deal }: { deal: DealListItem }) {
  const t = useText("deals");
  const runs = useLiveRuns(deal.seq);
  const planned = usePlanned(deal.seq);
  const definitions = useDefinitions(runs.data ?? []);
  const { cadence, taskSummary } = deal;
  const task = taskSummary?.nextTask ?? null;
  const meetings = planned.data?.filter(({ type }) => type === "meeting") ?? [];
  const step = planned.data?.find(({ type }) => type === "cadence_step") ?? null;
  const error = runs.error ?? planned.error;
  const isNothing =
    runs.data?.length === 0 && planned.data !== undefined && meetings.length === 0 && cadence === null && task === null;
  return (
    <section aria-labelledby="next">
      <h2 id="next" className={css.heading}>
        {t("next.title")}
      </h2>
      {runs.isPending && <Skeleton width="18rem" height="1.25rem" />}
      {error !== null && (
        <p className={css.muted} role="alert">
          {t("next.failed")} {explainError(error)}
        </p>
      )}
      {isNothing && <p className={css.muted}>{t("next.nothing")}</p>}
      {!isNothing && (
        <ul className={css.cards}>
          {runs.data?.map((run, index) => (
            <RunAhead key={run.runId} run={run} definition={definitions[index]} />
          ))}
          {task !== null && <TaskAhead task={task} pending={taskSummary?.pendingCount ?? 1} />}
          {meetings.map((meeting) => (
            <MeetingAhead key={meeting.id} meeting={meeting} />
          ))}
          {cadence !== null && (
            <Card icon={Repeat}>
              <p className={css.cardTitle}>{t("next.cadence", { name: cadence.name })}</p>
              {step !== null && <Due at={step.startsAt} />}
            </Card>
          )}
        </ul>
      )}
    </section>
  );
}

const Card = ({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <li className={css.card}>
    <span className={css.mark}>
      <Icon aria-hidden="true" />
    </span>
    <div className={css.cardBody}>{children}</div>
  </li>
);

const ARROW = " → ";

interface RunAheadProps {
  run: WorkspaceRun;
  definition: Automation["graphDefinition"] | undefined;
}

function RunAhead({ run, definition }: RunAheadProps) {
  const t = useText("deals");
  const inRuns = useText("runs");
  const inBuilder = useText("builder");
  const locale = useLocale();
  const names = useLookup();
  const { automation, runId, status, currentNodeId } = run;
  const isAtAction = definition?.nodes.some(({ id, type }) => id === currentNodeId && type === "action") === true;
  const ahead =
    definition && currentNodeId !== null
      ? aheadOf(definition, { nodeId: currentNodeId, asked: run.waitingForReply }, names, inBuilder)
      : null;
  return (
    <Card icon={Workflow}>
      <p className={css.cardTitle}>
        <Link href={runPath(automation.id, runId)} className={css.link}>
          {automation.name}
        </Link>{" "}
        <Badge tone={RUN_STATUSES[status] ?? "neutral"} dot>
          {inRuns(`status.${status}`)}
        </Badge>
        {run.test === true && <TestMark />}
      </p>
      <p>
        {ahead !== null && `${t("next.at", { step: ahead.step })}. `}
        {t(`next.${waitOf(run, isAtAction)}`, { when: formatInstant(run.nextAttemptAt ?? run.createdAt, locale) })}
      </p>
      {ahead !== null && ahead.onward.length > 0 && (
        <ul className={css.then}>
          {ahead.onward.map(({ exit, step }) => (
            <li key={`${exit} ${step}`}>
              {exit === null ? t("next.then", { steps: step }) : `${exit}${ARROW}${step}`}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

type NextTask = NonNullable<NonNullable<DealListItem["taskSummary"]>["nextTask"]>;

function TaskAhead({ task: { title, dueAt }, pending }: { task: NextTask; pending: number }) {
  const t = useText("deals");
  return (
    <Card icon={ListTodo}>
      <p className={css.cardTitle}>{t("next.task", { title })}</p>
      <Due at={dueAt}>{pending > 1 && ` · ${t("next.more", { count: pending - 1 })}`}</Due>
    </Card>
  );
}

function Due({ at, children }: { at: string | null; children?: ReactNode }) {
  const t = useText("deals");
  const locale = useLocale();
  const now = useNow();
  const isLate = at !== null && Date.parse(at) < now;
  return (
    <p className={isLate ? css.failure : undefined}>
      {at === null ? t("next.noDue") : t(isLate ? "next.overdue" : "next.due", { when: formatInstant(at, locale) })}
      {children}
    </p>
  );
}

function MeetingAhead({ meeting: { title, startsAt, location, test } }: { meeting: CalendarEvent }) {
  const t = useText("deals");
  const locale = useLocale();
  return (
    <Card icon={CalendarDays}>
      <p className={css.cardTitle}>
        {t("next.meeting", { title })} {test === true && <TestMark />}
      </p>
      <p>{[formatInstant(startsAt, locale), location].filter(Boolean).join(" · ")}</p>
    </Card>
  );
}
