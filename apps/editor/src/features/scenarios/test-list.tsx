import { CircleCheck, CircleDashed, CircleX, EllipsisVertical, FlaskConical, Play, Trash2 } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useRef } from "react";
import { formatDuration } from "../../i18n/duration.ts";
import { useText } from "../../i18n/use-text.ts";
import type { StepNames } from "../../describe/node-name.ts";
import type { Command } from "../../document/commands/command.ts";
import { changeScenarios, removeScenarios } from "../../document/saved-scenarios.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/dialogs/menu.tsx";
import { Status } from "../../ui/status.tsx";
import { expectationOf } from "../../simulation/path.ts";
import type { TestReport, TestResult, Verdict } from "../../simulation/report.ts";
import css from "./tests.module.css";
import { failedExpectationText } from "../../simulation/scenario-labels.ts";

interface Props {
  report: TestReport;
  isStale: boolean;
  names: StepNames;
  readOnly: boolean;
  run: (command: Command) => boolean;
  /** Shows a test in a run; null for whichever was shown last. */
  onOpen: (id: string | null) => void;
}

const LOOK: Record<Verdict, LucideIcon> = {
  passed: CircleCheck,
  failed: CircleX,
  unchecked: CircleDashed,
  broken: CircleX,
};

const accept = (tests: readonly TestResult[]): Command =>
  changeScenarios(
    new Map(tests.map(({ scenario, result }) => [scenario.id, { expect: expectationOf(result) }])),
    "acceptScenario",
  );

/** The saved tests: which pass, where the others leave their path, and what can be done about it. */
export function TestList({ report, isStale, names, readOnly, run, onOpen }: Props) {
  const t = useText("scenarios");
  const place = useRef<HTMLElement>(null);
  const { tests, failed } = report;
  if (tests.length === 0) {
    return (
      <EmptyState
        icon={<FlaskConical />}
        title={t("tests.empty")}
        action={<Button onClick={() => onOpen(null)}>{t("tests.own")}</Button>}
      >
        {t("tests.emptyHint")}
      </EmptyState>
    );
  }
  const acceptable = tests.filter(({ verdict }) => verdict === "failed");
  const summary =
    failed > 0
      ? t("tests.someFail", { failing: failed, count: tests.length })
      : t("tests.summary", { count: tests.length });
  const toPlace = (): void => place.current?.focus();
  return (
    <section ref={place} tabIndex={-1} className={css.section} aria-label={t("tests.title")}>
      <div className={css.head}>
        <h3>{t("tests.title")}</h3>
        <Status className={css.summary}>{isStale ? t("tests.stale") : summary}</Status>
      </div>
      <ul className={css.tests} aria-label={t("tests.list")} aria-busy={isStale}>
        {tests.map((test) => (
          <TestRow key={test.scenario.id} test={test} {...{ names, readOnly, run, onOpen }} onGone={toPlace} />
        ))}
      </ul>
      {acceptable.length > 1 && !readOnly ? (
        <Button size="sm" onClick={() => run(accept(acceptable)) && toPlace()}>
          {t("tests.acceptAll")}
        </Button>
      ) : null}
    </section>
  );
}

interface RowProps extends Pick<Props, "names" | "readOnly" | "run" | "onOpen"> {
  test: TestResult;
  onGone: () => void;
}

function TestRow({ test, names, readOnly, run, onOpen, onGone }: RowProps) {
  const title = useRef<HTMLButtonElement>(null);
  const t = useText("scenarios");
  const inSimulate = useText("simulate");
  const { scenario, result, verdict } = test;
  const { id, name } = scenario;
  const Icon = LOOK[verdict];
  const failure = failedExpectationText(scenario, result, names, t, (status) => inSimulate(`status.${status}`));
  const problem = result.error ? inSimulate(`error.${result.error.code}`) : failure;
  const duration = result.durationMs >= 1000 ? formatDuration(result.durationMs / 1000, 1) : inSimulate("atOnce");
  const spoken = `: ${t(`verdict.${verdict}`)}`;
  const ends = `${inSimulate(`status.${result.status}`)}, ${duration}`;
  const ending = verdict === "unchecked" ? `${t("verdict.unchecked")} · ${ends}` : ends;
  return (
    <li className={css.test} data-verdict={verdict}>
      <span className={css.verdict}>
        <Icon size={16} aria-hidden="true" />
      </span>
      <div className={css.what}>
        <button ref={title} type="button" className={css.name} onClick={() => onOpen(id)} title={t("tests.open")}>
          {name}
          <span className="visually-hidden">{spoken}</span>
        </button>
        <p className={css.hint}>{ending}</p>
        {problem === null ? null : <p className={css.problem}>{problem}</p>}
        {(verdict === "failed" || verdict === "unchecked") && !readOnly ? (
          <Button
            size="sm"
            aria-label={verdict === "failed" ? t("tests.acceptNamed", { name }) : undefined}
            onClick={() => run(accept([test])) && title.current?.focus()}
          >
            {verdict === "failed" ? t("tests.accept") : t("tests.expect")}
          </Button>
        ) : null}
      </div>
      <Menu
        trigger={<IconButton size="sm" label={t("tests.more", { name })} icon={<EllipsisVertical />} />}
        items={[
          { label: t("tests.open"), icon: <Play />, onSelect: () => onOpen(id) },
          null,
          {
            label: t("tests.remove"),
            icon: <Trash2 />,
            danger: true,
            disabled: readOnly,
            onSelect: () => run(removeScenarios([id])) && onGone(),
          },
        ]}
      />
    </li>
  );
}
