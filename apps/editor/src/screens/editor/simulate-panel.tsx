import type { GraphDefinition } from "@trilho/engine";
import { X } from "lucide-react";
import { useDeferredValue, useEffect, useState } from "react";
import { useStore } from "zustand";
import { CohortTab } from "../../features/cohort/cohort-tab.tsx";
import { createCohort } from "../../features/cohort/cohort-store.ts";
import { TestsTab } from "../../features/scenarios/tests-tab.tsx";
import { useTestReport } from "../../simulation/use-test-report.ts";
import { useText } from "../../i18n/use-text.ts";
import type { Command } from "../../document/commands/command.ts";
import type { Overlay } from "../../document/view-store.ts";
import { Badge } from "../../ui/badge.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import type { Highlight } from "../../document/view-store.ts";
import { RunTab } from "../../features/simulate/run-tab.tsx";
import { sessionOf } from "../../simulation/session.ts";
import type { SessionOwner, SimulationTab } from "../../simulation/session.ts";
import css from "../../simulation/simulate.module.css";
import type { SimulateTabProps } from "../../simulation/tab.ts";
import type { SimulatedAutomation } from "../../simulation/use-simulation.ts";

export interface SimulatePanelProps {
  definition: GraphDefinition;
  /** Whose trials these are: they outlive the panel. */
  owner: SessionOwner;
  automation?: SimulatedAutomation;
  /** The automation's trigger in words, for it is kept outside of the graph. */
  triggerSummary?: string | null;
  /** Tests are kept in the document and cannot be changed. */
  readOnly?: boolean;
  /** Does a command on the document; false when it changed nothing. */
  run: (command: Command) => boolean;
  /** What to light up on the canvas; null when the panel closes. */
  onHighlight?: (highlight: Highlight | null) => void;
  /** What to lay over the canvas; null when there is nothing. */
  onOverlay?: (overlay: Overlay | null) => void;
  onSelectNode: (nodeId: string) => void;
  onClose: () => void;
}

const NO_SETTINGS: SimulatedAutomation = {};
const ignore = (): void => undefined;

/** Runs the graph on a virtual clock: one deal, the tests of the automation, or a great many deals. */
export function SimulatePanel(props: SimulatePanelProps) {
  const { owner, automation = NO_SETTINGS, readOnly = false, onHighlight, onClose } = props;
  const t = useText("simulate");
  const inScenarios = useText("scenarios");
  // Typing into the document comes first.
  const definition = useDeferredValue(props.definition);
  const [session] = useState(() => sessionOf(owner));
  const [cohort] = useState(() => createCohort(owner));
  useEffect(() => () => cohort.stop(), [cohort]);
  const tab = useStore(session, (state) => state.tab);
  const shared: SimulateTabProps = {
    definition,
    automation,
    trigger: props.triggerSummary ?? null,
    readOnly,
    run: props.run,
    onOverlay: props.onOverlay ?? ignore,
    onSelectNode: props.onSelectNode,
  };
  return (
    <section className={css.panel} aria-label={t("title")} data-testid="simulate-panel">
      <h2 className="visually-hidden">{t("title")}</h2>
      <IconButton className={css.close ?? ""} size="sm" label={t("close")} icon={<X />} onClick={onClose} />
      <Tabs<SimulationTab>
        className={css.modes ?? ""}
        label={t("title")}
        value={tab}
        onValueChange={(next) => session.setState({ tab: next })}
        tabs={[
          {
            value: "run",
            label: inScenarios("mode.run"),
            content: <RunTab {...shared} {...{ owner, session, onHighlight }} />,
          },
          {
            value: "tests",
            label: inScenarios("mode.tests"),
            badge: <Failing definition={definition} />,
            content: <TestsTab {...shared} session={session} />,
          },
          {
            value: "cohort",
            label: inScenarios("mode.cohort"),
            content: <CohortTab {...shared} cohort={cohort} />,
          },
        ]}
      />
    </section>
  );
}

/** How many tests fail, on their tab. */
function Failing({ definition }: { definition: GraphDefinition }) {
  const t = useText("scenarios");
  const { report } = useTestReport(definition);
  if (report.failed === 0) return null;
  return (
    <Badge tone="danger">
      <span aria-hidden="true">{report.failed}</span>
      <span className="visually-hidden">{t("failing", { count: report.failed })}</span>
    </Badge>
  );
}
