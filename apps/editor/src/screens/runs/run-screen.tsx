import type { Automation, AutomationRunDetail } from "@trilho/api-client";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { Link, useSearch } from "wouter";
import { LayerFrame } from "../../features/compare/layer-frame.tsx";
import { ReadOnlyCanvas, type CanvasHandle } from "../../canvas/read-only-canvas.tsx";
import { useAutomation } from "../../data/automations.ts";
import { useVersion } from "../../data/history.ts";
import { useRun } from "../../data/runs.ts";
import { useFields } from "../../data/use-fields.ts";
import { useLookup } from "../../describe/use-lookup.ts";
import { useTriggerSummary } from "../../describe/use-trigger-summary.ts";
import type { Lookup } from "../../document/lookup.ts";
import { formatInstant } from "../../i18n/format.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { LoadingScreen } from "../loading-screen.tsx";
import { asksForAnswer, navigate, runsPath, stepIn } from "../../browser/location.ts";
import { rememberRun } from "../../features/runs/opened-run.ts";
import { listFilterIn } from "../../features/runs/list-filter.ts";
import { ConnectAgain } from "../../ui/loading/connect-again.tsx";
import { Shell } from "../shell/shell.tsx";
import { triggerText } from "../../describe/trigger.ts";
import { highlightAt } from "../../simulation/highlight.ts";
import type { Highlight } from "../../document/view-store.ts";
import { StepsTable, type Aside } from "../../features/simulate/steps-table.tsx";
import { stepViews, timesSince, type StepView } from "../../simulation/view.ts";
import { isDrawable } from "../../document/document.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/loading/error-state.tsx";
import { lazyPart } from "../../ui/loading/lazy-part.tsx";
import { NotFresh } from "../../ui/loading/not-fresh.tsx";
import { Answer, Cause } from "../../features/runs/answer.tsx";
import { placeOf } from "../../features/runs/changes.ts";
import { ChangeText } from "../../features/runs/change-text.tsx";
import { Deliveries } from "../../features/runs/deliveries.tsx";
import { RunActions } from "../../features/runs/run-actions.tsx";
import { RunFacts } from "../../features/runs/run-facts.tsx";
import styles from "../../features/runs/runs.module.css";
import { answersBySeq, startOf, traceOf } from "../../features/runs/trace.ts";

/** For runs of a version that the builder no longer has. */
const { Part: SimulatePanel } = lazyPart(async () => (await import("../editor/simulate-panel.tsx")).SimulatePanel);

/** Most runs wrote to real people, and have none. */
const { Part: RunPhone } = lazyPart(async () => (await import("../../features/phone/run-phone.tsx")).RunPhone, {
  wanted: ({ run }) => run.test === true || run.effects.some(({ result }) => result?.["provider"] === "outbox"),
});

/** A version that ran is not changed. */
const nothing = (): boolean => false;

interface RunScreenProps {
  automationId: string;
  runId: string;
}

/** One run, laid over the version it runs: the way it took, what happened at every step, and what can be done about it. */
export function RunScreen({ automationId, runId }: RunScreenProps) {
  const t = useText("runs");
  const { data, error, isFetching, refetch, dataUpdatedAt } = useRun(automationId, runId);
  const search = useSearch();
  const locale = useLocale();
  // Who comes back to the list is where they left it.
  useEffect(() => () => rememberRun(runId), [runId]);
  const close = (): void => navigate(runsPath(automationId, listFilterIn(search)));
  if (data !== undefined) {
    const stale = (
      <NotFresh
        error={error}
        message={t("run.refreshFailed", { when: formatInstant(new Date(dataUpdatedAt).toISOString(), locale) })}
        action={<ConnectAgain error={error} />}
      />
    );
    return <OpenedRun automationId={automationId} run={data} stale={stale} onClose={close} />;
  }
  if (error === null) return <LoadingScreen />;
  return (
    <Shell title={t("run.title")}>
      <ErrorState
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
        action={
          <>
            <ConnectAgain error={error} />
            <Button onClick={close}>{t("run.all")}</Button>
          </>
        }
      />
    </Shell>
  );
}

interface OpenedRunProps {
  automationId: string;
  run: AutomationRunDetail;
  /** Why this may not be how it stands now. */
  stale: ReactNode;
  onClose: () => void;
}

function OpenedRun({ automationId, run, stale, onClose }: OpenedRunProps) {
  const t = useText("runs");
  const title = run.deal === null ? t("run.title") : t("run.titleOf", { deal: run.deal.name });
  const names = useLookup();
  const search = useSearch();
  const canvas = useRef<CanvasHandle>(null);
  const asides = useAsides(run);
  const { data: automation } = useAutomation(automationId);
  const trigger = useRunTrigger(run, automation, names);
  const asked = stepIn(useSearch());
  const { steps, answers, highlight, index, goTo } = useSteps(run, trigger, asked);
  const [simulating, setSimulating] = useState<object | null>(null);
  const happened = useRef<HTMLHeadingElement>(null);
  const stopSimulating = (): void => {
    setSimulating(null);
    requestAnimationFrame(() => happened.current?.focus());
  };
  const [simulated, setSimulated] = useState<Highlight | null>(null);
  const definition = run.graphDefinition;
  const drawn = isDrawable(definition);
  const show = (nodeId: string): void => canvas.current?.show(nodeId);
  useEffect(() => {
    if (asked !== null) canvas.current?.show(asked);
  }, [asked]);
  const answer = ({ entry: { seq, why } }: StepView): ReactNode => {
    const effect = answers.get(seq);
    if (effect === undefined) return why.code === "triggered" && <Cause run={run} />;
    const deliveries = run.deliveries.filter(({ nodeId }) => nodeId === effect.nodeId);
    return (
      <>
        <Answer effect={effect} run={run} />
        {deliveries.length > 0 && <Deliveries automationId={automationId} runId={run.runId} deliveries={deliveries} />}
      </>
    );
  };
  return (
    <Shell title={title} whole>
      <h1 className="visually-hidden">{t("title")}</h1>
      <LayerFrame
        title={title}
        description={
          <>
            {automation && <Link href={`/automations/${encodeURIComponent(automationId)}`}>{automation.name}</Link>}
            {automation && " · "}
            {t("run.version", { version: run.automationVersion, trigger: triggerText(run.triggerType) })}
          </>
        }
        onClose={simulating === null ? onClose : stopSimulating}
        actions={<RunActions automationId={automationId} run={run} onSimulate={setSimulating} onClose={onClose} />}
        drawing={
          drawn ? (
            <ReadOnlyCanvas
              ref={canvas}
              definition={definition}
              highlight={simulating === null ? highlight : simulated}
              names={names}
              trigger={trigger}
              label={t("run.canvas")}
            />
          ) : (
            <EmptyState title={t("run.notDrawn")} />
          )
        }
      >
        {stale}
        {simulating !== null && drawn ? (
          <div className={styles["simulator"]}>
            <SimulatePanel
              definition={definition}
              owner={simulating}
              readOnly
              run={nothing}
              onHighlight={setSimulated}
              onSelectNode={show}
              onClose={stopSimulating}
            />
          </div>
        ) : (
          <>
            <RunFacts automationId={automationId} run={run} />
            <RunPhone automationId={automationId} run={run} isAsked={asksForAnswer(search)} />
            <section>
              <h3 ref={happened} tabIndex={-1} className={styles["heading"]}>
                {t("run.steps")}
              </h3>
              <StepsTable
                steps={steps}
                index={index}
                onGoTo={(at) => {
                  goTo(at);
                  const step = steps[at];
                  if (step) show(step.entry.nodeId);
                }}
                onSelectNode={show}
                live
                more={answer}
                asides={asides}
              />
            </section>
          </>
        )}
      </LayerFrame>
    </Shell>
  );
}

/** What started the run, in the words of the builder; where its version cannot be had, only the event is known. */
function useRunTrigger(
  { triggerType, automationVersion }: AutomationRunDetail,
  automation: Automation | undefined,
  names: Lookup,
): string {
  const isCurrent = automation?.version === automationVersion;
  const { data: earlier } = useVersion(automation?.id ?? "", automationVersion, automation !== undefined && !isCurrent);
  const ran = isCurrent ? automation : earlier;
  const anywhere = {
    triggerType,
    scope: "global",
    pipelineId: null,
    stageId: null,
    respectBusinessHours: false,
  } as const;
  return useTriggerSummary(ran?.triggerType === triggerType ? ran : anywhere, names).words;
}

/** The steps in words, and the one looked at: the latest, of the node asked for if any, until another is chosen. */
function useSteps(run: AutomationRunDetail, trigger: string, asked: string | null) {
  const t = useText("simulate");
  const locale = useLocale();
  const lookup = useLookup();
  const fields = useFields();
  const [chosen, goTo] = useState<number | null>(null);
  const definition = run.graphDefinition;
  const { steps, trace } = useMemo(() => {
    const traced = traceOf(run);
    const words = { definition: run.graphDefinition, lookup, trigger, fields, locale, t };
    return { trace: traced.trace, steps: stepViews(traced, words) };
  }, [run, lookup, trigger, fields, locale, t]);
  const answers = useMemo(() => answersBySeq(run), [run]);
  const ofAsked = asked === null ? -1 : run.steps.findLastIndex(({ nodeId }) => nodeId === asked);
  const index = chosen ?? (ofAsked === -1 ? steps.length - 1 : ofAsked);
  const hasFailed = run.status === "failed" || run.status === "dead_letter";
  const highlight = useMemo(
    () => highlightAt(definition, trace, index, hasFailed),
    [definition, trace, index, hasFailed],
  );
  return { steps, answers, highlight, index, goTo };
}

/** What others did to the run, each between the steps where it belongs. */
function useAsides(run: AutomationRunDetail): Aside[] {
  const locale = useLocale();
  return useMemo(() => {
    const timeOf = timesSince(startOf(run), locale);
    return run.changes.map((change) => ({
      at: change.at,
      ...timeOf(change.at),
      before: placeOf(change, run.steps),
      words: <ChangeText change={change} />,
    }));
  }, [run, locale]);
}
