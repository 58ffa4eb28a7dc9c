import { useMemo, useRef, useState, type ReactNode } from "react";
import { useStore } from "zustand";
import { useClientIfAny } from "../../data/client-provider.tsx";
import { useLookup } from "../../describe/use-lookup.ts";
import { useText } from "../../i18n/use-text.ts";
import { decisionsOf } from "../../simulation/decisions.ts";
import type { Highlight } from "../../document/view-store.ts";
import type { SessionOwner, SessionStore } from "../../simulation/session.ts";
import css from "../../simulation/simulate.module.css";
import type { SimulateTabProps } from "../../simulation/tab.ts";
import { useSimulation } from "../../simulation/use-simulation.ts";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { AllRuns } from "./all-runs.tsx";
import { DealForm } from "./deal-form.tsx";
import { OneRun } from "./one-run.tsx";
import type { Parts } from "./run-parts.ts";
import { ScenarioBar } from "./scenario-bar.tsx";
import { WorldForm } from "./world-form.tsx";

type Tab = "steps" | "deal" | "world";

interface Props extends SimulateTabProps {
  owner: SessionOwner;
  session: SessionStore;
  onHighlight: ((highlight: Highlight | null) => void) | undefined;
}

/** One deal on a virtual clock: what it is like, the answers of the world, and a timeline to scrub. */
export function RunTab(props: Props) {
  const { definition, owner, session, automation, trigger, readOnly, run, onHighlight, onSelectNode } = props;
  const t = useText("simulate");
  const lookup = useLookup();
  const simulation = useSimulation(definition, session, automation, run);
  const { draft } = simulation.current;
  const decisions = useMemo(() => decisionsOf(definition), [definition]);
  const [tab, setTab] = useState<Tab>("steps");
  const names = { definition, lookup, trigger };
  const views = useRef<HTMLDivElement>(null);
  // An editor that knows no service, or whose host keeps what starts it, knows no others.
  const knowsOthers = useClientIfAny() !== null && typeof owner === "string" && automation.triggerType !== undefined;
  const among = useStore(session, (state) => (knowsOthers ? state.among : "one"));
  const setAmong = (next: "one" | "all"): void => session.setState({ among: next });
  const layout = ({ head, list, visited }: Parts): ReactNode => (
    <div ref={views} className={css.run}>
      <div className={css.top}>
        <ScenarioBar simulation={simulation} readOnly={readOnly} />
        {knowsOthers && (
          <Segmented
            label={t("all.label")}
            value={among}
            onValueChange={setAmong}
            segments={[
              { value: "one", label: t("all.one") },
              { value: "all", label: t("all.all") },
            ]}
          />
        )}
        {head}
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
          { value: "steps", label: t("tabs.steps"), content: list },
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
                visited={visited}
                names={names}
                onChange={(outcomes) => simulation.change({ outcomes })}
              />
            ),
          },
        ]}
      />
    </div>
  );
  if (among === "one") {
    return (
      <OneRun {...{ simulation, session, automation, readOnly, names, onHighlight, onSelectNode }}>{layout}</OneRun>
    );
  }
  return (
    <AllRuns
      draft={draft}
      own={{ id: String(owner), definition, rules: automation }}
      onHighlight={onHighlight}
      onSelectNode={onSelectNode}
      onStop={() => setAmong("one")}
    >
      {layout}
    </AllRuns>
  );
}

/** Where the panel scrolls as a whole, a chosen view would open out of sight. */
function bringUp(run: HTMLElement | null): void {
  const scroller = run?.parentElement;
  const list = run?.querySelector<HTMLElement>(":scope > :last-child > [role='tablist']");
  if (scroller && list && scroller.scrollHeight > scroller.clientHeight) scroller.scrollTop = list.offsetTop;
}
