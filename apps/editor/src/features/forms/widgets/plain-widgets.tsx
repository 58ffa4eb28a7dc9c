import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { catalogText } from "../../../i18n/catalog.ts";
import { useText } from "../../../i18n/use-text.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { NumberField } from "../../../ui/fields/number-field.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { TextArea } from "../../../ui/fields/text-area.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { asText, orNothing } from "../../../inputs/widget.ts";
import type { WidgetProps } from "../../../inputs/widget.ts";

export const exampleOf = ({ examples }: WidgetProps["schema"]): string => examples?.map(String).join(", ") ?? "";

export function TextWidget({ field, schema, value, onChange, readOnly }: WidgetProps) {
  return (
    <TextField
      {...field}
      autoComplete="off"
      value={asText(value)}
      placeholder={exampleOf(schema)}
      readOnly={readOnly}
      onValueChange={(text) => onChange(orNothing(text))}
    />
  );
}

export function MultilineWidget({ field, value, onChange, readOnly }: WidgetProps) {
  return (
    <TextArea
      {...field}
      value={asText(value)}
      readOnly={readOnly}
      onValueChange={(text) => onChange(orNothing(text))}
    />
  );
}

export function NumberWidget({ field, schema, value, onChange, readOnly }: WidgetProps) {
  return (
    <NumberField
      {...field}
      plain={schema.type !== "integer"}
      step={schema.type === "integer" ? 1 : "any"}
      {...(schema.minimum !== undefined && { min: schema.minimum })}
      value={typeof value === "number" ? value : null}
      onValueChange={(number) => onChange(number ?? undefined)}
      readOnly={readOnly}
      placeholder={asText(schema.default)}
    />
  );
}

/** A value that is not set shows what holds without it. */
export function BooleanWidget({ field, schema, value, onChange, readOnly }: WidgetProps) {
  const { label, hint } = field;
  return (
    <Switch
      label={label}
      {...(hint !== undefined && { hint })}
      checked={typeof value === "boolean" ? value : schema.default === true}
      onCheckedChange={onChange}
      disabled={readOnly}
    />
  );
}

export function EnumWidget({ field, schema, value, onChange, readOnly }: WidgetProps) {
  const t = useText("forms");
  const names = schema["x-labels"] ?? [];
  const chosen = asText(value) || asText(schema.default);
  const known = (schema.enum ?? []).map((each, index) => ({ value: each, label: catalogText(names[index] ?? each) }));
  const options =
    chosen === "" || known.some((option) => option.value === chosen)
      ? known
      : [...known, { value: chosen, label: t("unknownValue", { value: chosen }) }];
  return (
    <Select
      {...field}
      options={options}
      value={chosen || null}
      placeholder={t("choose")}
      onValueChange={onChange}
      readOnly={readOnly}
    />
  );
}

/** A secret: covered until asked for. Reads never bring it back, so an empty field keeps what is stored. */
export function SecretWidget({ field, value, onChange, readOnly }: WidgetProps) {
  const t = useText("forms");
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...field}
      hint={
        <>
          {field.hint} {t("secret.help")}
        </>
      }
      type={shown ? "text" : "password"}
      autoComplete="off"
      spellCheck={false}
      mono
      value={asText(value)}
      placeholder={t("secret.kept")}
      readOnly={readOnly}
      onValueChange={(text) => onChange(orNothing(text))}
      suffix={
        <IconButton
          size="sm"
          label={t(shown ? "secret.hide" : "secret.show")}
          icon={shown ? <EyeOff /> : <Eye />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
