import { Crosshair, FlaskConical } from "lucide-react";
import { useMemo, useRef } from "react";
import { handleWord } from "../../describe/node-label.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import type { StepNames } from "../../describe/node-name.ts";
import type { SimulateTabProps } from "../../simulation/tab.ts";
import { useNewDraft } from "../../simulation/use-simulation.ts";
import { useSetting } from "../../simulation/use-setting.ts";
import { edgeKeys, edgesOf } from "../../document/document.ts";
import { addScenarios } from "../../document/saved-scenarios.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Spinner } from "../../ui/loading/spinner.tsx";
import { Status } from "../../ui/status.tsx";
import { coverDrafts } from "./cover-drafts.ts";
import type { UnreachableEdges } from "./cover-drafts.ts";
import type { Exploration } from "./explore.ts";
import type { TestReport } from "../../simulation/report.ts";
import css from "./tests.module.css";
import type { ExplorationState } from "./use-exploration.ts";
import { edgeLabel } from "../../simulation/scenario-labels.ts";

interface Props extends SimulateTabProps {
  report: TestReport;
  unreachable: UnreachableEdges;
  exploration: ExplorationState;
  names: StepNames;
  onAgain: () => void;
}

/** How many ways lead through the automation, which connections tests take, and tests for the rest. */
export function Paths(props: Props) {
  const { report, unreachable, exploration } = props;
  const t = useText("scenarios");
  const place = useRef<HTMLElement>(null);
  const untested = report.coverage.untestedEdges.filter((key) => !unreachable.has(key));
  const found = exploration.status === "found" ? exploration.exploration : null;
  return (
    <section ref={place} tabIndex={-1} className={css.section} aria-label={t("paths.title")}>
      <div className={css.head}>
        <h3>{t("paths.title")}</h3>
        {found ? <PathCount paths={found.paths} isRunnable={found.cover.problem === null} /> : null}
      </div>
      <Meter tested={report.coverage.edges.size} of={report.coverage.edges.size + untested.length} />
      {exploration.status === "looking" ? (
        <Status className={css.looking}>
          <Spinner size={13} />
          {t("paths.looking")}
        </Status>
      ) : null}
      {exploration.status === "failed" ? (
        <p className={css.problem} role="alert">
          {t("paths.failed", { message: exploration.message })}{" "}
          <Button size="sm" onClick={props.onAgain}>
            {t("paths.again")}
          </Button>
        </p>
      ) : null}
      {found ? <MakeTests {...props} found={found} onMade={() => place.current?.focus()} /> : null}
      {report.tests.length > 0 ? <Ways {...props} title={t("paths.untested")} keys={untested} /> : null}
      <Ways {...props} title={t("unreachable.title")} keys={[...unreachable.keys()]} />
      {found && found.cover.unknown.length > 0 ? (
        <p className={css.hint}>{t("paths.unknown", { count: found.cover.unknown.length })}</p>
      ) : null}
    </section>
  );
}

const LARGEST_COUNT = 1_000_000_000n;

function PathCount({ paths, isRunnable }: { paths: bigint; isRunnable: boolean }) {
  const t = useText("scenarios");
  const locale = useLocale();
  if (!isRunnable) return <span className={css.summary}>{t("paths.none")}</span>;
  if (paths < LARGEST_COUNT) return <span className={css.summary}>{t("paths.count", { count: Number(paths) })}</span>;
  const number = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 }).format(paths);
  return <span className={css.summary}>{t("paths.countText", { number })}</span>;
}

function Meter({ tested, of }: { tested: number; of: number }) {
  const t = useText("scenarios");
  if (of === 0) return null;
  const words = t("paths.covered", { covered: tested, count: of });
  return (
    <div className={css.meter}>
      <meter className={css.track} aria-label={words} min={0} max={of} value={tested} />
      <span className={css.hint} aria-hidden="true">
        {words}
      </span>
    </div>
  );
}

/** Makes tests for what no test takes yet, all of them as one step of undo. */
function MakeTests(props: Props & { found: Exploration; onMade: () => void }) {
  const { definition, automation, report, readOnly, run, found, onMade } = props;
  const t = useText("scenarios");
  const inBuilder = useText("builder");
  const setting = useSetting(definition);
  const fresh = useNewDraft(definition, automation);
  const drafts = useMemo(() => {
    const { facts, keepHours } = fresh;
    const style = {
      facts,
      keepHours,
      straight: t("tests.straight"),
      handleWord: (port: Parameters<typeof handleWord>[0]) => handleWord(port, inBuilder),
    };
    return coverDrafts(found.cover, report.coverage.edges, setting, style);
  }, [found, report, setting, fresh, t, inBuilder]);
  if (found.cover.problem !== null) return null;
  if (drafts.length === 0) return report.tests.length > 0 ? <p className={css.hint}>{t("paths.all")}</p> : null;
  if (readOnly) return null;
  const words = report.tests.length > 0 ? "paths.make" : "paths.makeAll";
  return (
    <div className={css.make}>
      <Button
        variant={report.tests.length > 0 ? "secondary" : "primary"}
        icon={<FlaskConical size={15} />}
        onClick={() => run(addScenarios(drafts)) && onMade()}
      >
        {t(words, { count: drafts.length })}
      </Button>
      <p className={css.hint}>{t("paths.allHint")}</p>
    </div>
  );
}

/** Connections by name, each to be looked at; unreachable ones with why. */
function Ways({
  definition,
  names,
  unreachable,
  title,
  keys,
  onSelectNode,
}: Props & { title: string; keys: string[] }) {
  const t = useText("scenarios");
  const inBuilder = useText("builder");
  if (keys.length === 0) return null;
  const all = edgeKeys(definition);
  return (
    <details className={css.ways}>
      <summary className={css.pathsSummary}>
        {title} <span className={css.count}>{keys.length}</span>
      </summary>
      <ul className={css.plain} aria-label={title}>
        {keys.map((key) => {
          const edge = edgesOf(definition)[all.indexOf(key)];
          if (!edge) return null;
          const reason = unreachable.get(key);
          return (
            <li key={key} className={css.way}>
              <span className={css.exitName}>
                {edgeLabel(edge, names, inBuilder)}
                {reason === undefined ? null : <span className={css.reason}>{t(`unreachable.${reason}`)}</span>}
              </span>
              <IconButton
                size="sm"
                label={t("paths.show")}
                icon={<Crosshair />}
                onClick={() => onSelectNode(edge.source)}
              />
            </li>
          );
        })}
      </ul>
    </details>
  );
}
