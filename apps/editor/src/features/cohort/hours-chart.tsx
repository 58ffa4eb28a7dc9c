import { useMemo } from "react";
import { useLocale, useText } from "../../i18n/use-text.ts";
import css from "./cohort.module.css";
import { bucketsOf } from "./hours.ts";
import type { Bucket, BucketUnit } from "./hours.ts";

const WIDTH = 300;
const HEIGHT = 90;
const TITLE = {
  hour: "result.perHour",
  day: "result.perDay",
  week: "result.perWeek",
  month: "result.overTime",
} as const;

/** How many messages go out when, as bars and as a table. */
export function HoursChart({ perHour }: { perHour: readonly { hour: string; count: number }[] }) {
  const t = useText("cohort");
  const locale = useLocale();
  const { unit, buckets } = useMemo(() => {
    const [first] = perHour;
    const offset = first ? -new Date(first.hour).getTimezoneOffset() * 60_000 : 0;
    return bucketsOf(perHour, offset);
  }, [perHour]);
  if (buckets.length === 0) return null;
  const when = whenIn(unit, locale);
  const number = new Intl.NumberFormat(locale);
  const title = t(TITLE[unit]);
  return (
    <figure className={css.chart}>
      <figcaption className={css.small}>{title}</figcaption>
      <Bars
        buckets={buckets}
        title={title}
        format={({ start, count }) => t("result.bar", { when: when(start), count })}
      />
      <div className={css.axis} aria-hidden="true">
        <span>{when(buckets[0]?.start ?? 0)}</span>
        <span>{when(buckets.at(-1)?.start ?? 0)}</span>
      </div>
      <details className={css.group}>
        <summary className={css.summary}>{t("result.asTable")}</summary>
        <table className={css.table}>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t("result.when")}</th>
              <th scope="col">{t("result.count")}</th>
            </tr>
          </thead>
          <tbody>
            {buckets
              .filter(({ count }) => count > 0)
              .map(({ start, count }) => (
                <tr key={start}>
                  <th scope="row">{when(start)}</th>
                  <td>{number.format(count)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

interface BarsProps {
  buckets: readonly Bucket[];
  title: string;
  format: (bucket: Bucket) => string;
}

function Bars({ buckets, title, format }: BarsProps) {
  const most = Math.max(1, ...buckets.map(({ count }) => count));
  const step = WIDTH / buckets.length;
  const gap = step > 4 ? 1 : 0;
  return (
    <svg
      className={css.bars}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={title}
    >
      {buckets.map((bucket, index) => {
        const height = (HEIGHT * bucket.count) / most;
        return (
          <rect
            key={bucket.start}
            x={index * step}
            y={HEIGHT - height}
            width={Math.max(0.5, step - gap)}
            height={height}
          >
            <title>{format(bucket)}</title>
          </rect>
        );
      })}
    </svg>
  );
}

/** The start of a stretch in words: "Mon, Jan 5, 9 AM", "Jan 5". */
function whenIn(unit: BucketUnit, locale: string): (start: number) => string {
  const day: Intl.DateTimeFormatOptions = { month: "short", day: "numeric" };
  const options: Intl.DateTimeFormatOptions =
    unit === "hour" ? { ...day, hour: "numeric" } : { ...day, year: "2-digit" };
  const format = new Intl.DateTimeFormat(locale, options);
  return (start) => format.format(start);
}
