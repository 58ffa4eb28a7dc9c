import type { DealListItem } from "@trilho/api-client";
import { readField } from "@trilho/engine";
import type { Field } from "@trilho/engine";
import { useState } from "react";
import { useClientIfAny } from "../../data/client-provider.tsx";
import { DealPicker } from "../../inputs/deal-picker.tsx";
import { withFact } from "../../simulation/with-fact.ts";
import { FieldValue } from "../../inputs/field-value.tsx";
import { useWorkspaceSettings } from "../../data/workspace.ts";
import { windowText } from "../../document/draft/window.ts";
import { useText } from "../../i18n/use-text.ts";
import { Switch } from "../../ui/fields/switch.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { fromLocal, toLocal } from "../../simulation/local-time.ts";
import type { Draft } from "../../simulation/scenarios.ts";
import css from "../../simulation/simulate.module.css";

interface Props {
  draft: Draft;
  /** Shows another deal: one of the workspace. */
  onTake: (deal: DealListItem) => void;
  fields: readonly Field[];
  onChange: (patch: Partial<Draft>) => void;
}

/** The sample deal: what the graph reads of it, and when it meets the trigger. */
export function DealForm({ draft, fields, onTake, onChange }: Props) {
  const t = useText("simulate");
  const inDeals = useText("deals");
  const client = useClientIfAny();
  const { businessHours } = useWorkspaceSettings();
  const hours = windowText(businessHours && { ...businessHours });
  const [taken, setTaken] = useState<DealListItem | null>(null);
  return (
    <div className={css.form}>
      {client === null ? null : (
        <DealPicker
          label={inDeals("real")}
          hint={inDeals("realHint")}
          value={taken}
          onChange={(deal) => {
            setTaken(deal);
            onTake(deal);
          }}
        />
      )}
      <p className={css.note}>{t("deal.intro")}</p>
      <TextField
        label={t("deal.start")}
        type="datetime-local"
        value={toLocal(draft.startAt)}
        onValueChange={(local) => {
          const startAt = fromLocal(local);
          if (startAt !== null) onChange({ startAt });
        }}
      />
      {fields.map((field) => (
        <FieldValue
          key={field.name}
          field={{ label: field.label }}
          of={field}
          value={readField(draft.facts, field.name) ?? undefined}
          onChange={(value) => onChange({ facts: withFact(draft.facts, field.name, value) })}
          multiple={field.type === "list"}
          readOnly={false}
        />
      ))}
      <Switch
        label={t("deal.hours")}
        hint={hours === null ? t("deal.noHours") : t("deal.hoursHint", { hours })}
        checked={draft.keepHours}
        onCheckedChange={(keepHours) => onChange({ keepHours })}
      />
    </div>
  );
}
