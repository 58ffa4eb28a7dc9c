import type { JsonValue } from "@trilho/engine";
import { useText } from "../../../i18n/use-text.ts";
import { Picker, WorkspacePicker } from "../../../inputs/picker.tsx";
import { useFieldChoices } from "../../../describe/use-choices.ts";
import { TextWidget } from "./plain-widgets.tsx";
import { asText } from "../../../inputs/widget.ts";
import type { WidgetProps } from "../../../inputs/widget.ts";

const idsOf = (value: JsonValue | undefined): string[] => {
  const ids = Array.isArray(value) ? value.map(asText) : [asText(value)];
  return ids.filter((id) => id !== "");
};

/** Something of the workspace, kept by id; several where the key is a list in the schema. */
export function PickerWidget(props: WidgetProps) {
  const { field, schema, value, onChange, readOnly } = props;
  const noun = schema["x-picker"];
  if (noun === undefined || noun === "channel") return <ChannelWidget {...props} />;
  if (schema["x-keeps"] === "slug") return <SlugWidget {...props} />;
  const multiple = schema.type === "array";
  return (
    <WorkspacePicker
      field={field}
      noun={noun}
      value={idsOf(value)}
      onChange={(ids) => onChange(multiple ? ids : ids[0])}
      multiple={multiple}
      readOnly={readOnly}
    />
  );
}

/** The API has no list of channels, so that their ids are typed. */
function ChannelWidget(props: WidgetProps) {
  const t = useText("forms");
  const { field } = props;
  const hint = (
    <>
      {field.hint} {t("channel.help")}
    </>
  );
  return <TextWidget {...props} field={{ ...field, hint }} />;
}

/** A custom field, kept by its slug. */
function SlugWidget({ field, value, onChange, readOnly }: WidgetProps) {
  const { choices, ...loaded } = useFieldChoices();
  const bySlug = choices.map((choice) => ({ ...choice, value: choice.description ?? choice.value }));
  return (
    <Picker
      field={field}
      noun="customField"
      choices={{ ...loaded, choices: bySlug }}
      value={idsOf(value)}
      onChange={([slug]) => onChange(slug)}
      readOnly={readOnly}
    />
  );
}
