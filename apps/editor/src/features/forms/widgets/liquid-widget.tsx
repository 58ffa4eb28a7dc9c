import css from "../../../inputs/forms.module.css";
import { LiquidInput } from "./liquid-input.tsx";
import { LiquidPreview } from "./liquid-preview.tsx";
import { exampleOf } from "./plain-widgets.tsx";
import { asText, orNothing } from "../../../inputs/widget.ts";
import type { WidgetProps } from "../../../inputs/widget.ts";

/** A text that may hold Liquid, with what it becomes. */
export function LiquidWidget({ field, name, schema, value, onChange, readOnly }: WidgetProps) {
  const text = asText(value);
  return (
    <div className={css.group}>
      <LiquidInput
        field={field}
        value={text}
        onChange={(next) => onChange(orNothing(next))}
        readOnly={readOnly}
        multiline={schema["x-widget"] === "multiline"}
        placeholder={exampleOf(schema)}
      />
      <LiquidPreview name={name} text={text} />
    </div>
  );
}
