import { isObject } from "@trilho/engine";
import { useRef } from "react";
import { useText } from "../../../i18n/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldGroup } from "../../../inputs/form-field.tsx";
import { LazyQueryEditor } from "../query/lazy-query-editor.tsx";
import type { WidgetProps } from "../../../inputs/widget.ts";

const EMPTY = { combinator: "and", rules: [{ field: "deal.value", operator: ">=", value: "" }] };

/** Rules, once there are to be some. */
export function QueryWidget({ field, value, onChange, readOnly }: WidgetProps) {
  const t = useText("forms");
  const query = isObject(value) ? value : null;
  const removed = useRef(false);
  return (
    <FieldGroup field={field}>
      {query === null ? (
        readOnly ? null : (
          <Button
            size="sm"
            // Who has just removed the conditions stands here, where they were.
            ref={(button) => {
              if (button !== null && removed.current) button.focus();
              removed.current = false;
            }}
            onClick={() => onChange(EMPTY)}
          >
            {t("trigger.addFilter")}
          </Button>
        )
      ) : (
        <>
          <LazyQueryEditor label={String(field.label)} query={query} onChange={onChange} readOnly={readOnly} />
          {readOnly ? null : (
            <Button
              size="sm"
              variant="ghost"
              onClick={() => {
                removed.current = true;
                onChange(undefined);
              }}
            >
              {t("trigger.dropFilter")}
            </Button>
          )}
        </>
      )}
    </FieldGroup>
  );
}
