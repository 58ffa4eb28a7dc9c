import { CUSTOM_FIELD_PREFIX, FIELDS } from "../contract/fields.ts";
import type { Field, FieldType } from "../contract/fields.ts";
import type { JsonValue } from "../contract/json.ts";

/** A variable as an editor offers it: `expression` is what goes into the text. */
export interface LiquidVariable {
  name: string;
  label: string;
  type: FieldType;
  expression: string;
  /** What it might print. */
  example: string;
}

/**
 * Every variable of the catalogue: the same fields that conditions can test.
 *
 * @example
 * ```ts
 * import { liquidVariables } from "@trilho/engine/liquid";
 *
 * liquidVariables().find(({ name }) => name === "deal.name")?.expression; // "{{ deal.name }}"
 * ```
 */
export function liquidVariables(fields: readonly Field[] = FIELDS): LiquidVariable[] {
  return fields.map(({ name, label, type, example }) => ({
    name,
    label,
    type,
    expression: `{{ ${accessor(name)} }}`,
    example: print(example),
  }));
}

const IDENTIFIER = /^[A-Za-z_][\w-]*$/;

/** A slug that is no Liquid name goes in brackets: `deal.customFields["2nd phone"]`. */
function accessor(name: string): string {
  if (!name.startsWith(CUSTOM_FIELD_PREFIX)) return name;
  const slug = name.slice(CUSTOM_FIELD_PREFIX.length);
  if (IDENTIFIER.test(slug)) return name;
  const quote = slug.includes('"') ? "'" : '"';
  return `${CUSTOM_FIELD_PREFIX.slice(0, -1)}[${quote}${slug}${quote}]`;
}

function print(example: JsonValue): string {
  return Array.isArray(example) ? example.join("") : String(example);
}
