import { CUSTOM_FIELD_PREFIX, fieldsFor } from "@trilho/engine";
import type { Field } from "@trilho/engine";
import type { CustomField } from "@trilho/api-client";
import { useMemo } from "react";
import { useLocale } from "../i18n/use-text.ts";
import { catalogText } from "../i18n/catalog.ts";
import { useCustomFields } from "./reference.ts";

const NO_FIELDS: readonly [] = [];

/** What conditions can test and texts can print: the engine's catalogue and the workspace's custom fields of deals. */
export function useFields(): Field[] {
  const { data = NO_FIELDS } = useCustomFields();
  const locale = useLocale();
  return useMemo(() => fieldsIn(locale, data), [locale, data]);
}

/** The catalogue's own fields are named in the current language, custom fields as the workspace names them. */
function fieldsIn(_locale: string, custom: readonly CustomField[]): Field[] {
  return fieldsFor(custom.filter(({ entityType }) => entityType === "deal")).map((field) =>
    field.name.startsWith(CUSTOM_FIELD_PREFIX)
      ? field
      : {
          ...field,
          label: catalogText(field.label),
          ...(field.options && {
            options: field.options.map(({ value, label }) => ({ value, label: catalogText(label) })),
          }),
        },
  );
}
