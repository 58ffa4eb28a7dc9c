import { Combobox as Base } from "@base-ui/react/combobox";
import { useMemo, useRef, useState, type ReactNode } from "react";
import { useText } from "../../i18n/use-text.ts";
import { ComboboxList } from "./combobox-list.tsx";
import control from "./control.module.css";
import { Field, type FieldProps } from "./field.tsx";
import { groupOptions, type Option } from "./option.ts";
import { useCreation, type Creation } from "./use-creation.ts";

export interface ComboboxCommonProps extends FieldProps {
  options: readonly Option[];
  placeholder?: string;
  readOnly?: boolean;
  /** While the options are on their way. */
  loading?: boolean;
  /** Shown instead of a value that no option has: it was deleted, or the options did not load. */
  unknownLabel?: (value: string) => string;
  id?: string;
  /** Offers to make what is typed and not there. */
  creation?: Creation | undefined;
}

type Chosen<Multiple extends boolean> = Pick<Base.Root.Props<Option, Multiple>, "multiple" | "value"> & {
  /** All that is chosen from now on. */
  onChoose: (values: string[]) => void;
};

interface FrameProps<Multiple extends boolean> {
  of: ComboboxCommonProps;
  chosen: Chosen<Multiple>;
  /** What stands in the field: the text being typed, what is chosen, buttons. */
  children: ReactNode;
}

const sameValue = (a: Option, b: Option): boolean => a.value === b.value;

/** What choosing one and choosing several have in common: the field, the frame of the control, the list below it. */
export function ComboboxFrame<Multiple extends boolean>({ of, chosen, children }: FrameProps<Multiple>) {
  const { loading = false, readOnly, id, label, hideLabel, hint, error, required, disabled, className } = of;
  const { options, busy, onTyped, choose } = useCreation(of.options, of.creation);
  const groups = useMemo(() => groupOptions(options), [options]);
  const frame = useRef<HTMLDivElement>(null);
  const { onChoose, value, ...own } = chosen;
  // What was chosen when somebody began to type: its name, arriving meanwhile, would take the place of the text.
  const [held, setHeld] = useState<Pick<typeof chosen, "value"> | null>(null);
  return (
    <Field {...{ label, hideLabel, hint, error, required, disabled, className }}>
      <Base.Root<Option, Multiple>
        items={groups}
        isItemEqualToValue={sameValue}
        autoHighlight
        {...own}
        value={held === null ? value : held.value}
        onValueChange={(next) => choose(valuesOf(next), onChoose)}
        onInputValueChange={(text, { reason }) => {
          const isTyped = reason === "input-change";
          setHeld((before) => (isTyped ? (before ?? { value }) : null));
          onTyped(isTyped ? text : "");
        }}
        onOpenChange={(open, { reason }) => {
          if (!open) setHeld(null);
          else if (reason !== "input-change") selectText(frame.current);
        }}
        {...{ readOnly, required, id }}
      >
        <Base.InputGroup ref={frame} className={[control["control"], control["row"]].join(" ")}>
          {children}
        </Base.InputGroup>
        <ComboboxList loading={loading || busy} />
      </Base.Root>
    </Field>
  );
}

const valuesOf = (chosen: Option | readonly Option[] | null): string[] =>
  (chosen === null ? [] : Array.isArray(chosen) ? (chosen as readonly Option[]) : [chosen as Option]).map(
    ({ value }) => value,
  );

/** What is typed next takes the place of what is chosen. After the press, which puts the caret where it was. */
export function selectText(frame: HTMLElement | null): void {
  const input = frame?.querySelector("input");
  const before = input?.value;
  // Whoever typed before the frame came would lose those letters to the next one.
  requestAnimationFrame(() => input?.value === before && input?.select());
}

type KeyPress = Parameters<NonNullable<Base.Input.Props["onKeyDown"]>>[0];

/** Escape closes the list. In a closed one it leaves the field and, unlike Base UI's, never clears what is chosen. */
export function keepOnEscape(event: KeyPress): void {
  if (event.key === "Escape" && event.currentTarget.getAttribute("aria-expanded") !== "true") {
    event.preventBaseUIHandler();
  }
}

/** Finds the option of a value, or a stand-in that says why there is none. */
export function useOptionOf({
  options,
  loading = false,
  unknownLabel,
}: ComboboxCommonProps): (value: string) => Option {
  const t = useText("common");
  return (value) => {
    const found = options.find((option) => option.value === value);
    return found ?? { value, label: loading ? t("loading") : (unknownLabel?.(value) ?? value) };
  };
}
