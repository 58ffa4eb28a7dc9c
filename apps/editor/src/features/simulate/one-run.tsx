import type { GraphDefinition, SimulationResult } from "@trilho/engine";
import { useEffect, useEffectEvent, useMemo, type ReactNode } from "react";
import { useStore } from "zustand";
import { useFields } from "../../data/use-fields.ts";
import type { StepNames } from "../../describe/node-name.ts";
import { describeQuery } from "../../describe/query-text.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { decisionsOf, outcomeOf } from "../../simulation/decisions.ts";
import { highlightAt } from "../../simulation/highlight.ts";
import type { Highlight } from "../../document/view-store.ts";
import { realPlace } from "../../simulation/real-run.ts";
import type { SessionStore } from "../../simulation/session.ts";
import type { SimulatedAutomation, Simulation } from "../../simulation/use-simulation.ts";
import { stepViews } from "../../simulation/view.ts";
import { CurrentStep, GoesOn, NotStarted, RunHeader } from "./run-header.tsx";
import type { Parts } from "./run-parts.ts";
import { SaveBar } from "./save-bar.tsx";
import { StepsTable } from "./steps-table.tsx";
import { Timeline } from "./timeline.tsx";
import { usePlayback } from "./use-playback.ts";

interface OneRunProps {
  simulation: Simulation;
  session: SessionStore;
  automation: SimulatedAutomation;
  readOnly: boolean;
  names: StepNames;
  onHighlight: ((highlight: Highlight | null) => void) | undefined;
  onSelectNode: (nodeId: string) => void;
  children: (parts: Parts) => ReactNode;
}

/** A run of the drawn automation alone. */
export function OneRun({ simulation, session, automation, readOnly, names, children, ...shown }: OneRunProps) {
  const t = useText("simulate");
  const locale = useLocale();
  const fields = useFields();
  const { definition, lookup, trigger } = names;
  const { result, current } = simulation;
  const steps = useMemo(
    () => stepViews(result, { definition, lookup, trigger: trigger ?? null, fields, locale, t }),
    [result, definition, lookup, trigger, fields, locale, t],
  );
  const real = useStore(session, (state) => (state.real?.draftId === current.draft.id ? state.real : null));
  const place = useMemo(() => real && realPlace(result.trace, real.steps), [real, result]);
  const playback = usePlayback(steps.length, place?.index);
  useHighlight(definition, result, playback.index, shown.onHighlight);
  const step = steps[playback.index];
  const head = (
    <>
      <SaveBar simulation={simulation} readOnly={readOnly} names={names} />
      {simulation.starts ? null : <NotStarted conditions={describeQuery(automation.conditions, lookup, fields)} />}
      {place ? <GoesOn node={steps[place.index]?.node ?? ""} parted={place.parted} /> : null}
      <RunHeader result={result} />
      {steps.length > 0 ? <Timeline steps={steps} playback={playback} /> : null}
      {step ? <CurrentStep step={step} /> : null}
    </>
  );
  const press = (nodeId: string, at: number): void => {
    const { outcomes } = current.draft;
    const button = decisionsOf(definition).find(({ node }) => node.id === nodeId)?.buttons[at];
    const outcome = button && outcomeOf(`button:${button.id}`, outcomes[nodeId], "");
    if (outcome) simulation.change({ outcomes: { ...outcomes, [nodeId]: outcome } });
  };
  const list = (
    <StepsTable
      steps={steps}
      index={playback.index}
      onGoTo={playback.goTo}
      onSelectNode={shown.onSelectNode}
      onPress={press}
    />
  );
  return children({ head, list, visited: new Set(result.trace.map(({ nodeId }) => nodeId)) });
}

/** Tells the canvas what to light up, and to stop when the panel goes. */
function useHighlight(
  definition: GraphDefinition,
  { trace, status }: SimulationResult,
  index: number,
  onHighlight: OneRunProps["onHighlight"],
): void {
  const notify = useEffectEvent((highlight: Highlight | null) => onHighlight?.(highlight));
  useEffect(() => {
    notify(highlightAt(definition, trace, index, status === "failed"));
  }, [definition, trace, status, index]);
  useEffect(() => () => notify(null), []);
}
