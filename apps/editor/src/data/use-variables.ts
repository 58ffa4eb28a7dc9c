import { liquidVariables } from "@trilho/engine/liquid";
import type { LiquidVariable } from "@trilho/engine/liquid";
import { useMemo } from "react";
import { useLocale } from "../i18n/use-text.ts";
import { variableText } from "../i18n/variable-text.ts";
import { useFields } from "./use-fields.ts";

const isOfContact = ({ name }: LiquidVariable): boolean => name.startsWith("contact.");

/** What texts can print, the contact's first: most texts are written to them. */
export function useVariables(): LiquidVariable[] {
  const fields = useFields();
  const locale = useLocale();
  return useMemo(
    () =>
      liquidVariables(fields, { locale })
        .map((each) => ({ ...each, label: variableText(each.name, each.label) }))
        .toSorted((one, other) => Number(isOfContact(other)) - Number(isOfContact(one))),
    [fields, locale],
  );
}
