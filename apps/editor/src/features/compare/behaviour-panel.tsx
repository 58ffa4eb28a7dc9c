import type { GraphDefinition } from "@trilho/engine";
import { useMemo } from "react";
import type { Lookup } from "../../document/lookup.ts";
import { formatDuration } from "../../i18n/duration.ts";
import { shareFormat } from "../../i18n/format.ts";
import { text, useLocale, useText } from "../../i18n/use-text.ts";
import { findNode } from "../../document/document.ts";
import { Button } from "../../ui/button.tsx";
import { Spinner } from "../../ui/loading/spinner.tsx";
import { Status } from "../../ui/status.tsx";
import type { Path, ScenarioComparison, Shift } from "./behaviour.ts";
import styles from "./compare.module.css";
import { exitWord } from "../../describe/exits/edge-text.ts";
import { accessibleName } from "../../describe/node-label.ts";
import { useBehaviour, type Behaviour, type BehaviourState } from "./use-behaviour.ts";
import type { BehaviourRequest } from "./work.ts";

interface BehaviourProps {
  before: GraphDefinition;
  after: GraphDefinition;
  names: Lookup;
  onShow: (nodeId: string) => void;
}

/** Which scenarios take another path now, and which share of many sample deals does. */
export function BehaviourPanel({ before, after, names, onShow }: BehaviourProps) {
  const nameOf = useNodeNames(before, after, names);
  return (
    <>
      <Scenarios before={before} after={after} nameOf={nameOf} onShow={onShow} />
      <Deals before={before} after={after} nameOf={nameOf} onShow={onShow} />
    </>
  );
}

/** The first part of it alone. */
export function ScenarioChanges({ before, after, names, onShow }: BehaviourProps) {
  return <Scenarios {...{ before, after, onShow }} nameOf={useNodeNames(before, after, names)} />;
}

const ARROW = " → ";

/** What a version calls a node, with the exit that was taken of several; the other one where it has none of that id. */
type NameOf = (nodeId: string, version?: "before" | "after", handle?: string | null) => string;

interface PartProps {
  before: GraphDefinition;
  after: GraphDefinition;
  nameOf: NameOf;
  onShow: (nodeId: string) => void;
}

const useNodeNames = (before: GraphDefinition, after: GraphDefinition, names: Lookup): NameOf =>
  useMemo(
    () =>
      (nodeId, version = "after", handle = null) => {
        const [own, other] = version === "after" ? [after, before] : [before, after];
        const node = findNode(own, nodeId) ?? findNode(other, nodeId);
        if (node === undefined) return nodeId;
        const step = accessibleName(node, names, null);
        const way = handle === null ? "" : exitWord(node, handle);
        return way === "" ? step : text("compare", "behaviour.leaves", { step, way });
      },
    [before, after, names],
  );

const SCENARIOS: BehaviourRequest["what"] = { kind: "scenarios" };

function Scenarios({ before, after, nameOf, onShow }: PartProps) {
  const t = useText("compare");
  const scenarios = useBehaviour(before, after, SCENARIOS);
  const { state } = scenarios;
  return (
    <section className={styles["group"]}>
      <h3 className={styles["groupTitle"]}>{t("behaviour.scenarios")}</h3>
      <Status className={styles["note"]}>
        <ScenarioText state={state} />
      </Status>
      <Control behaviour={scenarios} cancel={t("behaviour.cancelScenarios")} />
      <p className={styles["hint"]}>{t("behaviour.scenariosHint")}</p>
      {"scenarios" in state && (
        <ul className={styles["list"]}>
          {state.scenarios.filter(isMoved).map((scenario, index) => {
            const name = scenario.name ?? t("behaviour.found", { number: index + 1 });
            return <ScenarioRow key={scenario.key} name={name} scenario={scenario} nameOf={nameOf} onShow={onShow} />;
          })}
        </ul>
      )}
    </section>
  );
}

const isMoved = ({ parting }: ScenarioComparison): boolean => parting !== null;

function ScenarioText({ state }: { state: BehaviourState }) {
  const t = useText("compare");
  if (!("scenarios" in state)) return <UnfinishedText state={state} running={t("behaviour.lookingForScenarios")} />;
  const count = state.scenarios.length;
  const moved = state.scenarios.filter(isMoved).length;
  if (count === 0) return t("behaviour.none");
  return moved === 0 ? t("behaviour.same", { count }) : t("behaviour.moved", { moved, count });
}

/** What stops what runs, and what begins anew what was stopped or broke off. */
function Control({
  behaviour: { state, cancel, again },
  cancel: cancelWords,
}: {
  behaviour: Behaviour;
  cancel: string;
}) {
  const t = useText("compare");
  if ("type" in state && state.type !== "failed") return null;
  const isRunning = "kind" in state && state.kind === "running";
  return (
    <Button size="sm" onClick={isRunning ? cancel : again}>
      {isRunning ? cancelWords : t("behaviour.again")}
    </Button>
  );
}

function UnfinishedText({ state, running }: { state: BehaviourState; running: string }) {
  const t = useText("compare");
  if ("message" in state) return t("behaviour.failed");
  if ("kind" in state && state.kind === "cancelled") return t("behaviour.cancelled");
  return (
    <>
      <Spinner size={14} /> {running}
    </>
  );
}

interface ScenarioRowProps {
  name: string;
  scenario: ScenarioComparison;
  nameOf: NameOf;
  onShow: (nodeId: string) => void;
}

function ScenarioRow({ name, scenario, nameOf, onShow }: ScenarioRowProps) {
  const t = useText("compare");
  const { before, after, parting } = scenario;
  return (
    <li className={styles["scenario"]}>
      {parting === null ? (
        <span className={styles["name"]}>{name}</span>
      ) : (
        <button type="button" className={styles["jump"]} onClick={() => onShow(parting.nodeId)}>
          {name}
        </button>
      )}
      <dl className={styles["paths"]}>
        <dt>{t("behaviour.before")}</dt>
        <dd>
          <PathLine path={before} version="before" parting={parting?.nodeId ?? null} nameOf={nameOf} />
        </dd>
        <dt>{t("behaviour.after")}</dt>
        <dd>
          <PathLine path={after} version="after" parting={parting?.nodeId ?? null} nameOf={nameOf} />
        </dd>
      </dl>
    </li>
  );
}

interface PathLineProps {
  path: Path;
  version: "before" | "after";
  parting: string | null;
  nameOf: NameOf;
}

function PathLine({ path, version, parting, nameOf }: PathLineProps) {
  const t = useText("compare");
  const runs = useText("runs");
  return (
    <>
      {path.steps.map(({ nodeId, handle }, index) => (
        <span key={nodeId} className={styles["pathStep"]} data-parting={nodeId === parting || undefined}>
          {index > 0 && <span aria-hidden="true">{ARROW}</span>}
          {nameOf(nodeId, version, handle)}
        </span>
      ))}
      {path.status !== "completed" && ` (${t("behaviour.fails", { status: runs(`status.${path.status}`) })})`}
    </>
  );
}

const DEALS = 2_000;
const SAMPLE: BehaviourRequest["what"] = { kind: "deals", deals: DEALS };

function Deals({ before, after, nameOf, onShow }: PartProps) {
  const t = useText("compare");
  const deals = useBehaviour(before, after, SAMPLE);
  const { state } = deals;
  return (
    <section className={styles["group"]}>
      <h3 className={styles["groupTitle"]}>{t("behaviour.deals")}</h3>
      <Status className={styles["note"]}>
        <ShiftText state={state} />
      </Status>
      <Control behaviour={deals} cancel={t("behaviour.cancel")} />
      {"shift" in state && state.shift && <Partings shift={state.shift} nameOf={nameOf} onShow={onShow} />}
      <p className={styles["hint"]}>{t("behaviour.dealsHint", { count: DEALS })}</p>
    </section>
  );
}

function ShiftText({ state }: { state: BehaviourState }) {
  const t = useText("compare");
  const locale = useLocale();
  if (!("shift" in state)) {
    const done = "kind" in state && state.kind === "running" ? state.done : 0;
    return <UnfinishedText state={state} running={t("behaviour.running", { done, count: DEALS })} />;
  }
  if (state.shift === null) return t("behaviour.impossible");
  const { deals, moved, retimed, meanChangeMs } = state.shift;
  const percent = shareFormat(locale)(moved / deals);
  const share =
    moved === 0
      ? t("behaviour.shareNone", { count: deals })
      : t("behaviour.share", { count: moved, of: deals, percent });
  if (retimed === 0 || meanChangeMs === 0) return share;
  const time = formatDuration(Math.round(Math.abs(meanChangeMs) / 1000), 2);
  return `${share} ${t(meanChangeMs > 0 ? "behaviour.later" : "behaviour.sooner", { count: retimed, time })}`;
}

function Partings({ shift, nameOf, onShow }: { shift: Shift; nameOf: NameOf; onShow: (nodeId: string) => void }) {
  const t = useText("compare");
  if (shift.partings.length === 0) return null;
  return (
    <ul className={styles["list"]}>
      {shift.partings.map(({ nodeId, deals }) => (
        <li key={nodeId}>
          <button type="button" className={styles["jump"]} onClick={() => onShow(nodeId)}>
            {t("behaviour.at", { count: deals, step: nameOf(nodeId) })}
          </button>
        </li>
      ))}
    </ul>
  );
}
