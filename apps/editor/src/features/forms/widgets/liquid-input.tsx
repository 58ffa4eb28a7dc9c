import { Field as Base } from "@base-ui/react/field";
import type { LiquidVariable } from "@trilho/engine/liquid";
import { Braces } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useId, useRef, useState } from "react";
import { useText } from "../../../i18n/use-text.ts";
import controls from "../../../ui/fields/control.module.css";
import { Field } from "../../../ui/fields/field.tsx";
import type { FieldProps } from "../../../ui/fields/field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import css from "../../../inputs/forms.module.css";
import { completionAt, insertVariable, matching } from "../liquid-completion.ts";
import { useVariables } from "../../../data/use-variables.ts";

interface Props {
  field: FieldProps;
  value: string;
  onChange: (text: string) => void;
  readOnly: boolean;
  multiline?: boolean;
  placeholder?: string | undefined;
}

const MOST_SHOWN = 50;

interface Open {
  typed: string;
  active: number;
  /** Where the caret was as the button opened the list; null where `{{` did. */
  asked: number | null;
}

/** A text that may hold Liquid: `{{` opens the list of variables, and so does the button beside it. */
export function LiquidInput({ field, value, onChange, readOnly, multiline, placeholder }: Props) {
  const t = useText("forms");
  const listId = useId();
  const input = useRef<HTMLTextAreaElement & HTMLInputElement>(null);
  const variables = useVariables();
  const [open, setOpen] = useState<Open | null>(null);
  const found = open ? matching(variables, open.typed).slice(0, MOST_SHOWN) : [];
  const active = open ? Math.min(open.active, found.length - 1) : -1;

  const look = (text: string, caret: number): void => {
    const asked = open?.asked ?? null;
    const completion = completionAt(text, caret, asked);
    const mayBeLeft = asked !== null || completion?.typed.endsWith(" ") === true;
    const isLeft = completion !== null && mayBeLeft && matching(variables, completion.typed).length === 0;
    setOpen(completion && !isLeft ? { typed: completion.typed, active: 0, asked } : null);
  };
  const insert = (variable: LiquidVariable): void => {
    const element = input.current;
    if (!element) return;
    const next = insertVariable(
      value,
      element.selectionStart ?? value.length,
      variable.expression,
      open?.asked ?? null,
    );
    onChange(next.text);
    setOpen(null);
    requestAnimationFrame(() => {
      element.focus();
      element.setSelectionRange(next.caret, next.caret);
    });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!open || found.length === 0) return;
    const chosen = found[active];
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move) setOpen({ ...open, active: (active + move + found.length) % found.length });
    else if (event.key === "Escape") setOpen(null);
    else if ((event.key === "Enter" || event.key === "Tab") && chosen) insert(chosen);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const shared = {
    ref: input,
    "aria-autocomplete": "list" as const,
    "aria-controls": open ? listId : undefined,
    "aria-activedescendant": open && active >= 0 ? `${listId}-${active}` : undefined,
    value,
    readOnly,
    placeholder,
    onChange: (event: { target: HTMLTextAreaElement | HTMLInputElement }) => {
      onChange(event.target.value);
      look(event.target.value, event.target.selectionStart ?? event.target.value.length);
    },
    onKeyDown,
    onBlur: () => setOpen(null),
  };
  const dress = [controls["control"], multiline ? controls["area"] : "", css.liquidText].join(" ");
  return (
    <Field {...field}>
      <div className={css.liquid}>
        <Base.Control
          className={dress}
          render={multiline ? <textarea {...shared} rows={3} /> : <input {...shared} autoComplete="off" />}
        />
        {readOnly ? null : (
          <span className={css.insert}>
            <IconButton
              size="sm"
              label={t("liquid.insert")}
              icon={<Braces />}
              aria-expanded={open !== null}
              // Keeps the focus, and with it the caret, in the text.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                input.current?.focus();
                const asked = input.current?.selectionStart ?? value.length;
                setOpen(open ? null : { typed: "", active: 0, asked });
              }}
            />
          </span>
        )}
        {open ? <VariableList id={listId} variables={found} active={active} onChoose={insert} /> : null}
      </div>
    </Field>
  );
}

interface ListProps {
  id: string;
  variables: readonly LiquidVariable[];
  active: number;
  onChoose: (variable: LiquidVariable) => void;
}

function VariableList({ id, variables, active, onChoose }: ListProps) {
  const t = useText("forms");
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- HTML has no list of choices beside a text field
    <div id={id} role="listbox" aria-label={t("liquid.variables")} className={css.variables}>
      {variables.length === 0 ? <p className={css.nothing}>{t("liquid.none")}</p> : null}
      {variables.map((variable, index) => (
        <div
          key={variable.name}
          id={`${id}-${index}`}
          ref={(element) => {
            if (index === active) element?.scrollIntoView?.({ block: "nearest" });
          }}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option element belongs into a select
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={css.variable}
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(variable);
          }}
        >
          <span>{variable.label}</span>
          <span className={css.hint}>{variable.example}</span>
        </div>
      ))}
    </div>
  );
}
