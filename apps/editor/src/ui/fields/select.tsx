import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronDown } from "lucide-react";
import { usePortal } from "../dialogs/portal.ts";
import control from "./control.module.css";
import { Field, type FieldProps } from "./field.tsx";
import listbox from "./listbox.module.css";
import { OptionText } from "./option-text.tsx";
import { groupOptions, type Option } from "./option.ts";

export interface SelectProps<Value extends string> extends FieldProps {
  options: readonly Option<Value>[];
  /** Null while nothing is chosen. A value that no option has is shown as it is. */
  value: Value | null;
  onValueChange: (value: Value) => void;
  placeholder?: string;
  readOnly?: boolean;
  name?: string;
  id?: string;
}

/** One of a few choices. For many, or for those that load, use Combobox. */
export function Select<Value extends string>({
  options,
  value,
  onValueChange,
  placeholder,
  readOnly,
  name,
  id,
  label,
  hideLabel,
  hint,
  error,
  required,
  disabled,
  className,
}: SelectProps<Value>) {
  const portal = usePortal();
  const chosen = options.find((option) => option.value === value) ?? null;
  return (
    <Field {...{ label, hideLabel, hint, error, required, disabled, className }} ofButton>
      <Base.Root<Value>
        value={value}
        onValueChange={(next) => next !== null && onValueChange(next)}
        items={options}
        {...{ readOnly, required, name, id }}
      >
        <Base.Trigger className={[control["control"], listbox["trigger"]].join(" ")}>
          <span className={listbox["value"]} data-placeholder={value === null || undefined}>
            {chosen ? <OptionText option={{ ...chosen, description: undefined }} /> : (value ?? placeholder)}
          </span>
          <Base.Icon className={listbox["chevron"]}>
            <ChevronDown />
          </Base.Icon>
        </Base.Trigger>
        <Base.Portal container={portal}>
          <Base.Positioner className={listbox["positioner"]} sideOffset={4} alignItemWithTrigger={false}>
            <Base.Popup className={listbox["popup"]}>
              <Base.List className={listbox["list"]}>
                {groupOptions(options).map((group, index) => (
                  <Base.Group key={group.title ?? index}>
                    {group.title !== null && (
                      <Base.GroupLabel className={listbox["groupLabel"]}>{group.title}</Base.GroupLabel>
                    )}
                    {group.items.map((option) => (
                      <Base.Item
                        key={option.value}
                        value={option.value}
                        disabled={option.disabled}
                        label={option.label}
                        className={listbox["item"]}
                      >
                        <Base.ItemText render={<div className={listbox["optionText"]} />}>
                          <OptionText option={option} />
                        </Base.ItemText>
                        <Base.ItemIndicator className={listbox["check"]}>
                          <Check />
                        </Base.ItemIndicator>
                      </Base.Item>
                    ))}
                  </Base.Group>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </Field>
  );
}
