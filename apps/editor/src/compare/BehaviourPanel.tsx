import type { GraphDefinition } from "@trilho/engine";
import { useEffect, useMemo, useState } from "react";
import type { Lookup } from "../forms/lookup.ts";
import { formatDuration } from "../i18n/duration.ts";
import { useLocale, useText } from "../i18n/useText.ts";
import { findNode } from "../store/document.ts";
import { Button } from "../ui/Button.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import { Status } from "../ui/Status.tsx";
import { whenIdle } from "../ui/whenIdle.ts";
import type { Path, ScenarioComparison, Shift } from "./behaviour.ts";
import styles from "./compare.module.css";
import { stepName } from "./fieldWords.ts";
import { useScenarios, useShift, type ShiftState } from "./useBehaviour.ts";

interface BehaviourPanelProps {
  before: GraphDefinition;
  after: GraphDefinition;
  names: Lookup;
  onShow: (nodeId: string) => void;
}

/** Which scenarios go another way now, and which share of many imagined deals does. */
export function BehaviourPanel({ before, after, names, onShow }: BehaviourPanelProps) {
  const [ready, setReady] = useState(false);
  // The tab is drawn before the work begins.
  useEffect(() => whenIdle(() => setReady(true)), []);
  const nameOf = useNodeNames(before, after, names);
  if (!ready) return <Spinner size={22} />;
  return (
    <>
      <Scenarios before={before} after={after} nameOf={nameOf} onShow={onShow} />
      <Deals before={before} after={after} nameOf={nameOf} onShow={onShow} />
    </>
  );
}

const ARROW = " → ";

type NameOf = (nodeId: string) => string;

interface PartProps {
  before: GraphDefinition;
  after: GraphDefinition;
  nameOf: NameOf;
  onShow: (nodeId: string) => void;
}

const useNodeNames = (before: GraphDefinition, after: GraphDefinition, names: Lookup): NameOf =>
  useMemo(
    () => (nodeId) => {
      const node = findNode(after, nodeId) ?? findNode(before, nodeId);
      return node ? stepName(node, names, null) : nodeId;
    },
    [before, after, names],
  );

function Scenarios({ before, after, nameOf, onShow }: PartProps) {
  const t = useText("compare");
  const all = useScenarios(before, after);
  const moved = all.filter(({ parting }) => parting !== null);
  const said =
    all.length === 0
      ? t("behaviour.none")
      : moved.length === 0
        ? t("behaviour.same", { count: all.length })
        : t("behaviour.moved", { moved: moved.length, count: all.length });
  return (
    <section className={styles["group"]}>
      <h3 className={styles["groupTitle"]}>{t("behaviour.scenarios")}</h3>
      <p className={styles["said"]}>{said}</p>
      <p className={styles["hint"]}>{t("behaviour.scenariosHint")}</p>
      <ul className={styles["list"]}>
        {moved.map((scenario, index) => {
          const name = scenario.name ?? t("behaviour.found", { number: index + 1 });
          return <ScenarioRow key={scenario.key} name={name} scenario={scenario} nameOf={nameOf} onShow={onShow} />;
        })}
      </ul>
    </section>
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
          <PathLine path={before} parting={parting?.nodeId ?? null} nameOf={nameOf} />
        </dd>
        <dt>{t("behaviour.after")}</dt>
        <dd>
          <PathLine path={after} parting={parting?.nodeId ?? null} nameOf={nameOf} />
        </dd>
      </dl>
    </li>
  );
}

function PathLine({ path, parting, nameOf }: { path: Path; parting: string | null; nameOf: NameOf }) {
  const t = useText("compare");
  const runs = useText("runs");
  return (
    <>
      {path.steps.map(({ nodeId }, index) => (
        <span key={nodeId} className={styles["pathStep"]} data-parting={nodeId === parting || undefined}>
          {index > 0 && <span aria-hidden="true">{ARROW}</span>}
          {nameOf(nodeId)}
        </span>
      ))}
      {path.status !== "completed" && ` (${t("behaviour.fails", { status: runs(`status.${path.status}`) })})`}
    </>
  );
}

function Deals({ before, after, nameOf, onShow }: PartProps) {
  const t = useText("compare");
  const { state, cancel, again } = useShift(before, after);
  return (
    <section className={styles["group"]}>
      <h3 className={styles["groupTitle"]}>{t("behaviour.deals")}</h3>
      <Status className={styles["said"]}>
        <ShiftWords state={state} />
      </Status>
      {state.kind === "running" && (
        <Button size="sm" onClick={cancel}>
          {t("behaviour.cancel")}
        </Button>
      )}
      {state.kind === "cancelled" && (
        <Button size="sm" onClick={again}>
          {t("behaviour.again")}
        </Button>
      )}
      {state.kind === "done" && <Partings shift={state.shift} nameOf={nameOf} onShow={onShow} />}
      <p className={styles["hint"]}>{t("behaviour.dealsHint", { count: state.deals })}</p>
    </section>
  );
}

function ShiftWords({ state }: { state: ShiftState }) {
  const t = useText("compare");
  const locale = useLocale();
  if (state.kind === "running") return t("behaviour.running", { done: state.done, count: state.deals });
  if (state.kind === "cancelled") return t("behaviour.cancelled");
  if (state.kind === "impossible") return t("behaviour.impossible");
  const { deals, moved, retimed, meanChangeMs } = state.shift;
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 }).format(moved / deals);
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
