import { useLocale, useText } from "../../i18n/use-text.ts";
import type { Text } from "../../i18n/use-text.ts";
import type { Decision } from "../../simulation/decisions.ts";
import { NumberField } from "../../ui/fields/number-field.tsx";
import css from "./cohort.module.css";
import { defaultShares, restOf, exitsOf } from "./step-model.ts";
import type { StepShares, StepExit } from "./step-model.ts";

interface Props {
  decision: Decision;
  name: string;
  /** Left out, the usual ones hold. */
  shares: StepShares | undefined;
  onChange: (shares: StepShares) => void;
}

const PERCENT: Intl.NumberFormatOptions = { maximumFractionDigits: 2 };

/** How often what happens at a step that waits for an answer, in percent. */
export function StepForm({ decision, name, shares, onChange }: Props) {
  const t = useText("cohort");
  const percent = new Intl.NumberFormat(useLocale(), { style: "percent", maximumFractionDigits: 1 });
  const known = { ...defaultShares(decision), ...shares };
  const ways = exitsOf(decision);
  const given = Object.fromEntries(ways.map(({ handle }) => [handle, known[handle] ?? 0]));
  const sum = Object.values(given).reduce((total, share) => total + share, 0);
  const rest = percent.format(restOf(given));
  return (
    <fieldset className={css.box}>
      <legend className={css.legend}>{name}</legend>
      {ways.map((way) => (
        <NumberField
          key={way.handle}
          label={`${exitText(way, t)} (%)`}
          value={Math.round((known[way.handle] ?? 0) * 10_000) / 100}
          min={0}
          max={100}
          format={PERCENT}
          onValueChange={(value) => onChange({ ...given, [way.handle]: Math.min(1, Math.max(0, (value ?? 0) / 100)) })}
        />
      ))}
      <p className={css.small}>{sum > 1 + 1e-9 ? t("world.tooMuch") : t("world.silent", { share: rest })}</p>
    </fieldset>
  );
}

function exitText({ kind, label }: StepExit, t: Text<"cohort">): string {
  return kind === "button" ? t("world.button", { label }) : t(`world.${kind}`);
}
