import { describeFinding, type FindingNames, type Told } from "@trilho/engine/interactions";
import type { JsonValue } from "@trilho/engine";
import { readableText } from "../../describe/readable.ts";
import { stagePlace, type Lookup } from "../../document/lookup.ts";
import { engineLocale } from "../../i18n/engine-locale.ts";

/** A finding in a sentence of a language, the current one by default, with names for ids and for variables of texts. */
export function findingText(
  told: Told,
  nameOf: (automationId: string) => string | null,
  names: Lookup,
  locale?: string,
): string {
  const { id, thing, text, value, other } = told.params;
  const valueName = (of: JsonValue = null): JsonValue =>
    typeof of === "string" ? (names.optionName?.(String(id), of) ?? of) : of;
  const params = {
    ...told.params,
    ...(typeof text === "string" && { text: readableText(text, names) }),
    ...(thing === "field" && { value: valueName(value), other: valueName(other) }),
  };
  const { tagName, fieldName, userName } = names;
  const stage = (each: string): string | null => stagePlace(each, names);
  const namers = { automation: nameOf, stage, tag: tagName, customField: fieldName, user: userName };
  const called: FindingNames = (kind, each) => namers[kind](each);
  return describeFinding({ ...told, params }, engineLocale(locale), called);
}
