import { isObject } from "../contract/json.ts";
import { CUSTOM_FIELD_PREFIX, FIELDS } from "../contract/fields.ts";
import type { CustomField, Field, FieldType } from "../contract/fields.ts";
import type { JsonValue } from "../contract/json.ts";
import type { Facts } from "../contract/run.ts";

const byName = new Map(FIELDS.map((field) => [field.name, field]));

/**
 * The catalogue of a workspace: the fields every workspace has, then its custom fields in the order given.
 *
 * @example
 * ```ts
 * import { fieldsFor } from "@trilho/engine";
 *
 * const fields = fieldsFor([{ slug: "plan", name: "Plan", fieldType: "text" }]);
 * fields.at(-1)?.name; // "deal.customFields.plan"
 * ```
 */
export function fieldsFor(customFields: readonly CustomField[]): Field[] {
  return [...FIELDS, ...customFields.map(customField)];
}

/**
 * The catalogue's entry of a field name; null where it has none. Custom fields are known only to `fieldsFor`.
 *
 * @example
 * ```ts
 * import { fieldByName } from "@trilho/engine";
 *
 * fieldByName("deal.value")?.type; // "number"
 * fieldByName("deal.mood"); // null
 * ```
 */
export function fieldByName(name: string): Field | null {
  return byName.get(name) ?? null;
}

/** Whether rules can ask for a field: whatever custom fields there are, a name of one can be theirs. */
export const isKnownField = (name: string): boolean =>
  byName.has(name) || (name.startsWith(CUSTOM_FIELD_PREFIX) && name.length > CUSTOM_FIELD_PREFIX.length);

/**
 * Reads a field from the facts. Whatever is missing on the way, or is not the run's own data (`constructor`,
 * `__proto__` of plain objects), is null.
 *
 * @example
 * ```ts
 * import { readField } from "@trilho/engine";
 *
 * const facts = { deal: { value: 12_000, customFields: { "lead.source": "ads" } } };
 * readField(facts, "deal.value"); // 12000
 * readField(facts, "deal.customFields.lead.source"); // "ads": slugs of custom fields may hold dots
 * readField(facts, "contact.email"); // null
 * ```
 */
export function readField(facts: Facts, name: string): JsonValue {
  return fieldReader(name)(facts);
}

/** What `readField` answers for one field of many facts. */
export function fieldReader(name: string): (facts: Facts) => JsonValue {
  const path = fieldPath(name);
  const [group = "", key = ""] = path;
  if (path.length === 2) return (facts) => own(own(facts, group), key);
  return (facts) => readPath(facts, path);
}

/** What an object holds on a path of keys; null where something is missing on the way. */
export function readPath(holder: unknown, path: readonly string[]): JsonValue {
  return path.reduce<unknown>(own, holder) as JsonValue;
}

/** The keys under which facts hold a field. */
export function fieldPath(name: string): string[] {
  return name.startsWith(CUSTOM_FIELD_PREFIX)
    ? ["deal", "customFields", name.slice(CUSTOM_FIELD_PREFIX.length)]
    : name.split(".");
}

function own(holder: unknown, key: string): JsonValue {
  return isObject(holder) && Object.hasOwn(holder, key) ? (holder[key] ?? null) : null;
}

const EXAMPLES: Record<FieldType, JsonValue> = {
  text: "Solar",
  number: 10,
  boolean: true,
  date: "2026-01-15",
  id: "us_maria",
  list: ["a"],
};

/** Types of custom fields by the contract's `fieldType`; the contract does not list them all, the rest are text. */
const CUSTOM_TYPES = new Map<string, FieldType>([
  ["number", "number"],
  ["currency", "number"],
  ["percent", "number"],
  ["boolean", "boolean"],
  ["checkbox", "boolean"],
  ["date", "date"],
  ["datetime", "date"],
  ["date_time", "date"],
  ["event", "date"],
  ["multi_select", "list"],
  ["members", "list"],
  ["member_field", "id"],
]);

function customField({ slug, name, fieldType, options }: CustomField): Field {
  const type = CUSTOM_TYPES.get(fieldType) ?? "text";
  const field: Field = { name: `${CUSTOM_FIELD_PREFIX}${slug}`, label: name, type, example: EXAMPLES[type] };
  if (fieldType === "members" || fieldType === "member_field") field.picker = "user";
  if (fieldType === "currency") field.isMoney = true;
  if (field.picker === "user" && type === "list") field.example = ["us_maria"];
  if (!options || options.length === 0) return field;
  const first = options[0]?.value ?? "";
  return { ...field, options, example: type === "list" ? [first] : first };
}
