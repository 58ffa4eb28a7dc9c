import type { AutomationActivity, AutomationsActivity } from "@trilho/api-client";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { totalsOf } from "./filter.ts";
import styles from "./activity.module.css";

export const OUTCOMES = ["completed", "underWay", "stopped", "failed"] as const;

const STEP = 8;
const BAR = 6;
const HEIGHT = 20;
/** A day on which little happened shows still; one on which nothing did is a line. */
const LEAST = 2;

interface ActivityLineProps {
  activity: AutomationActivity;
  days: AutomationsActivity["days"];
}

/** How many runs began on each day, the last is today: what failed is on top, apart from the rest. */
export function ActivityLine({ activity, days }: ActivityLineProps) {
  const words = useActivityWords(activity, days);
  const totals = days.map((_, day) => OUTCOMES.reduce((total, outcome) => total + (activity[outcome][day] ?? 0), 0));
  const most = Math.max(1, ...totals);
  return (
    <svg
      className={styles["line"]}
      viewBox={`0 0 ${days.length * STEP - (STEP - BAR)} ${HEIGHT}`}
      style={{ width: `${(days.length * STEP - (STEP - BAR)) / 16}rem` }}
      role="img"
      aria-label={words.all}
    >
      {days.map(({ date }, day) => (
        <g key={date}>
          <title>{words.of(day)}</title>
          <rect x={day * STEP - 1} y={0} width={STEP} height={HEIGHT} className={styles["space"]} />
          <Bar activity={activity} day={day} total={totals[day] ?? 0} most={most} />
        </g>
      ))}
    </svg>
  );
}

function Bar({
  activity,
  day,
  total,
  most,
}: {
  activity: AutomationActivity;
  day: number;
  total: number;
  most: number;
}) {
  const x = day * STEP;
  if (total === 0) return <rect x={x} y={HEIGHT - 1} width={BAR} height={1} className={styles["none"]} />;
  const full = Math.max(LEAST, (total / most) * HEIGHT);
  const parts = OUTCOMES.flatMap((outcome) => {
    const runs = activity[outcome][day] ?? 0;
    return runs === 0 ? [] : [{ outcome, height: Math.max(LEAST, (runs / total) * full) }];
  });
  return parts.map(({ outcome, height }, at) => {
    const below = parts.slice(0, at).reduce((sum, part) => sum + part.height, 0);
    // A gap, so that what failed shows without its colour.
    const gap = outcome === "failed" && at > 0 ? 1 : 0;
    const y = Math.max(0, HEIGHT - below - height - gap);
    return <rect key={outcome} x={x} y={y} width={BAR} height={height} className={styles[outcome]} />;
  });
}

/** What the line shows: of one day, and of all. */
function useActivityWords(activity: AutomationActivity, days: AutomationsActivity["days"]) {
  const t = useText("glance");
  const locale = useLocale();
  const list = new Intl.ListFormat(locale, { type: "conjunction" });
  const dayFormat = new Intl.DateTimeFormat(locale, {
    weekday: "short",
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
  const said = (numberOf: (outcome: (typeof OUTCOMES)[number]) => number): string => {
    const parts = OUTCOMES.flatMap((outcome) => {
      const count = numberOf(outcome);
      return count === 0 ? [] : [t(`activity.${outcome}`, { count })];
    });
    return parts.length === 0 ? t("activity.nothing") : list.format(parts);
  };
  const today = days.length - 1;
  const { runs } = totalsOf(activity);
  const of = (day: number): string => said((outcome) => activity[outcome][day] ?? 0);
  return {
    of: (day: number) => `${dayFormat.format(new Date(`${days[day]?.date}T00:00:00Z`))}: ${of(day)}`,
    all:
      runs === 0
        ? t("activity.allNothing", { count: days.length })
        : t("activity.all", {
            count: days.length,
            runs: said((outcome) => activity[outcome].reduce((total, each) => total + each, 0)),
            today: of(today),
          }),
  };
}

/** What the colours of the lines mean. */
export function ActivityLegend({ days }: { days: number }) {
  const t = useText("glance");
  return (
    <p className={styles["legend"]}>
      <span>{t("activity.legend", { count: days })}</span>
      {OUTCOMES.map((outcome) => (
        <span key={outcome} className={styles["key"]}>
          <svg viewBox="0 0 8 8" aria-hidden="true">
            <rect width="8" height="8" rx="1.5" className={styles[outcome]} />
          </svg>
          {t(`activity.key.${outcome}`)}
        </span>
      ))}
    </p>
  );
}
