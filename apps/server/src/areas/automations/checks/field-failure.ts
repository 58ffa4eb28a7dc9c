import type { CustomField } from "@trilho/contract";
import { asTyped } from "@trilho/engine";
import type { JsonObject } from "@trilho/engine/contract";
import type { FailureReason } from "@trilho/engine/failures";
import { mayHoldLiquid } from "@trilho/engine/liquid";
import { countryOf } from "../../../platform/service/phone.ts";
import { readCustomValues } from "../../reference/custom-fields/custom-values.ts";

/**
 * Why setting a custom field fails by its settings alone; null where they do not tell. What other actions fail by is a rule
 * of the engine, which has no values of custom fields.
 */
export function fieldFailure(
  { fieldId, fieldSlug, value = null }: JsonObject,
  { customField, locale }: { customField: readonly CustomField[]; locale: string },
): FailureReason | null {
  const slug = typeof fieldSlug === "string" && fieldSlug.trim() !== "" ? fieldSlug : null;
  const field = customField.find((each) => (slug === null ? each.id === fieldId : each.slug === slug));
  // Which files were uploaded is not known here.
  if (field === undefined || field.fieldType === "file" || mayHoldLiquid(JSON.stringify(value))) return null;
  const given = asTyped(value, field.fieldType);
  const context = { fields: customField, country: countryOf(locale), files: new Map() };
  const [problem] = readCustomValues({ [field.slug]: given }, {}, context).problems;
  return problem?.reason ?? null;
}
