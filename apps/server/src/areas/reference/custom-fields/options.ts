import type { CreateCustomFieldRequest, CustomField, CustomFieldOption, FieldError } from "@trilho/contract";
import { freeSlug, slugOf } from "./slug.ts";

type Requested = NonNullable<CreateCustomFieldRequest["options"]>;

/** What each type does with options: keeps its own, computes them from members (whatever is sent), or has none. */
const WITH_OPTIONS: ReadonlySet<string> = new Set(["select", "multi_select"]);
const COMPUTED: ReadonlySet<string> = new Set(["members", "member_field"]);

export const keepsOptions = (fieldType: string): boolean => WITH_OPTIONS.has(fieldType);

/** What is wrong with options that are sent for a field of this type. */
export function optionProblems(fieldType: string, options: Requested | null | undefined): FieldError[] {
  if (COMPUTED.has(fieldType)) return [];
  const given = options ?? [];
  if (!keepsOptions(fieldType)) {
    return given.length === 0 ? [] : [{ field: "options", message: `does not apply to the type ${fieldType}` }];
  }
  if (given.length === 0) return [{ field: "options", message: `is required by the type ${fieldType}` }];
  const values = given.map(({ value }) => value?.trim());
  return values.flatMap((value, index) =>
    value !== undefined && values.indexOf(value) < index
      ? [{ field: `options[${index}].value`, message: "is given more than once" }]
      : [],
  );
}

/** The options as they are stored. Those without a value get one made from their label. */
export function storedOptions(fieldType: string, options: Requested): CustomFieldOption[] | null {
  if (!keepsOptions(fieldType)) return null;
  const taken = new Set(options.flatMap(({ value }) => (value ? [value.trim()] : [])));
  return options.map(({ value, label, color }) => {
    const own = value?.trim() ?? freeSlug(slugOf(label), taken);
    taken.add(own);
    return { value: own, label: label.trim(), color: color ?? null };
  });
}

/** Whether a rule may name this value of a parent: an option's, where the parent's values are options. */
export const isPossibleValue = ({ fieldType, options }: CustomField, value: unknown): boolean => {
  if (fieldType === "boolean") return typeof value === "boolean";
  return !keepsOptions(fieldType) || (options ?? []).some((option) => option.value === value);
};
