import { Combobox as Base } from "@base-ui/react/combobox";
import { X } from "lucide-react";
import { useMemo } from "react";
import { useText } from "../i18n/useText.ts";
import { optionOf, type ComboboxCommonProps } from "./Combobox.tsx";
import { ComboboxList } from "./ComboboxList.tsx";
import control from "./control.module.css";
import { Field } from "./Field.tsx";
import listbox from "./listbox.module.css";
import { OptionMark } from "./OptionMark.tsx";
import { groupOptions, type Option } from "./option.ts";

export interface MultiComboboxProps extends ComboboxCommonProps {
  value: readonly string[];
  onValueChange: (value: string[]) => void;
}

const sameValue = (a: Option, b: Option): boolean => a.value === b.value;

/** Several of many choices, found by typing; each chosen one is a chip that Backspace or its × removes. */
export function MultiCombobox({
  options,
  value,
  onValueChange,
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
}: MultiComboboxProps) {
  const t = useText("common");
  const groups = useMemo(() => groupOptions(options), [options]);
  const chosen = value.map((each) => optionOf(options, each, loading, t("loading"), unknownLabel));
  const known = new Set(options.map((option) => option.value));
  const editable = readOnly !== true && disabled !== true;
  return (
    <Field {...{ label, hideLabel, hint, error, required, disabled, className }}>
      <Base.Root<Option, true>
        multiple
        items={groups}
        value={chosen}
        onValueChange={(next) => onValueChange(next.map((option) => option.value))}
        isItemEqualToValue={sameValue}
        autoHighlight
        {...{ readOnly, required, id }}
      >
        <Base.InputGroup className={[control["control"], control["row"]].join(" ")}>
          <Base.Chips className={listbox["chips"]}>
            {chosen.map((option) => (
              <Base.Chip
                key={option.value}
                aria-label={option.label}
                data-readonly={!editable || undefined}
                className={[listbox["chip"], !loading && !known.has(option.value) && listbox["unknown"]]
                  .filter(Boolean)
                  .join(" ")}
              >
                <OptionMark option={option} />
                <span className={listbox["ellipsis"]}>{option.label}</span>
                {editable && (
                  <Base.ChipRemove className={listbox["affix"]} aria-label={t("removeNamed", { name: option.label })}>
                    <X />
                  </Base.ChipRemove>
                )}
              </Base.Chip>
            ))}
            <Base.Input
              className={[control["bare"], listbox["chipInput"]].join(" ")}
              placeholder={chosen.length === 0 ? (placeholder ?? t("choose")) : ""}
            />
          </Base.Chips>
        </Base.InputGroup>
        <ComboboxList loading={loading} />
      </Base.Root>
    </Field>
  );
}
