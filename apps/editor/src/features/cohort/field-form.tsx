import type { Field, JsonValue } from "@trilho/engine";
import type { Distribution } from "@trilho/engine/cohort";
import { RotateCcw } from "lucide-react";
import { valueText } from "../../describe/query-text.ts";
import { useLookup } from "../../describe/use-lookup.ts";
import type { Lookup } from "../../document/lookup.ts";
import { catalogText } from "../../i18n/catalog.ts";
import { useText } from "../../i18n/use-text.ts";
import type { Text } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { NumberField } from "../../ui/fields/number-field.tsx";
import { Select } from "../../ui/fields/select.tsx";
import css from "./cohort.module.css";
import { defaultDistribution, NUMBER_SHAPES, reshaped } from "./deal-model.ts";
import type { NumberShape } from "./deal-model.ts";
import type { AskedField } from "./rules.ts";

interface Props {
  asked: AskedField;
  startAt: string;
  /** Left out, the one that the rules suggest holds. */
  distribution: Distribution | undefined;
  /** Undefined goes back to what the rules suggest. */
  onChange: (distribution: Distribution | undefined) => void;
}

/** What the deals are like in one field. */
export function FieldForm({ asked, startAt, distribution, onChange }: Props) {
  const t = useText("cohort");
  const shown = distribution ?? defaultDistribution(asked, startAt);
  return (
    <fieldset className={css.box}>
      <legend className={css.legend}>{catalogText(asked.field.label)}</legend>
      {shown.type === "choice" ? (
        <Choices field={asked.field} distribution={shown} onChange={onChange} />
      ) : (
        <Numbers field={asked.field} distribution={shown} onChange={onChange} />
      )}
      {distribution ? (
        <Button size="sm" variant="ghost" icon={<RotateCcw size={13} />} onClick={() => onChange(undefined)}>
          {t("deals.reset")}
        </Button>
      ) : null}
    </fieldset>
  );
}

type Choice = Extract<Distribution, { type: "choice" }>;

interface ChoicesProps {
  field: Field;
  distribution: Choice;
  onChange: (distribution: Distribution) => void;
}

/** Some values, each with its weight among the others. */
function Choices({ field, distribution, onChange }: ChoicesProps) {
  const t = useText("cohort");
  const lookup = useLookup();
  const { values } = distribution;
  const total = values.reduce((sum, { weight = 1 }) => sum + weight, 0) || 1;
  return values.map(({ value, weight = 1 }, index) => (
    <NumberField
      key={JSON.stringify(value)}
      label={choiceLabel(value, field, lookup, t)}
      hint={`${Math.round((1000 * weight) / total) / 10} %`}
      value={weight}
      min={0}
      step="any"
      onValueChange={(next) => {
        const changed = values.map((each, at) => (at === index ? { value, weight: Math.max(0, next ?? 0) } : each));
        onChange({ type: "choice", values: changed });
      }}
    />
  ));
}

export function choiceLabel(value: JsonValue, field: Field, lookup: Lookup, t: Text<"cohort">): string {
  if (typeof value === "boolean") return t(value ? "deals.yes" : "deals.no");
  if (value === null) return t("deals.nothing");
  if (!Array.isArray(value)) return valueText(value, field, lookup);
  const [first] = value;
  return first === undefined ? t("deals.noneOf") : valueText(first, field, lookup);
}

interface NumbersProps {
  field: Field;
  distribution: Exclude<Distribution, Choice>;
  onChange: (distribution: Distribution) => void;
}

/** The numbers that each shape is made of, in order, with the names of their texts. */
const PARTS = {
  uniform: [
    ["min", "min"],
    ["max", "max"],
  ],
  normal: [
    ["mean", "mean"],
    ["deviation", "deviation"],
  ],
  exponential: [["mean", "meanSmall"]],
  constant: [["value", "value"]],
} as const satisfies Record<NumberShape, readonly (readonly [string, string])[]>;

function Numbers({ field, distribution, onChange }: NumbersProps) {
  const t = useText("cohort");
  const numbers = distribution as Record<string, unknown>;
  return (
    <>
      <Select
        label={t("deals.shape", { field: catalogText(field.label) })}
        hideLabel
        options={NUMBER_SHAPES.map((shape) => ({ value: shape, label: t(`deals.shapes.${shape}`) }))}
        value={distribution.type}
        onValueChange={(shape) => onChange(reshaped(distribution, shape))}
      />
      <div className={css.pair}>
        {PARTS[distribution.type].map(([key, words]) => (
          <NumberField
            key={key}
            label={t(`deals.${words}`)}
            plain
            step="any"
            value={typeof numbers[key] === "number" ? numbers[key] : 0}
            onValueChange={(value) => onChange(inOrder({ ...distribution, [key]: value ?? 0 } as Distribution, key))}
          />
        ))}
      </div>
    </>
  );
}

/** A range whose end was put before its start takes the other end along; spreads and averages are never negative. */
function inOrder(distribution: Distribution, changed: string): Distribution {
  if (distribution.type === "uniform" && distribution.min > distribution.max) {
    const { min, max } = distribution;
    return { ...distribution, ...(changed === "min" ? { max: min } : { min: max }) };
  }
  if (distribution.type === "normal") return { ...distribution, deviation: Math.max(0, distribution.deviation) };
  return distribution.type === "exponential" ? { ...distribution, mean: Math.max(0, distribution.mean) } : distribution;
}
