import { DurationInput } from "../../inputs/duration-input.tsx";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { decisionsOf } from "../../simulation/decisions.ts";
import { nodeName } from "../../describe/node-label.ts";
import type { StepNames } from "../../describe/node-name.ts";
import { NumberField } from "../../ui/fields/number-field.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import css from "./cohort.module.css";
import { FieldForm } from "./field-form.tsx";
import { RealDealsForm } from "./real-deals-form.tsx";
import type { RealDeals } from "./real-deals.ts";
import { SIZES } from "./settings.ts";
import type { CohortSettings, CohortWorld } from "./settings.ts";
import { StepForm } from "./step-form.tsx";
import { defaultShares } from "./step-model.ts";

interface Props {
  settings: CohortSettings;
  world: CohortWorld;
  names: StepNames;
  /** Deals of the workspace; null where there is no service to ask. */
  real: RealDeals | null;
  onChange: (patch: Partial<CohortSettings>) => void;
}

/** How many deals, what they are like, and how the world treats them. */
export function CohortForm({ settings, world, names, real, onChange }: Props) {
  const t = useText("cohort");
  const number = new Intl.NumberFormat(useLocale());
  return (
    <div className={css.form}>
      <div className={css.pair}>
        <Select
          label={t("size")}
          options={SIZES.map((size) => ({ value: String(size), label: number.format(size) }))}
          value={String(settings.size)}
          onValueChange={(size) => onChange({ size: Number(size) })}
        />
        <TextField
          label={t("seed")}
          value={settings.seed}
          maxLength={40}
          autoComplete="off"
          hint={t("seedHint")}
          onValueChange={(seed) => onChange({ seed })}
        />
      </div>
      <DurationInput
        field={{ label: t("within"), hint: t("withinHint") }}
        value={settings.withinSeconds}
        onChange={(seconds) => onChange({ withinSeconds: Math.max(0, seconds ?? 0) })}
        readOnly={false}
      />
      {real === null ? null : (
        <div className={css.source}>
          <span className={css.sourceLabel} aria-hidden="true">
            {t("real.title")}
          </span>
          <Segmented
            label={t("real.title")}
            value={settings.from}
            segments={[
              { value: "sample", label: t("real.sample") },
              { value: "mine", label: t("real.mine") },
            ]}
            onValueChange={(from) => onChange({ from })}
          />
        </div>
      )}
      {real !== null && settings.from === "mine" ? (
        <RealDealsForm real={real} asked={world.asked} />
      ) : (
        <Deals {...{ settings, world, onChange }} />
      )}
      <World {...{ settings, world, names, onChange }} />
    </div>
  );
}

function Deals({ settings, world, onChange }: Omit<Props, "names" | "real">) {
  const t = useText("cohort");
  return (
    <details className={css.group}>
      <summary className={css.summary}>{t("deals.title")}</summary>
      {world.asked.length === 0 ? <p className={css.small}>{t("deals.none")}</p> : null}
      {world.asked.map((asked) => (
        <FieldForm
          key={asked.field.name}
          asked={asked}
          startAt={world.startAt}
          distribution={settings.fields.get(asked.field.name)}
          onChange={(distribution) => {
            const fields = new Map(settings.fields);
            if (distribution) fields.set(asked.field.name, distribution);
            else fields.delete(asked.field.name);
            onChange({ fields });
          }}
        />
      ))}
    </details>
  );
}

function World({ settings, world, names, onChange }: Omit<Props, "real">) {
  const t = useText("cohort");
  const decisions = decisionsOf(world.definition);
  return (
    <details className={css.group}>
      <summary className={css.summary}>{t("world.title")}</summary>
      {decisions.length === 0 ? <p className={css.small}>{t("world.none")}</p> : null}
      {decisions.some(({ awaits }) => awaits) ? (
        <DurationInput
          field={{ label: t("world.after"), hint: t("world.afterHint") }}
          value={settings.replySeconds}
          onChange={(replySeconds) => onChange({ replySeconds })}
          readOnly={false}
        />
      ) : null}
      {decisions
        .filter(({ awaits }) => awaits)
        .map((decision) => (
          <StepForm
            key={decision.node.id}
            decision={decision}
            name={nodeName(decision.node.id, names)}
            shares={settings.steps.get(decision.node.id)}
            onChange={(shares) => onChange({ steps: new Map(settings.steps).set(decision.node.id, shares) })}
          />
        ))}
      <Failures {...{ settings, world, names, onChange }} />
    </details>
  );
}

/** Steps that wait for nobody: how often each fails for good. */
function Failures({ settings, world, names, onChange }: Omit<Props, "real">) {
  const t = useText("cohort");
  const steps = decisionsOf(world.definition).filter(({ awaits }) => !awaits);
  if (steps.length === 0) return null;
  return (
    <fieldset className={css.box}>
      <legend className={css.legend}>{t("world.failures")}</legend>
      {steps.map((decision) => {
        const { id } = decision.node;
        const { fallback = 0 } = settings.steps.get(id) ?? defaultShares(decision);
        return (
          <NumberField
            key={id}
            label={nodeName(id, names)}
            value={Math.round(fallback * 10_000) / 100}
            min={0}
            max={100}
            onValueChange={(value) => {
              const share = Math.min(1, Math.max(0, (value ?? 0) / 100));
              onChange({ steps: new Map(settings.steps).set(id, { fallback: share }) });
            }}
          />
        );
      })}
    </fieldset>
  );
}
