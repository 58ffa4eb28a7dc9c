import { isObject } from "../contract/json.ts";
import { CUSTOM_FIELD_PREFIX, FIELDS } from "../contract/fields.ts";
import type { Field, FieldType } from "../contract/fields.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import { EXAMPLE_NAMES } from "../contract/names.ts";
import type { Facts } from "../contract/run.ts";
import { fieldPath } from "../query/fields.ts";
import { createRenderer, renderText } from "./renderer.ts";
import type { SandboxOptions } from "./sandbox.ts";

/** A variable as an editor offers it: `expression` is what goes into the text. */
export interface LiquidVariable {
  /** What texts read: `deal.stage`. */
  name: string;
  label: string;
  type: FieldType;
  expression: string;
  /** What it might print. */
  example: string;
}

/**
 * Every variable of the catalogue: the same fields that conditions can test, each written as people would. Ids stand
 * under `.id` of those that name something.
 *
 * @example
 * ```ts
 * import { liquidVariables } from "@trilho/engine/liquid";
 *
 * const { expression, example } = liquidVariables().find(({ name }) => name === "deal.stage") ?? {};
 * expression; // "{{ deal.stage }}"
 * example; // "Proposal"
 * ```
 */
export function liquidVariables(
  fields: readonly Field[] = FIELDS,
  options: Pick<SandboxOptions, "timeZone" | "locale"> = {},
): LiquidVariable[] {
  const renderer = createRenderer({ ...options, names: { ...EXAMPLE_NAMES, fields } });
  const facts = exampleFacts(fields);
  return fields.map((field) => {
    const expression = `{{ ${accessor(field)}${filterOf(field)} }}`;
    const example = renderText(renderer, expression, facts, EXAMPLE_DAY).text;
    return { name: field.variable ?? field.name, label: field.label, type: field.type, expression, example };
  });
}

/** No example says how long ago something was. */
const EXAMPLE_DAY = Date.UTC(2026, 0, 8);

/**
 * A deal made of the fields' examples, for previews; `EXAMPLE_NAMES` says what its ids are called.
 *
 * @example
 * ```ts
 * import { FIELDS } from "@trilho/engine";
 * import { exampleFacts } from "@trilho/engine/liquid";
 *
 * exampleFacts(FIELDS).contact?.["firstName"]; // "Ana"
 * ```
 */
export function exampleFacts(fields: readonly Field[]): Facts {
  const groups: JsonObject = {};
  for (const { name, example } of fields) put(groups, fieldPath(name), example);
  return groups as Facts;
}

function put(holder: JsonObject, [key = "", ...rest]: readonly string[], value: JsonValue): void {
  const inner = Object.hasOwn(holder, key) ? holder[key] : undefined;
  const group = isObject(inner) ? inner : {};
  if (rest.length > 0) put(group, rest, value);
  // A computed key may be `__proto__`.
  Object.defineProperty(holder, key, {
    value: rest.length > 0 ? group : value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/** Amounts, dates, numbers, yes and no are stored for machines: a filter writes them for people. */
function filterOf({ type, isMoney }: Field): string {
  if (isMoney) return " | money: deal.currency";
  return type === "date" || type === "number" || type === "boolean" ? " | localize" : "";
}

const IDENTIFIER = /^[A-Za-z_][\w-]*$/;

/** A slug that is no Liquid name goes in brackets: `deal.customFields["2nd phone"]`. */
export function accessor({ name, variable }: Field): string {
  if (!name.startsWith(CUSTOM_FIELD_PREFIX)) return variable ?? name;
  const slug = name.slice(CUSTOM_FIELD_PREFIX.length);
  if (IDENTIFIER.test(slug)) return name;
  const quote = slug.includes('"') ? "'" : '"';
  return `${CUSTOM_FIELD_PREFIX.slice(0, -1)}[${quote}${slug}${quote}]`;
}
