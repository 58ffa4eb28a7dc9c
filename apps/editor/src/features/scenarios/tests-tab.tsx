import { useEffect, useEffectEvent, useMemo, useRef } from "react";
import { useLookup } from "../../describe/use-lookup.ts";
import { useText } from "../../i18n/use-text.ts";
import type { SessionStore } from "../../simulation/session.ts";
import css from "../../simulation/simulate.module.css";
import type { SimulateTabProps } from "../../simulation/tab.ts";
import { unreachableEdges } from "./cover-drafts.ts";
import type { UnreachableEdges } from "./cover-drafts.ts";
import { coverageOverlay } from "./coverage-overlay.ts";
import { DamagedTests } from "./damaged-tests.tsx";
import { Paths } from "./paths.tsx";
import { TestList } from "./test-list.tsx";
import { useExploration } from "./use-exploration.ts";
import { useTestReport } from "../../simulation/use-test-report.ts";

interface Props extends SimulateTabProps {
  session: SessionStore;
}

const NONE: UnreachableEdges = new Map();

/** The ways through the automation, which of them tests take, and how the tests go. */
export function TestsTab(props: Props) {
  const { definition, session, trigger, readOnly, run, onOverlay } = props;
  const t = useText("scenarios");
  const lookup = useLookup();
  const { report, isStale } = useTestReport(definition);
  const { state, again } = useExploration(definition);
  const unreachable = useMemo(
    () => (state.status === "found" ? unreachableEdges(definition, state.exploration.cover) : NONE),
    [state, definition],
  );
  const overlay = useMemo(
    () => (report.definition === definition ? coverageOverlay(report, unreachable, t("unreachable.badge")) : undefined),
    [report, definition, unreachable, t],
  );
  const notify = useEffectEvent(onOverlay);
  useEffect(() => {
    if (overlay !== undefined) notify(overlay);
  }, [overlay]);
  useEffect(() => () => notify(null), []);
  const inside = useRef<HTMLDivElement>(null);
  const open = (id: string | null): void => {
    const { trials } = session.getState();
    session.setState({ trials: { ...trials, currentId: id ?? trials.currentId }, tab: "run" });
    // What was pressed goes with this tab.
    const modes = inside.current?.closest("section");
    requestAnimationFrame(() => modes?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus());
  };
  const names = { definition, lookup, trigger };
  return (
    <div ref={inside} className={css.scroll}>
      <Paths {...props} report={report} unreachable={unreachable} exploration={state} onAgain={again} names={names} />
      <TestList report={report} isStale={isStale} names={names} readOnly={readOnly} run={run} onOpen={open} />
      <DamagedTests damaged={report.damaged} readOnly={readOnly} run={run} />
    </div>
  );
}
