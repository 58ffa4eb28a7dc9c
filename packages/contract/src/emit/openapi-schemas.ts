import { plainOf, type Schema } from "../schema.ts";

/** JSON, as it stands in the document. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export interface JsonMap {
  readonly [key: string]: Json;
}

export interface SchemaWriter {
  /** A reference for a schema that has a name, else the schema itself. */
  reference(schema: Schema): Json;
  /** The components of all schemas that have a name. */
  components(): JsonMap;
}

/** Values of these keywords are data: what looks like a schema in them is none. */
const DATA = new Set(["enum", "const", "default", "examples"]);

/**
 * Writes schemas, which are JSON Schema 2020-12 as OpenAPI 3.1 takes it; those with a name once. What stands in for a
 * component that is written elsewhere is a reference to it.
 */
export function createSchemaWriter(
  named: Readonly<Record<string, Schema>>,
  standins: Readonly<Record<string, Schema>> = {},
): SchemaWriter {
  const names = new Map<unknown, string>(
    [...Object.entries(named), ...Object.entries(standins)].map(([name, schema]) => [schema, name]),
  );

  const reference = (value: unknown): Json => {
    const name = names.get(value);
    if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
    const plain = names.get(plainOf(value));
    if (plain !== undefined) return { anyOf: [{ $ref: `#/components/schemas/${plain}` }, { type: "null" }] };
    return written(value);
  };

  function written(value: unknown): Json {
    if (Array.isArray(value)) return value.map(reference);
    if (typeof value !== "object" || value === null) return value as Json;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, part]) => part !== undefined)
        .map(([key, part]) => [key, DATA.has(key) ? (part as Json) : reference(part)]),
    );
  }

  return {
    reference,
    components: () => Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, written(schema)])),
  };
}

/**
 * Schemas with the defaults of their parts in the descriptions. The keyword makes generators of clients demand the part, or
 * send the default where the caller omitted it.
 */
export const withDescribedDefaults = (components: JsonMap): JsonMap => mapped(components, describedDefault);

function describedDefault(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(describedDefault);
  if (!isMap(schema)) return schema;
  const { default: value, ...rest } = schema;
  const parts = Object.entries(rest).map(([key, part]): [string, Json] => {
    if (key === "properties" && isMap(part)) return [key, mapped(part, describedDefault)];
    return [key, DATA.has(key) ? part : describedDefault(part)];
  });
  const words = [rest["description"], value === undefined ? undefined : `\`${String(value)}\` by default.`];
  return {
    ...Object.fromEntries(parts),
    ...(value !== undefined && { description: words.filter((part) => part !== undefined).join(" ") }),
  };
}

const isMap = (value: Json): value is JsonMap => typeof value === "object" && value !== null && !Array.isArray(value);

const mapped = (map: JsonMap, change: (value: Json) => Json): JsonMap =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]));
