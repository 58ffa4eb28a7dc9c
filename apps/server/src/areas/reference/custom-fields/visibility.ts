import type { CustomField, FieldError } from "@trilho/contract";
import { isPossibleValue } from "./options.ts";

type Rule = NonNullable<CustomField["visibilityRule"]>;

/** What is wrong with the rule of a field (`id` null while it is new): its parent, its values, a circle of parents. */
export function visibilityProblems(
  id: string | null,
  entityType: string,
  rule: Rule | null,
  fields: readonly CustomField[],
): FieldError[] {
  if (rule === null) return [];
  const parent = fields.find((field) => field.id === rule.parentFieldId && field.entityType === entityType);
  if (parent === undefined) {
    return [{ field: "visibilityRule.parentFieldId", message: `is no custom field of the entity ${entityType}` }];
  }
  if (id !== null && leadsBack(id, parent, fields)) {
    return [{ field: "visibilityRule.parentFieldId", message: "leads back to this field" }];
  }
  return rule.values.flatMap((value, index) =>
    isPossibleValue(parent, value)
      ? []
      : [{ field: `visibilityRule.values[${index}]`, message: `is no value of the field ${parent.slug}` }],
  );
}

function leadsBack(id: string, parent: CustomField, fields: readonly CustomField[]): boolean {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const seen = new Set<string>();
  for (let at: CustomField | undefined = parent; at !== undefined && !seen.has(at.id);) {
    if (at.id === id) return true;
    seen.add(at.id);
    at = at.visibilityRule === null ? undefined : byId.get(at.visibilityRule.parentFieldId);
  }
  return false;
}
