import { useEffect, useEffectEvent, type ReactNode } from "react";
import { useText } from "../../i18n/use-text.ts";
import type { Highlight } from "../../document/view-store.ts";
import type { Draft } from "../../simulation/scenarios.ts";
import { nameOfRow, type StoryRow } from "../../simulation/workspace/rows.ts";
import type { OwnAutomation } from "../../simulation/workspace/whole-scenario.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/loading/error-state.tsx";
import { Spinner } from "../../ui/loading/spinner.tsx";
import { Status } from "../../ui/status.tsx";
import css from "./all-runs.module.css";
import { Moments } from "./moments.tsx";
import type { Parts } from "./run-parts.ts";
import { NotStartedList } from "./not-started-list.tsx";
import { Timeline } from "./timeline.tsx";
import { usePlayback } from "./use-playback.ts";
import { STEP_BUDGET, useWhole } from "./use-whole.ts";

interface AllRunsProps {
  draft: Draft;
  own: OwnAutomation;
  onHighlight: ((highlight: Highlight | null) => void) | undefined;
  onSelectNode: (nodeId: string) => void;
  /** Shows the drawn automation alone again. */
  onStop: () => void;
  /** What is drawn of it: how it goes, and what happens one thing after the other. */
  children: (parts: Parts) => ReactNode;
}

/** The life of one deal among all automations that are switched on. */
export function AllRuns({ draft, own, onHighlight, onSelectNode, onStop, children }: AllRunsProps) {
  const whole = useWhole(draft, own);
  const { rows, result, refusals } = whole;
  const playback = usePlayback(rows.length);
  const isOwn = (row: StoryRow): boolean => row.party?.id === own.id;
  const lit = rows.findLast((row, at) => at <= playback.index && isOwn(row))?.highlight ?? null;
  const notify = useEffectEvent((highlight: Highlight | null) => onHighlight?.(highlight));
  useEffect(() => notify(lit), [lit]);
  useEffect(() => () => notify(null), []);
  const current = rows[playback.index];
  const goTo = (at: number): void => {
    playback.goTo(at);
    const row = rows[at];
    if (row?.nodeId && isOwn(row)) onSelectNode(row.nodeId);
  };
  const visited = new Set(
    result.runs.flatMap(({ automationId, steps }) =>
      automationId === own.id ? steps.map(({ nodeId }) => nodeId) : [],
    ),
  );
  const head = (
    <>
      <HowItGoes whole={whole} ownId={own.id} onStop={onStop} />
      {rows.length > 0 && <Timeline steps={rows} playback={playback} />}
      <Status hidden>{playback.playing && current !== undefined && `${nameOfRow(current)} ${current.why}`}</Status>
    </>
  );
  const list = (
    <>
      <Moments rows={rows} index={playback.index} isCut={whole.isCut} onGoTo={goTo} ownId={own.id} />
      <NotStartedList refusals={refusals} />
    </>
  );
  return children({ head, list, visited });
}

interface HowItGoesProps {
  whole: ReturnType<typeof useWhole>;
  ownId: string;
  onStop: () => void;
}

/** How much runs, what could not be shown, or that it is on its way. */
function HowItGoes({ whole, ownId, onStop }: HowItGoesProps) {
  const t = useText("simulate");
  const { list, isPending, failure, result, parties, refusals } = whole;
  if (list.data === undefined && list.error !== null) {
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />;
  }
  if (isPending) {
    return (
      <div className={css.line}>
        <Status className={css.words}>
          <Spinner /> {t("all.running")}
        </Status>
        <Button size="sm" onClick={onStop}>
          {t("all.stop")}
        </Button>
      </div>
    );
  }
  const count = result.runs.filter(({ status }) => status !== "skipped").length;
  const trouble = failure ?? result.error?.message ?? null;
  return (
    <>
      <Status className={css.words}>
        {[
          count === 0 ? t("all.nothing") : `${t("all.runs", { count })} ${t("all.of", { count: parties.length })}`,
          refusals.length > 0 && t("all.notStarted", { count: refusals.length }),
        ]
          .filter(Boolean)
          .join(" · ")}
      </Status>
      {result.unknown.includes(ownId) && (
        <p role="alert" className={css.trouble}>
          {t("all.unknown")}
        </p>
      )}
      {result.error?.code === "step-budget" ? (
        <p role="alert" className={css.trouble}>
          {t("all.budget", { count: STEP_BUDGET })}
        </p>
      ) : (
        trouble !== null && (
          <p role="alert" className={css.trouble}>
            {t("all.failed")}: {trouble}
          </p>
        )
      )}
    </>
  );
}
