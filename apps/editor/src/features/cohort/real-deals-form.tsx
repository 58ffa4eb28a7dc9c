import { RotateCw } from "lucide-react";
import { describeError } from "../../data/failures/describe-error.ts";
import { useLookup } from "../../describe/use-lookup.ts";
import { catalogText } from "../../i18n/catalog.ts";
import { shareFormat } from "../../i18n/format.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Status } from "../../ui/status.tsx";
import css from "./cohort.module.css";
import { choiceLabel } from "./field-form.tsx";
import { summaryOf } from "./real-deals.ts";
import type { RealDeals } from "./real-deals.ts";
import type { AskedField } from "./rules.ts";

/** What the deals of the workspace are like, as far as the automation asks. */
export function RealDealsForm({ real, asked }: { real: RealDeals; asked: readonly AskedField[] }) {
  const t = useText("cohort");
  const { status, deals, read } = real;
  const place = real.place ?? t("real.everywhere");
  if (status === "off") return null;
  if (status === "reading") return <Status className={css.small}>{t("real.reading", { count: read })}</Status>;
  if (status === "failed" || status === "unknown-place") {
    const { advice } = describeError(real.error);
    return (
      <div className={css.stale} role="alert">
        <span>{status === "failed" ? t("real.failed", { advice }) : t("real.noPipeline")}</span>
        <Button size="sm" icon={<RotateCw size={14} />} onClick={real.again}>
          {t("real.again")}
        </Button>
      </div>
    );
  }
  if (deals.length === 0) return <Status className={css.small}>{t("real.none", { place })}</Status>;
  return (
    <div className={css.box}>
      <Status className={css.small}>{t("real.read", { count: deals.length, place })}</Status>
      <p className={css.small}>{t(asked.length === 0 ? "deals.none" : "real.together")}</p>
      {asked.length === 0 ? null : (
        <dl className={css.real}>
          {asked.map((each) => (
            <Summary key={each.field.name} asked={each} real={real} />
          ))}
        </dl>
      )}
    </div>
  );
}

function Summary({ asked, real }: { asked: AskedField; real: RealDeals }) {
  const t = useText("cohort");
  const locale = useLocale();
  const lookup = useLookup();
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const percent = shareFormat(locale);
  const summary = summaryOf(real.deals, asked);
  const parts =
    summary.kind === "numbers"
      ? [
          t("real.range", {
            min: number.format(summary.min),
            max: number.format(summary.max),
            middle: number.format(summary.middle),
          }),
        ]
      : summary.values.map(({ value, share }) =>
          t("real.share", { value: choiceLabel(value, asked.field, lookup, t), share: percent(share) }),
        );
  if (summary.kind === "values" && summary.others > 0) parts.push(t("real.others", { share: percent(summary.others) }));
  if (summary.missing > 0) parts.push(t("real.missing", { share: percent(summary.missing) }));
  return (
    <div>
      <dt>{catalogText(asked.field.label)}</dt>
      <dd>{parts.join(" · ")}</dd>
    </div>
  );
}
