import { liquidVariables } from "@trilho/engine/liquid";
import type { LiquidVariable } from "@trilho/engine/liquid";
import { useMemo } from "react";
import { useLocale } from "../i18n/use-text.ts";
import { variableText } from "../i18n/variable-text.ts";
import { useFields } from "./use-fields.ts";

/** What texts can print. */
export function useVariables(): LiquidVariable[] {
  const fields = useFields();
  const locale = useLocale();
  return useMemo(
    () => liquidVariables(fields, { locale }).map((each) => ({ ...each, label: variableText(each.name, each.label) })),
    [fields, locale],
  );
}
