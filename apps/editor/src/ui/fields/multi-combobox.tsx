import { Combobox as Base } from "@base-ui/react/combobox";
import { X } from "lucide-react";
import { useText } from "../../i18n/use-text.ts";
import { ComboboxFrame, keepOnEscape, useOptionOf, type ComboboxCommonProps } from "./combobox-frame.tsx";
import control from "./control.module.css";
import listbox from "./listbox.module.css";
import { OptionMark } from "./option-mark.tsx";

export interface MultiComboboxProps extends ComboboxCommonProps {
  value: readonly string[];
  onValueChange: (value: string[]) => void;
}

/** Several of many choices, found by typing; each chosen one is a chip that Backspace or its × removes. */
export function MultiCombobox({ value, onValueChange, ...common }: MultiComboboxProps) {
  const t = useText("common");
  const optionOf = useOptionOf(common);
  const { options, placeholder, loading = false, readOnly = false, disabled = false } = common;
  const chosen = value.map(optionOf);
  const known = new Set(options.map((option) => option.value));
  const editable = !readOnly && !disabled;
  return (
    <ComboboxFrame<true>
      of={common}
      chosen={{
        multiple: true,
        value: chosen,
        onChoose: onValueChange,
      }}
    >
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
          onKeyDown={keepOnEscape}
        />
      </Base.Chips>
    </ComboboxFrame>
  );
}
