import { Combobox as Base } from "@base-ui/react/combobox";
import { ChevronDown, X } from "lucide-react";
import { useMemo } from "react";
import { useText } from "../i18n/useText.ts";
import { ComboboxList } from "./ComboboxList.tsx";
import control from "./control.module.css";
import { Field, type FieldProps } from "./Field.tsx";
import listbox from "./listbox.module.css";
import { hasMark, OptionMark } from "./OptionMark.tsx";
import { groupOptions, type Option } from "./option.ts";

export interface ComboboxCommonProps extends FieldProps {
  options: readonly Option[];
  placeholder?: string;
  readOnly?: boolean;
  /** While the options are on their way. */
  loading?: boolean;
  /** Shown instead of a value that no option has: it was deleted, or the options did not load. */
  unknownLabel?: (value: string) => string;
  id?: string;
}

export interface ComboboxProps extends ComboboxCommonProps {
  value: string | null;
  /** Null when the person clears it. */
  onValueChange: (value: string | null) => void;
  /** Allows to choose nothing. Defaults to true. */
  clearable?: boolean;
}

const sameValue = (a: Option, b: Option): boolean => a.value === b.value;

/** One of many choices, found by typing. */
export function Combobox({
  options,
  value,
  onValueChange,
  clearable = true,
  placeholder,
  readOnly,
  loading = false,
  unknownLabel,
  id,
  label,
  hideLabel,
  hint,
  error,
  required,
  disabled,
  className,
}: ComboboxProps) {
  const t = useText("common");
  const groups = useMemo(() => groupOptions(options), [options]);
  const chosen = value === null || value === "" ? null : optionOf(options, value, loading, t("loading"), unknownLabel);
  return (
    <Field {...{ label, hideLabel, hint, error, required, disabled, className }}>
      <Base.Root<Option>
        items={groups}
        value={chosen}
        onValueChange={(option) => (option !== null || clearable) && onValueChange(option?.value ?? null)}
        isItemEqualToValue={sameValue}
        autoHighlight
        {...{ readOnly, required, id }}
      >
        <Base.InputGroup className={[control["control"], control["row"]].join(" ")}>
          {chosen !== null && hasMark(chosen) && (
            <span className={control["adornment"]}>
              <OptionMark option={chosen} />
            </span>
          )}
          <Base.Input className={control["bare"]} placeholder={placeholder ?? t("choose")} />
          {clearable && chosen !== null && readOnly !== true && (
            <Base.Clear className={listbox["affix"]} aria-label={t("clear")}>
              <X />
            </Base.Clear>
          )}
          {readOnly !== true && (
            <Base.Trigger className={listbox["affix"]} aria-label={t("showChoices")}>
              <ChevronDown />
            </Base.Trigger>
          )}
        </Base.InputGroup>
        <ComboboxList loading={loading} />
      </Base.Root>
    </Field>
  );
}

/** The option of a value, or a stand-in that says why there is none. */
export function optionOf(
  options: readonly Option[],
  value: string,
  loading: boolean,
  loadingLabel: string,
  unknownLabel: ((value: string) => string) | undefined,
): Option {
  const found = options.find((option) => option.value === value);
  if (found) return found;
  return { value, label: loading ? loadingLabel : (unknownLabel?.(value) ?? value) };
}
