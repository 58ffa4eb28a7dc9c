import { fieldsFor } from "@trilho/engine";
import type { Field } from "@trilho/engine";
import { liquidVariables } from "@trilho/engine/liquid";
import type { LiquidVariable } from "@trilho/engine/liquid";
import { useMemo } from "react";
import { useCustomFields } from "../data/reference.ts";

const NO_FIELDS: readonly [] = [];

/** What conditions can test and texts can print: the engine's catalogue and the workspace's custom fields of deals. */
export function useFields(): Field[] {
  const { data = NO_FIELDS } = useCustomFields();
  return useMemo(() => fieldsFor(data.filter(({ entityType }) => entityType === "deal")), [data]);
}

/** What texts can print. */
export function useVariables(): LiquidVariable[] {
  const fields = useFields();
  return useMemo(() => liquidVariables(fields), [fields]);
}
