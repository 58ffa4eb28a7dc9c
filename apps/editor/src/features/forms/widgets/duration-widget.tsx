import { DurationInput } from "../../../inputs/duration-input.tsx";
import type { WidgetProps } from "../../../inputs/widget.ts";

export function DurationWidget({ field, schema, value, onChange, readOnly }: WidgetProps) {
  return (
    <DurationInput
      field={field}
      value={typeof value === "number" ? value : null}
      onChange={(seconds) => onChange(seconds ?? undefined)}
      readOnly={readOnly}
      fallback={typeof schema.default === "number" ? schema.default : undefined}
    />
  );
}
