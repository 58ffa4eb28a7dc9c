import type { CustomField } from "@trilho/api-client";
import { fieldsFor } from "@trilho/engine";
import { useCustomFields } from "../../../data/reference.ts";
import { useNodeForm } from "../context.ts";
import { FieldValue } from "../../../inputs/field-value.tsx";
import { WorkspacePicker } from "../../../inputs/picker.tsx";
import { LiquidWidget } from "./liquid-widget.tsx";
import { asText } from "../../../inputs/widget.ts";
import type { WidgetProps } from "../../../inputs/widget.ts";

/** The custom field that a config names, by id or by slug; undefined while it is not known yet. */
function useChosenField(): CustomField | null | undefined {
  const { fieldId, fieldSlug } = useNodeForm().node.config ?? {};
  const { data = [], isLoading } = useCustomFields();
  if (isLoading) return undefined;
  return data.find(({ id, slug }) => (asText(fieldId) ? id === fieldId : slug === fieldSlug)) ?? null;
}

/** Chooses the field. The config may name it by id or by slug; choosing writes its id, and takes the slug away. */
export function CustomFieldWidget({ field, value, readOnly }: WidgetProps) {
  const { node, setConfig } = useNodeForm();
  const chosen = useChosenField();
  const named = chosen?.id ?? (asText(value) || asText(node.config?.["fieldSlug"]));
  return (
    <WorkspacePicker
      field={field}
      noun="customField"
      value={named ? [named] : []}
      onChange={([id]) => setConfig({ fieldId: id, fieldSlug: undefined }, "fieldId")}
      readOnly={readOnly}
    />
  );
}

/** The value, entered as the chosen field's type wants it. Texts may hold Liquid; an empty value clears the field. */
export function CustomValueWidget(props: WidgetProps) {
  const { field, value, onChange, readOnly } = props;
  const custom = useChosenField();
  const of = custom ? fieldsFor([custom]).at(-1) : undefined;
  const orClear = (next: typeof value): void => onChange(next ?? null);
  const isText = of === undefined || (of.type === "text" && !of.options && !of.picker);
  // A value with Liquid stays one, whatever the type of the field.
  if (isText || (typeof value === "string" && value.includes("{{"))) {
    // What is typed before the type is known would be stored as text.
    return <LiquidWidget {...props} onChange={orClear} readOnly={readOnly || custom === undefined} />;
  }
  return (
    <FieldValue
      field={field}
      of={of}
      value={value}
      onChange={orClear}
      readOnly={readOnly}
      multiple={of.type === "list"}
    />
  );
}
