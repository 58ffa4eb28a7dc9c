import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { GraphDefinition } from "@trilho/engine";
import { describeQuery } from "../../describe/query-text.ts";
import { useStore } from "zustand";
import { useFields } from "../../data/use-fields.ts";
import { useLookup } from "../../describe/use-lookup.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { Tabs } from "../../ui/tabs.tsx";
import { DealForm } from "./deal-form.tsx";
import { decisionsOf } from "../../simulation/decisions.ts";
import { highlightAt } from "../../simulation/highlight.ts";
import type { Highlight } from "../../simulation/highlight.ts";
import { CurrentStep, GoesOn, NotStarted, RunHeader } from "./run-header.tsx";
import { realPlace } from "../../simulation/real-run.ts";
import { SaveBar } from "./save-bar.tsx";
import { ScenarioBar } from "./scenario-bar.tsx";
import type { SessionStore } from "../../simulation/session.ts";
import css from "../../simulation/simulate.module.css";
import type { SimulateTabProps } from "../../simulation/tab.ts";
import { StepsTable } from "./steps-table.tsx";
import { Timeline } from "./timeline.tsx";
import { usePlayback } from "./use-playback.ts";
import { useSimulation } from "../../simulation/use-simulation.ts";
import { stepViews } from "../../simulation/view.ts";
import { WorldForm } from "./world-form.tsx";

type Tab = "steps" | "deal" | "world";

interface Props extends SimulateTabProps {
  session: SessionStore;
  onHighlight: ((highlight: Highlight | null) => void) | undefined;
}

/** One deal on a virtual clock: what it is like, the answers of the world, and a timeline to scrub. */
export function RunTab(props: Props) {
  const { definition, session, automation, trigger, readOnly, run, onHighlight, onSelectNode } = props;
  const t = useText("simulate");
  const locale = useLocale();
  const lookup = useLookup();
  const catalogue = useFields();
  const simulation = useSimulation(definition, session, automation, run);
  const { result, current } = simulation;
  const { draft } = current;
  const steps = useMemo(
    () => stepViews(result, { definition, lookup, trigger, fields: catalogue, locale, t }),
    [result, definition, lookup, trigger, catalogue, locale, t],
  );
  const decisions = useMemo(() => decisionsOf(definition), [definition]);
  const real = useStore(session, (state) => (state.real?.draftId === draft.id ? state.real : null));
  const place = useMemo(() => real && realPlace(result.trace, real.steps), [real, result]);
  const playback = usePlayback(steps.length, place?.index);
  const [tab, setTab] = useState<Tab>("steps");
  useHighlight(definition, result.trace, playback.index, onHighlight);
  const step = steps[playback.index];
  const names = { definition, lookup, trigger };
  const views = useRef<HTMLDivElement>(null);
  return (
    <div ref={views} className={css.run}>
      <div className={css.top}>
        <ScenarioBar simulation={simulation} readOnly={readOnly} />
        <SaveBar simulation={simulation} readOnly={readOnly} names={names} />
        {simulation.starts ? null : <NotStarted conditions={describeQuery(automation.conditions, lookup, catalogue)} />}
        {place ? <GoesOn node={steps[place.index]?.node ?? ""} parted={place.parted} /> : null}
        <RunHeader result={result} />
        {steps.length > 0 ? <Timeline steps={steps} playback={playback} /> : null}
        {step ? <CurrentStep step={step} /> : null}
      </div>
      <Tabs<Tab>
        className={css.tabs ?? ""}
        label={t("tabs.label")}
        value={tab}
        onValueChange={(next) => {
          setTab(next);
          requestAnimationFrame(() => bringUp(views.current));
        }}
        tabs={[
          {
            value: "steps",
            label: t("tabs.steps"),
            content: (
              <StepsTable steps={steps} index={playback.index} onGoTo={playback.goTo} onSelectNode={onSelectNode} />
            ),
          },
          {
            value: "deal",
            label: t("tabs.deal"),
            content: (
              <DealForm
                key={draft.id}
                draft={draft}
                fields={simulation.fields}
                onTake={simulation.take}
                onChange={simulation.change}
              />
            ),
          },
          {
            value: "world",
            label: t("tabs.world"),
            content: (
              <WorldForm
                key={draft.id}
                decisions={decisions}
                outcomes={draft.outcomes}
                visited={new Set(result.trace.map(({ nodeId }) => nodeId))}
                names={names}
                onChange={(outcomes) => simulation.change({ outcomes })}
              />
            ),
          },
        ]}
      />
    </div>
  );
}

/** Where the panel scrolls as a whole, a chosen view would open out of sight. */
function bringUp(run: HTMLElement | null): void {
  const scroller = run?.parentElement;
  const list = run?.querySelector<HTMLElement>(":scope > :last-child > [role='tablist']");
  if (scroller && list && scroller.scrollHeight > scroller.clientHeight) scroller.scrollTop = list.offsetTop;
}

/** Tells the canvas what to light up, and to stop when the panel goes. */
function useHighlight(
  definition: GraphDefinition,
  trace: Parameters<typeof highlightAt>[1],
  index: number,
  onHighlight: Props["onHighlight"],
): void {
  const notify = useEffectEvent((highlight: Highlight | null) => onHighlight?.(highlight));
  useEffect(() => {
    notify(highlightAt(definition, trace, index));
  }, [definition, trace, index]);
  useEffect(() => () => notify(null), []);
}
