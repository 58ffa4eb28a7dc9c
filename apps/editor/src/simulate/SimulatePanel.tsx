import type { GraphDefinition } from "@trilho/engine";
import { X } from "lucide-react";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { describeQuery } from "../forms/queryWords.ts";
import { useFields } from "../forms/useFields.ts";
import { useLookup } from "../forms/useLookup.ts";
import { useLocale, useText } from "../i18n/useText.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { DealForm } from "./DealForm.tsx";
import { decisionsOf } from "./decisions.ts";
import type { Highlight } from "./highlight.ts";
import { highlightAt } from "./highlight.ts";
import { CurrentStep, NotStarted, RunHeader } from "./RunHeader.tsx";
import { ScenarioBar } from "./ScenarioBar.tsx";
import css from "./simulate.module.css";
import { StepsTable } from "./StepsTable.tsx";
import { Timeline } from "./Timeline.tsx";
import { usePlayback } from "./usePlayback.ts";
import { useSimulation } from "./useSimulation.ts";
import type { SimulatedAutomation } from "./useSimulation.ts";
import { stepViews } from "./view.ts";
import { WorldForm } from "./WorldForm.tsx";

export interface SimulatePanelProps {
  definition: GraphDefinition;
  /** Keeps the scenarios after the panel closed, for as long as the page lives; without it they go with the panel. */
  automationId?: string;
  automation?: SimulatedAutomation;
  /** The automation's trigger in words, for it is kept outside of the graph. */
  triggerSummary?: string | null;
  /** What to light up on the canvas; null when the panel closes. */
  onHighlight?: (highlight: Highlight | null) => void;
  onSelectNode: (nodeId: string) => void;
  onClose: () => void;
}

type Tab = "steps" | "deal" | "world";

const NO_SETTINGS: SimulatedAutomation = {};

/** Runs the graph on a virtual clock: imagined deals, the answers of the world, and a timeline to scrub. */
export function SimulatePanel(props: SimulatePanelProps) {
  const { definition, automationId, automation = NO_SETTINGS, onHighlight, onSelectNode, onClose } = props;
  const { triggerSummary: trigger = null } = props;
  const t = useText("simulate");
  const locale = useLocale();
  const lookup = useLookup();
  const catalogue = useFields();
  const simulation = useSimulation(definition, automationId, automation);
  const { result, current } = simulation;
  const steps = useMemo(
    () => stepViews(result, { definition, lookup, trigger, fields: catalogue, locale, t }),
    [result, definition, lookup, trigger, catalogue, locale, t],
  );
  const decisions = useMemo(() => decisionsOf(definition), [definition]);
  const playback = usePlayback(steps.length);
  const [tab, setTab] = useState<Tab>("steps");
  useHighlight(definition, result.trace, playback.index, onHighlight);
  const step = steps[playback.index];
  return (
    <section className={css.panel} aria-label={t("title")} data-testid="simulate-panel">
      <header className={css.header}>
        <h2>{t("title")}</h2>
        <IconButton size="sm" label={t("close")} icon={<X />} onClick={onClose} />
      </header>
      <div className={css.top}>
        <ScenarioBar
          drafts={simulation.drafts}
          results={simulation.results}
          current={current}
          onShow={simulation.show}
          onAdd={simulation.add}
          onDuplicate={simulation.duplicate}
          onRename={(name) => simulation.change({ name })}
          onRemove={simulation.remove}
        />
        {simulation.starts ? null : <NotStarted conditions={describeQuery(automation.conditions, lookup, catalogue)} />}
        <RunHeader result={result} />
        {steps.length > 0 ? <Timeline steps={steps} playback={playback} /> : null}
        {step ? <CurrentStep step={step} /> : null}
      </div>
      <Tabs<Tab>
        className={css.tabs ?? ""}
        label={t("tabs.label")}
        value={tab}
        onValueChange={setTab}
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
              <DealForm key={current.id} draft={current} fields={simulation.fields} onChange={simulation.change} />
            ),
          },
          {
            value: "world",
            label: t("tabs.world"),
            content: (
              <WorldForm
                key={current.id}
                decisions={decisions}
                outcomes={current.outcomes}
                visited={new Set(result.trace.map(({ nodeId }) => nodeId))}
                names={{ definition, lookup, trigger }}
                onChange={(outcomes) => simulation.change({ outcomes })}
              />
            ),
          },
        ]}
      />
    </section>
  );
}

/** Tells the canvas what to light up, and to stop when the panel goes. */
function useHighlight(
  definition: GraphDefinition,
  trace: Parameters<typeof highlightAt>[1],
  index: number,
  onHighlight: SimulatePanelProps["onHighlight"],
): void {
  const tell = useEffectEvent((highlight: Highlight | null) => onHighlight?.(highlight));
  useEffect(() => tell(highlightAt(definition, trace, index)), [definition, trace, index]);
  useEffect(() => () => tell(null), []);
}
