import { DAY_SECONDS, isObject, readUntil, UNTIL_KINDS } from "@trilho/engine";
import type { Field, JsonObject, JsonValue, UntilKind } from "@trilho/engine";
import { useState } from "react";
import { useFields } from "../../../data/use-fields.ts";
import { useText } from "../../../i18n/use-text.ts";
import { FieldGroup } from "../../../inputs/form-field.tsx";
import css from "../../../inputs/forms.module.css";
import { asText } from "../../../inputs/widget.ts";
import type { WidgetProps } from "../../../inputs/widget.ts";
import { NumberField } from "../../../ui/fields/number-field.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { useNodeForm } from "../context.ts";
import { patched } from "../parts.ts";
import { Weekdays } from "../trigger/weekdays.tsx";
import { DurationWidget } from "./duration-widget.tsx";
import { UntilPreview } from "./until-preview.tsx";

const MORNING = "09:00";

/** What each way of waiting begins with. */
const START: Readonly<Record<UntilKind, JsonObject>> = {
  field: { kind: "field", field: "deal.expectedCloseAt", offsetDays: 0, at: MORNING },
  weekday: { kind: "weekday", days: [1], at: MORNING },
  opening: { kind: "opening" },
};

const isKind = (kind: JsonValue | undefined): kind is UntilKind => UNTIL_KINDS.some((each) => each === kind);

const kindOf = (until: JsonValue | undefined): UntilKind | null =>
  isObject(until) && isKind(until["kind"]) ? until["kind"] : null;

/** Until when a wait lasts: a set time, a date of the deal, a weekday, or the next opening; and what that comes to. */
export function UntilWidget({ field, value, onChange, readOnly }: WidgetProps) {
  const t = useText("forms");
  const { node, setConfig } = useNodeForm();
  const kind = kindOf(value);
  const until = isObject(value) ? value : {};
  const change = (patch: Record<string, JsonValue | undefined>): void => onChange(patched(until, patch));
  const choose = (next: UntilKind | "length"): void => {
    if (next === "length") return onChange(undefined);
    // The contract asks for a fixed time, also where it is hardly ever waited.
    setConfig({ until: START[next], delaySeconds: node.config?.["delaySeconds"] ?? DAY_SECONDS }, "until");
  };
  const read = readUntil(value);
  return (
    <FieldGroup
      field={{ label: t("until.legend"), hint: kind === null ? null : field.hint, error: field.error ?? null }}
    >
      <Select
        label={t("until.legend")}
        hideLabel
        options={(["length", ...UNTIL_KINDS] as const).map((each) => ({
          value: each,
          label: t(`until.kinds.${each}`),
        }))}
        value={kind ?? (value === undefined || value === null ? "length" : null)}
        placeholder={t("until.unreadable")}
        readOnly={readOnly}
        onValueChange={choose}
      />
      {kind === "field" ? <DateFields until={until} onChange={change} readOnly={readOnly} /> : null}
      {kind === "weekday" ? <WeekdayFields until={until} onChange={change} readOnly={readOnly} /> : null}
      {read !== null && "until" in read ? <UntilPreview until={read.until} /> : null}
    </FieldGroup>
  );
}

interface PartProps {
  until: JsonObject;
  onChange: (patch: Record<string, JsonValue | undefined>) => void;
  readOnly: boolean;
}

type Side = "before" | "on" | "after";

const sideOf = (days: number): Side => (days === 0 ? "on" : days < 0 ? "before" : "after");

const signed = (count: number, side: Side): number =>
  side === "on" || count === 0 ? 0 : side === "before" ? -count : count;

function DateFields({ until, onChange, readOnly }: PartProps) {
  const t = useText("forms");
  const dates = useDates(asText(until["field"]));
  const days = typeof until["offsetDays"] === "number" ? until["offsetDays"] : 0;
  // While the number is being typed it may be none, and the side is still the one that was chosen.
  const [chosen, setChosen] = useState<Side>(sideOf(days));
  const side = days === 0 ? chosen : sideOf(days);
  return (
    <>
      <Select
        label={t("until.date")}
        options={dates.map(({ name, label }) => ({ value: name, label }))}
        value={asText(until["field"]) || null}
        placeholder={t("choose")}
        readOnly={readOnly}
        onValueChange={(field) => onChange({ field })}
      />
      <div className={css.duration}>
        <NumberField
          label={t("until.days")}
          hideLabel
          plain
          step={1}
          min={0}
          value={days === 0 && side !== "on" ? null : Math.abs(days)}
          readOnly={readOnly || side === "on"}
          onValueChange={(count) => {
            setChosen(side);
            onChange({ offsetDays: signed(Math.abs(count ?? 0), side) });
          }}
        />
        <Select
          label={t("until.side")}
          hideLabel
          options={(["on", "before", "after"] as const).map((each) => ({
            value: each,
            label: t(`until.sides.${each}`),
          }))}
          value={side}
          readOnly={readOnly}
          onValueChange={(next) => {
            setChosen(next);
            onChange({ offsetDays: signed(Math.abs(days) || 1, next) });
          }}
        />
      </div>
      <TimeField until={until} onChange={onChange} readOnly={readOnly} hint={t("until.timeHint")} />
    </>
  );
}

/** The date fields to choose from, with the one that is chosen though no catalogue has it. */
function useDates(chosen: string): Pick<Field, "name" | "label">[] {
  const dates = useFields().filter(({ type }) => type === "date");
  const isKnown = chosen === "" || dates.some(({ name }) => name === chosen);
  return isKnown ? dates : [...dates, { name: chosen, label: chosen }];
}

function WeekdayFields({ until, onChange, readOnly }: PartProps) {
  const t = useText("forms");
  const { days } = until;
  const chosen = Array.isArray(days) ? days.filter((day) => typeof day === "number") : [];
  return (
    <>
      <Weekdays value={chosen} onChange={(next) => onChange({ days: next.toSorted() })} disabled={readOnly} />
      {chosen.length === 0 ? <p className={css.error}>{t("window.noDay")}</p> : null}
      <TimeField until={until} onChange={onChange} readOnly={readOnly} />
    </>
  );
}

/** Without a time a date has its own, and a weekday cannot be read. */
function TimeField({ until, onChange, readOnly, hint }: PartProps & { hint?: string }) {
  const t = useText("forms");
  return (
    <TextField
      type="time"
      label={t("until.time")}
      {...(hint !== undefined && { hint })}
      value={asText(until["at"])}
      readOnly={readOnly}
      onValueChange={(at) => onChange({ at: at === "" ? undefined : at })}
    />
  );
}

/** How long a wait lasts, or what it lasts where its date is empty or past. */
export function WaitLengthWidget(props: WidgetProps) {
  const t = useText("forms");
  const isInstead = kindOf(useNodeForm().node.config?.["until"]) !== null;
  const { field } = props;
  return (
    <DurationWidget
      {...props}
      field={isInstead ? { ...field, label: t("until.instead"), hint: field.hint ?? t("until.insteadHint") } : field}
    />
  );
}
