import type { JsonValue } from "@trilho/engine";
import { useText } from "../../../i18n/use-text.ts";
import { TextArea } from "../../../ui/fields/text-area.tsx";
import css from "../../../inputs/forms.module.css";
import { useDraft } from "../../../inputs/use-draft.ts";
import { readJson, showJson } from "./json.ts";
import type { WidgetProps } from "../../../inputs/widget.ts";

/** JSON where it reads as JSON, and otherwise text, which may be Liquid that becomes JSON. */
export function JsonWidget({ field, value, onChange, readOnly }: WidgetProps) {
  const t = useText("forms");
  const draft = useDraft<JsonValue | undefined>(value, showJson, (text) => {
    const next = readJson(text);
    onChange(next);
    return next;
  });
  return (
    <div className={css.group}>
      <TextArea
        {...field}
        mono
        spellCheck={false}
        value={draft.text}
        readOnly={readOnly}
        onValueChange={draft.setText}
      />
      {value === undefined ? null : (
        <p className={css.note}>{t(typeof value === "string" ? "json.text" : "json.json")}</p>
      )}
    </div>
  );
}
