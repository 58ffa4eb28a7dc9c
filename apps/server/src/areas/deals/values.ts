import type { DealCustomFieldValue } from "@trilho/contract";
import type { JsonValue } from "@trilho/engine/contract";
import type { DealFieldValues } from "./port.ts";
import type { DealField } from "../reference/custom-fields/custom-values.ts";

/** The rows of one deal: one a field, and one a choice of a list. Values of fields that were deleted have none. */
export function presentValues(deal: DealFieldValues, bySlug: ReadonlyMap<string, DealField>): DealCustomFieldValue[] {
  return Object.entries(deal.customFields).flatMap(([slug, stored]) => {
    const field = bySlug.get(slug);
    if (field === undefined) return [];
    return entriesOf(stored ?? null).map((value) => ({
      dealId: deal.id,
      fieldId: field.id,
      fieldSlug: slug,
      value,
      label: field.options?.find((option) => option.value === value)?.label ?? null,
      updatedAt: deal.updatedAt,
    }));
  });
}

/** An empty list is a cleared field. */
function entriesOf(stored: JsonValue): DealCustomFieldValue["value"][] {
  if (!Array.isArray(stored)) return [stored];
  return stored.length === 0 ? [null] : (stored as DealCustomFieldValue["value"][]);
}
