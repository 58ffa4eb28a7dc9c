import { Combobox as Base } from "@base-ui/react/combobox";
import { ChevronDown, X } from "lucide-react";
import { useText } from "../../i18n/use-text.ts";
import { ComboboxFrame, keepOnEscape, useOptionOf, type ComboboxCommonProps } from "./combobox-frame.tsx";
import control from "./control.module.css";
import listbox from "./listbox.module.css";
import { hasMark, OptionMark } from "./option-mark.tsx";

export interface ComboboxProps extends ComboboxCommonProps {
  value: string | null;
  /** Null when the person clears it. */
  onValueChange: (value: string | null) => void;
  /** Allows to choose nothing. Defaults to true. */
  clearable?: boolean;
}

/** One of many choices, found by typing. */
export function Combobox({ value, onValueChange, clearable = true, ...common }: ComboboxProps) {
  const t = useText("common");
  const optionOf = useOptionOf(common);
  const { placeholder, readOnly = false } = common;
  const chosen = value === null || value === "" ? null : optionOf(value);
  return (
    <ComboboxFrame<false>
      of={common}
      chosen={{
        value: chosen,
        onChoose: ([next = null]) => (next !== null || clearable) && onValueChange(next),
      }}
    >
      {chosen !== null && hasMark(chosen) && (
        <span className={control["adornment"]}>
          <OptionMark option={chosen} />
        </span>
      )}
      <Base.Input className={control["bare"]} placeholder={placeholder ?? t("choose")} onKeyDown={keepOnEscape} />
      {clearable && chosen !== null && !readOnly && (
        <Base.Clear className={listbox["affix"]} aria-label={t("clear")}>
          <X />
        </Base.Clear>
      )}
      {!readOnly && (
        <Base.Trigger className={listbox["affix"]} aria-label={t("showChoices")}>
          <ChevronDown />
        </Base.Trigger>
      )}
    </ComboboxFrame>
  );
}
