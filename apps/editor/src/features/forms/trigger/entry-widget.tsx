import { DAY_SECONDS, ENTRY_AGAIN, ENTRY_LIMITS, isObject, MINUTE_SECONDS } from "@trilho/engine";
import type { EntryAgain, JsonObject, JsonValue } from "@trilho/engine";
import { useText } from "../../../i18n/use-text.ts";
import { DurationInput } from "../../../inputs/duration-input.tsx";
import { FieldGroup } from "../../../inputs/form-field.tsx";
import type { WidgetProps } from "../../../inputs/widget.ts";
import { NumberField } from "../../../ui/fields/number-field.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { patched } from "../parts.ts";

type Part = JsonValue | undefined;

/** A length that is asked for and was emptied: it is nobody's, so what it belongs to is not taken away by it. */
const EMPTIED = 0;

const isSet = (value: Part): boolean => value !== undefined && value !== null;

const numberOf = (value: Part): number | null => (typeof value === "number" ? value : null);

const isAgain = (value: Part): value is EntryAgain => ENTRY_AGAIN.some((each) => each === value);

/** How often a deal may enter: whether again, after its last change only, and so many an hour. */
export function EntryWidget({ field, value, onChange, readOnly }: WidgetProps) {
  const t = useText("entry");
  const entry = isObject(value) ? value : {};
  const change = (patch: Record<string, Part>): void => onChange(ruleOf(patched(entry, patch)));
  const { again } = entry;
  return (
    <FieldGroup field={field}>
      <Select
        label={field.label}
        hideLabel
        options={ENTRY_AGAIN.map((each) => ({ value: each, label: t(`again.${each}`) }))}
        value={isAgain(again) ? again : isSet(again) || (isSet(value) && !isObject(value)) ? null : "always"}
        placeholder={t("unreadable")}
        readOnly={readOnly}
        onValueChange={(next) =>
          change({
            again: next === "always" ? undefined : next,
            afterSeconds: next === "after" ? (numberOf(entry["afterSeconds"]) ?? DAY_SECONDS) : undefined,
          })
        }
      />
      {again === "after" ? (
        <Length
          name="after"
          value={numberOf(entry["afterSeconds"])}
          onChange={(seconds) => change({ afterSeconds: seconds ?? EMPTIED })}
          limits={ENTRY_LIMITS.afterSeconds}
          readOnly={readOnly}
        />
      ) : null}
      <Switch
        label={t("settle")}
        hint={t("settleHint")}
        checked={isSet(entry["settleSeconds"])}
        disabled={readOnly}
        onCheckedChange={(on) => change({ settleSeconds: on ? 5 * MINUTE_SECONDS : undefined })}
      />
      {isSet(entry["settleSeconds"]) ? (
        <Length
          name="settleFor"
          value={numberOf(entry["settleSeconds"])}
          onChange={(seconds) => change({ settleSeconds: seconds ?? EMPTIED })}
          limits={ENTRY_LIMITS.settleSeconds}
          readOnly={readOnly}
        />
      ) : null}
      <NumberField
        label={t("perHour")}
        hint={t("perHourHint")}
        placeholder={t("noLimit")}
        value={numberOf(entry["perHour"])}
        min={ENTRY_LIMITS.perHour.minimum}
        max={ENTRY_LIMITS.perHour.maximum}
        step={1}
        readOnly={readOnly}
        onValueChange={(perHour) => change({ perHour: perHour ?? undefined })}
      />
    </FieldGroup>
  );
}

interface LengthProps {
  name: "after" | "settleFor";
  value: number | null;
  onChange: (seconds: number | null) => void;
  limits: { readonly minimum: number; readonly maximum: number };
  readOnly: boolean;
}

/** A length of time, and what is wrong with it. One that is emptied is still asked for. */
function Length({ name, value, onChange, limits, readOnly }: LengthProps) {
  const t = useText("entry");
  const isWrong = value === null || value < limits.minimum || value > limits.maximum;
  return (
    <DurationInput
      field={{ label: t(`${name}`), error: isWrong ? t(`${name}Wrong`) : null }}
      value={value === EMPTIED ? null : value}
      onChange={onChange}
      readOnly={readOnly}
    />
  );
}

/** A rule that asks nothing is none. */
const ruleOf = (entry: JsonObject): JsonObject | undefined => (Object.keys(entry).length === 0 ? undefined : entry);
