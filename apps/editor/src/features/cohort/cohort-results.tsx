import type { RunStatus } from "@trilho/engine";
import { Crosshair } from "lucide-react";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { formatDuration } from "../../i18n/duration.ts";
import { shareFormat } from "../../i18n/format.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { nodeName } from "../../describe/node-label.ts";
import type { StepNames } from "../../describe/node-name.ts";
import { STATUS_LOOK } from "../../describe/status-look.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Status } from "../../ui/status.tsx";
import css from "./cohort.module.css";
import type { RanCohort } from "./cohort-store.ts";
import { HoursChart } from "./hours-chart.tsx";

interface Props {
  ran: RanCohort;
  isStale: boolean;
  names: StepNames;
  onSelectNode: (nodeId: string) => void;
}

const JUST_NOW_MS = 500;

/** What the deals of a cohort did: how they ended, how long they took, where they went, and what was sent. */
export function CohortResults({ ran, isStale, names, onSelectNode }: Props) {
  const t = useText("cohort");
  const { result, tookMs } = ran;
  const place = useRef<HTMLElement>(null);
  // A new result comes into sight; one that was there when the tab was opened stays where it is.
  useEffect(() => {
    if (performance.now() - ran.at < JUST_NOW_MS) void place.current?.scrollIntoView?.({ block: "nearest" });
  }, [ran]);
  const shown = { ...names, definition: ran.definition };
  return (
    <section ref={place} className={css.results} aria-label={t("result.title")} data-stale={isStale || undefined}>
      <div className={css.headline}>
        <Status className={css.strong}>
          {t("result.runs", { count: result.runs, duration: formatDuration(shortly(tookMs)) })}
        </Status>
        {result.aborted ? <span className={css.tag}>{t("stopped")}</span> : null}
      </div>
      <Block title={t("result.statuses")}>
        <Statuses statuses={result.statuses} runs={result.runs} />
      </Block>
      {result.durationMs ? (
        <Block title={t("result.duration")}>
          <Durations durations={result.durationMs} />
        </Block>
      ) : null}
      <Block title={t("result.steps")}>
        <Steps ran={ran} names={shown} onSelectNode={onSelectNode} />
      </Block>
      <Block title={t("result.messages")}>
        <Messages messages={result.messages} />
      </Block>
    </section>
  );
}

/** Seconds with a decimal below ten. */
const shortly = (ms: number): number =>
  ms < 10_000 ? Math.max(0.1, Math.round(ms / 100) / 10) : Math.round(ms / 1000);

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={css.block}>
      <h3 className={css.blockTitle}>{title}</h3>
      {children}
    </div>
  );
}

function Statuses({ statuses, runs }: { statuses: Record<RunStatus, number>; runs: number }) {
  const t = useText("simulate");
  const percent = shareFormat(useLocale());
  const number = new Intl.NumberFormat(useLocale());
  const some = (Object.entries(statuses) as [RunStatus, number][]).filter(([, count]) => count > 0);
  return (
    <ul className={css.statuses}>
      {some.map(([status, count]) => {
        const { tone, Icon } = STATUS_LOOK[status];
        return (
          <li key={status} className={css.status} data-tone={tone}>
            <Icon size={14} aria-hidden="true" />
            <span>{t(`status.${status}`)}</span>
            <span className={css.figure}>{number.format(count)}</span>
            <span className={css.figure}>{percent(count / runs)}</span>
            <span className={css.share} style={{ width: `${(100 * count) / runs}%` }} aria-hidden="true" />
          </li>
        );
      })}
    </ul>
  );
}

function useTime(): (ms: number) => string {
  const t = useText("cohort");
  return (ms) => (ms < 1000 ? t("result.atOnce") : formatDuration(Math.round(ms / 1000), 2));
}

function Durations({ durations }: { durations: NonNullable<RanCohort["result"]["durationMs"]> }) {
  const t = useText("cohort");
  const time = useTime();
  return (
    <dl className={css.durations}>
      {(["p10", "p50", "p90", "max"] as const).map((key) => (
        <div key={key}>
          <dt>{t(`result.${key}`)}</dt>
          <dd>{time(durations[key])}</dd>
        </div>
      ))}
    </dl>
  );
}

function Steps({ ran, names, onSelectNode }: Omit<Props, "isStale">) {
  const t = useText("cohort");
  const inSimulate = useText("simulate");
  const percent = shareFormat(useLocale());
  const time = useTime();
  const number = new Intl.NumberFormat(useLocale());
  const { nodes, runs } = ran.result;
  const rows = nodes.toSorted((a, b) => b.visits - a.visits);
  return (
    <div className={css.wide}>
      <table className={css.table}>
        <caption className="visually-hidden">{t("result.stepsCaption")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("result.step")}</th>
            <th scope="col">{t("result.deals")}</th>
            <th scope="col">{t("result.median")}</th>
            <th scope="col">{t("result.p90Time")}</th>
            <th scope="col">
              <span className="visually-hidden">{inSimulate("steps.canvas")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ nodeId, visits, arrivalMs }) => {
            const name = nodeName(nodeId, names);
            return (
              <tr key={nodeId}>
                <th scope="row">{name}</th>
                <td>
                  {number.format(visits)}
                  <span className={css.part}>{percent(visits / runs)}</span>
                </td>
                <td>{arrivalMs ? time(arrivalMs.p50) : "–"}</td>
                <td>{arrivalMs ? time(arrivalMs.p90) : "–"}</td>
                <td>
                  <IconButton
                    size="sm"
                    label={t("result.show", { node: name })}
                    icon={<Crosshair />}
                    onClick={() => onSelectNode(nodeId)}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Messages({ messages: { total, perHour } }: { messages: RanCohort["result"]["messages"] }) {
  const t = useText("cohort");
  const locale = useLocale();
  const peak = perHour.reduce((most, each) => (each.count > most.count ? each : most), { hour: "", count: 0 });
  const when = new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric", month: "short", hour: "numeric" });
  return (
    <>
      <p className={css.small}>
        {t("result.messagesTotal", { count: total })}
        {peak.count > 0
          ? ` ${t("result.peak", { count: peak.count, when: when.format(Date.parse(peak.hour)) })}`
          : null}
      </p>
      <HoursChart perHour={perHour} />
    </>
  );
}
