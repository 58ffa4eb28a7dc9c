import { CUSTOM_FIELD_PREFIX, isObject, type Field, type JsonObject, type JsonValue } from "@trilho/engine";
import { describeStart, type StartReason } from "@trilho/engine/trigger";
import type { Lookup } from "../../document/lookup.ts";
import { engineLocale } from "../../i18n/engine-locale.ts";

/** Why an event starts no run, as a sentence of the current language, with names for ids and for fields. */
export function startReasonText(reason: StartReason, fields: readonly Field[], lookup: Lookup): string {
  const naming = (value: JsonValue): string | null =>
    typeof value === "string"
      ? (known(lookup.stageName(value), value) ??
        known(lookup.pipelineName?.(value) ?? null, value) ??
        known(lookup.tagName(value), value) ??
        known(lookup.userName(value), value))
      : null;
  const words = describeStart(called(reason, fields), engineLocale(), naming);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** While a list is on its way or cannot be had, every id is called the same, or as it is. */
const known = (name: string | null, id: string): string | null => (name === id || name === "…" ? null : name);

/** Fields by their names, as in forms. */
function called(reason: StartReason, fields: readonly Field[]): StartReason {
  const { rules } = reason.params;
  if (!Array.isArray(rules)) return reason;
  const named = rules.filter(isObject).map((rule) => ({ ...rule, field: labelOf(rule as JsonObject, fields) }));
  return { ...reason, params: { ...reason.params, rules: named } };
}

function labelOf({ field }: JsonObject, fields: readonly Field[]): JsonValue {
  if (typeof field !== "string") return field ?? null;
  return fields.find(({ name }) => name === field)?.label ?? field.replace(CUSTOM_FIELD_PREFIX, "");
}
