import type { AutomationRunDetail } from "@trilho/api-client";
import { useMemo, useRef, useState, type ReactNode } from "react";
import { LayerFrame } from "../compare/LayerFrame.tsx";
import { ReadOnlyCanvas, type CanvasHandle } from "../compare/ReadOnlyCanvas.tsx";
import { useRun } from "../data/runs.ts";
import { useFields } from "../forms/useFields.ts";
import { useLookup } from "../forms/useLookup.ts";
import { useLocale, useText } from "../i18n/useText.ts";
import { LoadingScreen } from "../screens/LoadingScreen.tsx";
import { navigate } from "../screens/location.ts";
import { ConnectAgain } from "../screens/shell/ConnectAgain.tsx";
import { Shell } from "../screens/shell/Shell.tsx";
import { usePageTitle } from "../screens/shell/usePageTitle.ts";
import { triggerWords } from "../screens/triggerWords.ts";
import { highlightAt } from "../simulate/highlight.ts";
import { StepsTable, type Aside } from "../simulate/StepsTable.tsx";
import { stepViews, timesSince, type StepView } from "../simulate/view.ts";
import { isDrawable } from "../store/document.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { ErrorState } from "../ui/ErrorState.tsx";
import { Answer } from "./Answer.tsx";
import { placeOf } from "./changes.ts";
import { ChangeWords } from "./ChangeWords.tsx";
import { Deliveries } from "./Deliveries.tsx";
import { RunActions } from "./RunActions.tsx";
import { RunFacts } from "./RunFacts.tsx";
import styles from "./runs.module.css";
import { answersBySeq, startOf, traceOf } from "./trace.ts";

interface RunScreenProps {
  automationId: string;
  runId: string;
}

/** One run, laid over the version it runs: the way it took, what happened at every step, and what can be done about it. */
export function RunScreen({ automationId, runId }: RunScreenProps) {
  const t = useText("runs");
  const { data, error, isFetching, refetch } = useRun(automationId, runId);
  const close = (): void => navigate(`/automations/${encodeURIComponent(automationId)}/runs`);
  if (data !== undefined) return <OpenedRun automationId={automationId} run={data} onClose={close} />;
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
  onClose: () => void;
}

function OpenedRun({ automationId, run, onClose }: OpenedRunProps) {
  const t = useText("runs");
  const title = run.deal === null ? t("run.title") : t("run.titleOf", { deal: run.deal.name });
  const names = useLookup();
  const canvas = useRef<CanvasHandle>(null);
  const { steps, answers, highlight, index, goTo } = useSteps(run);
  const asides = useAsides(run);
  const definition = run.graphDefinition;
  const drawn = isDrawable(definition);
  const show = (nodeId: string): void => canvas.current?.show(nodeId);
  usePageTitle(title);
  const answer = ({ entry: { seq } }: StepView): ReactNode => {
    const effect = answers.get(seq);
    const deliveries = run.deliveries.filter(({ nodeId }) => nodeId === effect?.nodeId);
    return (
      effect && (
        <>
          <Answer effect={effect} />
          {deliveries.length > 0 && (
            <Deliveries automationId={automationId} runId={run.runId} deliveries={deliveries} />
          )}
        </>
      )
    );
  };
  return (
    <main className={styles["page"]}>
      <h1 className="visually-hidden">{t("title")}</h1>
      <LayerFrame
        title={title}
        description={t("run.version", { version: run.automationVersion, trigger: triggerWords(run.triggerType) })}
        onClose={onClose}
        actions={<RunActions automationId={automationId} run={run} onClose={onClose} />}
        drawing={
          drawn ? (
            <ReadOnlyCanvas
              ref={canvas}
              definition={definition}
              highlight={highlight}
              names={names}
              trigger={triggerWords(run.triggerType)}
              label={t("run.canvas")}
            />
          ) : (
            <EmptyState title={t("run.notDrawn")} />
          )
        }
      >
        <RunFacts automationId={automationId} run={run} />
        <section>
          <h3 className={styles["heading"]}>{t("run.steps")}</h3>
          <StepsTable
            steps={steps}
            index={index}
            onGoTo={(at) => {
              goTo(at);
              const step = steps[at];
              if (step) show(step.entry.nodeId);
            }}
            onSelectNode={show}
            more={answer}
            asides={asides}
          />
        </section>
      </LayerFrame>
    </main>
  );
}

/** The steps in words, and the one looked at: the latest, until another is chosen. */
function useSteps(run: AutomationRunDetail) {
  const t = useText("simulate");
  const locale = useLocale();
  const lookup = useLookup();
  const fields = useFields();
  const [chosen, goTo] = useState<number | null>(null);
  const definition = run.graphDefinition;
  const { steps, trace } = useMemo(() => {
    const told = traceOf(run);
    const words = { definition: run.graphDefinition, lookup, trigger: null, fields, locale, t };
    return { trace: told.trace, steps: stepViews(told, words) };
  }, [run, lookup, fields, locale, t]);
  const answers = useMemo(() => answersBySeq(run), [run]);
  const index = chosen ?? steps.length - 1;
  const highlight = useMemo(() => highlightAt(definition, trace, index), [definition, trace, index]);
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
      words: <ChangeWords change={change} />,
    }));
  }, [run, locale]);
}
