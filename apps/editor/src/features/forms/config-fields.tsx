import { isObject } from "@trilho/engine";
import type { JsonValue } from "@trilho/engine";
import { ChevronRight } from "lucide-react";
import type { ComponentType } from "react";
import { useState } from "react";
import { catalogText } from "../../i18n/catalog.ts";
import { useText } from "../../i18n/use-text.ts";
import { useNodeForm } from "./context.ts";
import { fieldProps } from "../../inputs/form-field.tsx";
import css from "../../inputs/forms.module.css";
import type { Entry, FormOf } from "../../describe/layout.ts";
import { isShown } from "../../describe/layout.ts";
import { pointerTo, problemsAt } from "./problems.ts";
import type { WidgetProps } from "../../inputs/widget.ts";
import { MailPreview } from "./widgets/mail-preview.tsx";
import { widgetOf } from "./widgets/widgets.ts";

/** Lists show the problems of their items at the items. */
const LISTS = new Set(["buttons", "exits", "branches"]);

interface Props {
  form: FormOf;
}

/** The fields of a config: the common ones, then the others behind "More options". */
export function ConfigFields({ form }: Props) {
  const t = useText("forms");
  const { node, problems, definition } = useNodeForm();
  const values = isObject(node[form.part]) ? (node[form.part] ?? {}) : {};
  const isOpen = ({ key }: Entry): boolean =>
    values[key] !== undefined || problemsAt(problems, pointerTo(definition, node, form.part, key), true).length > 0;
  const shown = form.entries.filter(({ key }) => isShown(form.form, key, values));
  const advanced = shown.filter((entry) => entry.advanced);
  const [opened, setOpened] = useState(false);
  const open = opened || advanced.some(isOpen);
  const draw = (entry: Entry) => {
    const widget = widgetOf(form.form, entry.key, entry.schema);
    return widget ? (
      <ConfigField key={entry.key} form={form} entry={entry} value={values[entry.key]} Widget={widget} />
    ) : null;
  };
  return (
    <>
      {shown.filter((entry) => !entry.advanced).map(draw)}
      {advanced.length > 0 ? (
        <>
          {open ? null : (
            <button type="button" className={css.more} aria-expanded="false" onClick={() => setOpened(true)}>
              <ChevronRight size={15} aria-hidden="true" />
              {t("inspector.more")}
            </button>
          )}
          {open ? advanced.map(draw) : null}
        </>
      ) : null}
      {form.form === "send_email" ? <MailPreview /> : null}
    </>
  );
}

interface FieldProps {
  form: FormOf;
  entry: Entry;
  value: JsonValue | undefined;
  Widget: ComponentType<WidgetProps>;
}

function ConfigField({ form, entry: { key, schema }, value, Widget }: FieldProps) {
  const { node, definition, problems, readOnly, setConfig, setCondition } = useNodeForm();
  const found = problemsAt(problems, pointerTo(definition, node, form.part, key), !LISTS.has(key));
  const required = form.schema?.required.includes(key) === true || form.schema?.["x-one-of"]?.[0] === key;
  const set = form.part === "condition" ? setCondition : setConfig;
  return (
    <Widget
      field={fieldProps(
        catalogText(schema.title),
        schema.description === undefined ? undefined : catalogText(schema.description),
        required,
        found,
      )}
      name={key}
      schema={schema}
      value={value}
      onChange={(next) => set({ [key]: next }, key)}
      readOnly={readOnly}
    />
  );
}
