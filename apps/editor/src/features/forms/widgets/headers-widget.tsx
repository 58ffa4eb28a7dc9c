import { Plus, X } from "lucide-react";
import { useState } from "react";
import { useText } from "../../../i18n/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { FieldGroup } from "../../../inputs/form-field.tsx";
import css from "../../../inputs/forms.module.css";
import type { HeaderRow } from "./headers.ts";
import { headersOf, rowsOf } from "./headers.ts";
import { LiquidInput } from "./liquid-input.tsx";
import type { WidgetProps } from "../../../inputs/widget.ts";

/** A header's name reads alike in every language. */
const EXAMPLE = "X-Source";

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Headers as rows of name and value. Rows without a name are kept while the form is open, and not in the config. */
export function HeadersWidget({ field, value, onChange, readOnly }: WidgetProps) {
  const t = useText("forms");
  const [draft, setDraft] = useState(() => rowsOf(value));
  const rows = same(headersOf(draft), headersOf(rowsOf(value))) ? draft : rowsOf(value);
  const write = (next: HeaderRow[]): void => {
    setDraft(next);
    onChange(headersOf(next));
  };
  const change = (at: number, patch: Partial<HeaderRow>): void =>
    write(rows.map((row, index) => (index === at ? { ...row, ...patch } : row)));
  return (
    <FieldGroup field={field}>
      {rows.map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have nothing but their place to be known by
        <div key={index} className={css.headerRow}>
          <TextField
            label={t("headers.name", { number: index + 1 })}
            hideLabel
            placeholder={EXAMPLE}
            autoComplete="off"
            value={row.name}
            readOnly={readOnly}
            onValueChange={(name) => change(index, { name })}
          />
          <LiquidInput
            field={{ label: t("headers.value", { number: index + 1 }), hideLabel: true }}
            value={row.value}
            onChange={(text) => change(index, { value: text })}
            readOnly={readOnly}
          />
          {readOnly ? null : (
            <IconButton
              size="sm"
              label={t("headers.remove", { number: index + 1 })}
              icon={<X />}
              onClick={() => write(rows.filter((_, each) => each !== index))}
            />
          )}
        </div>
      ))}
      {readOnly ? null : (
        <Button
          variant="ghost"
          size="sm"
          icon={<Plus />}
          className={css.add}
          onClick={() => write([...rows, { name: "", value: "" }])}
        >
          {t("headers.add")}
        </Button>
      )}
    </FieldGroup>
  );
}
