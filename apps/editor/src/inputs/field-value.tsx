import type { Field, JsonValue } from "@trilho/engine";
import { useText } from "../i18n/use-text.ts";
import type { FieldProps } from "../ui/fields/field.tsx";
import { NumberField } from "../ui/fields/number-field.tsx";
import { Select } from "../ui/fields/select.tsx";
import { TextField } from "../ui/fields/text-field.tsx";
import { optionChoices } from "../describe/choices.ts";
import { Picker, WorkspacePicker } from "./picker.tsx";
import { asText } from "./widget.ts";

interface Props {
  field: FieldProps;
  /** What the value is of; null for an unknown field, whose value is text. */
  of: Pick<Field, "type" | "picker" | "options"> | null;
  value: JsonValue | undefined;
  onChange: (value: JsonValue | undefined) => void;
  readOnly: boolean;
  /** Several values, kept as a list. */
  multiple?: boolean;
}

const retry = (): void => undefined;

const texts = (value: JsonValue | undefined): string[] =>
  (Array.isArray(value)
    ? value.map(asText)
    : asText(value)
        .split(",")
        .map((text) => text.trim())
  ).filter((text) => text !== "");

/** Enters one value of a field by its type: a number, a date, yes or no, something of the workspace, an option, a text. */
export function FieldValue(props: Props) {
  const { field, of, value, onChange, readOnly, multiple = false } = props;
  const chosen = { field, readOnly, multiple };
  const ids = multiple ? texts(value) : texts(value).slice(0, 1);
  const choose = (next: string[]): void => onChange(multiple ? next : next[0]);
  if (of?.picker) return <WorkspacePicker {...chosen} noun={of.picker} value={ids} onChange={choose} />;
  if (of?.options && of.options.length > 0) {
    const choices = { status: "ready" as const, choices: optionChoices(of.options), retry };
    return <Picker {...chosen} noun="option" choices={choices} value={ids} onChange={choose} />;
  }
  if (of?.type === "boolean") return <YesNo {...props} />;
  if (of?.type === "number" && !multiple) {
    const number = typeof value === "number" ? value : value === "" || value === undefined ? null : Number(value);
    return (
      <NumberField
        {...field}
        plain
        step="any"
        value={number !== null && Number.isFinite(number) ? number : null}
        onValueChange={(next) => onChange(next ?? undefined)}
        readOnly={readOnly}
      />
    );
  }
  if (of?.type === "date" && !multiple) return <DateValue {...props} />;
  return <TextValue {...props} multiple={multiple || of?.type === "list"} />;
}

function YesNo({ field, value, onChange, readOnly }: Props) {
  const t = useText("forms");
  const shown = typeof value === "boolean" ? String(value) : asText(value);
  return (
    <Select
      {...field}
      options={[
        { value: "true", label: t("value.yes") },
        { value: "false", label: t("value.no") },
      ]}
      value={shown === "true" || shown === "false" ? shown : null}
      placeholder={t("choose")}
      onValueChange={(next) => onChange(next === "true")}
      readOnly={readOnly}
    />
  );
}

/** Days, as `2026-03-31`; the time of day of a value that has one is left alone until the day changes. */
function DateValue({ field, value, onChange, readOnly }: Props) {
  return (
    <TextField
      {...field}
      type="date"
      value={asText(value).slice(0, "2026-03-31".length)}
      onValueChange={(day) => onChange(day === "" ? undefined : day)}
      readOnly={readOnly}
    />
  );
}

function TextValue({ field, value, onChange, readOnly, multiple = false }: Props) {
  const t = useText("forms");
  if (!multiple) {
    return (
      <TextField
        {...field}
        autoComplete="off"
        value={asText(value)}
        onValueChange={(text) => onChange(text === "" ? undefined : text)}
        readOnly={readOnly}
      />
    );
  }
  return (
    <TextField
      {...field}
      autoComplete="off"
      placeholder={t("value.several")}
      value={Array.isArray(value) ? value.map(asText).join(",") : asText(value)}
      onValueChange={(text) => onChange(text === "" ? undefined : text.split(","))}
      readOnly={readOnly}
    />
  );
}
