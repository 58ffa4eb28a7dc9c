import type { CalendarEvent, DealListItem } from "@trilho/api-client";
import { CalendarDays, ListTodo, Repeat } from "lucide-react";
import type { ReactNode } from "react";
import { useLiveRuns, usePlanned } from "../../data/deal.ts";
import { useLookup } from "../../describe/use-lookup.ts";
import { useDefinitions } from "../../data/ran-versions.ts";
import { explainError } from "../../data/failures/describe-error.ts";
import { formatInstant } from "../../i18n/format.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { TestMark } from "../../features/runs/run-marks.tsx";
import { Skeleton } from "../../ui/loading/skeleton.tsx";
import { useNow } from "../../ui/use-now.ts";
import { Card } from "./card.tsx";
import css from "./deals.module.css";
import { RunAhead } from "./run-ahead.tsx";

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
            <RunAhead key={run.runId} run={run} contact={deal.contact} definition={definitions[index]} />
          ))}
          <TaskAhead deal={deal} />
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

/** The next of the deal's open tasks, and how many more there are; nothing where there is none. */
export function TaskAhead({ deal: { taskSummary } }: { deal: DealListItem }) {
  const t = useText("deals");
  const names = useLookup();
  const task = taskSummary?.nextTask ?? null;
  if (task === null) return null;
  const { title, dueAt, assigneeUserId } = task;
  const assignee = assigneeUserId === undefined ? null : names.userName(assigneeUserId);
  const pending = taskSummary?.pendingCount ?? 1;
  return (
    <Card icon={ListTodo}>
      <p className={css.cardTitle}>{t("next.task", { title })}</p>
      {assignee !== null && <p>{t("next.assignee", { name: assignee })}</p>}
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
