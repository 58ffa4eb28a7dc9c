import { FieldValue } from "../../../inputs/field-value.tsx";
import type { WidgetProps } from "../../../inputs/widget.ts";

/** Several texts, with commas between them. */
export function ListWidget({ field, value, onChange, readOnly }: WidgetProps) {
  const change = (next: WidgetProps["value"]) => onChange(Array.isArray(next) && next.length > 0 ? next : undefined);
  return <FieldValue field={field} of={null} value={value} onChange={change} readOnly={readOnly} multiple />;
}
