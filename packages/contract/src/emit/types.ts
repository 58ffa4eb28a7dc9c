import type { Route } from "../route.ts";
import { plainOf, type Schema } from "../schema.ts";

/** The part of JSON Schema that the contract's schemas use. */
interface Node {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
}

export interface TypeSource {
  resources: Record<string, Schema>;
  routes: Record<string, Route>;
  /** Schemas that are types of another module, by the module's specifier. */
  imported: Record<string, Record<string, Schema>>;
}

/** Plain TypeScript types of every named schema and every operation, ready to be written to a file. */
export function emitTypes(source: TypeSource): string {
  const write = createWriter(source);
  return [
    emitResourceTypes(source),
    "/** A file that is sent or answered as its content. */",
    "export interface FileContent { name: string; mimeType: string; content: Uint8Array }",
    "",
    "/** What each operation takes and answers; `result` is the envelope's `data`, null when there is no content. */",
    "export interface Operations {",
    ...Object.entries(source.routes).map(([id, route]) => `  ${id}: ${operation(route, write)};`),
    "}",
    "",
  ].join("\n");
}

/** Plain TypeScript types of every named schema. */
export function emitResourceTypes(source: TypeSource): string {
  const write = createWriter(source);
  return [
    "// Generated from the contract's schemas and route table. Edit those.",
    ...Object.entries(source.imported).map(([from, schemas]) =>
      importLine([...Object.keys(schemas), "JsonObject"], from),
    ),
    "",
    ...Object.entries(source.resources).map(([name, schema]) => `export interface ${name} ${write.body(schema)}\n`),
  ].join("\n");
}

/** Writes schemas as types; one that has a name by its name. */
export function createWriter({ resources, imported }: TypeSource): Writer {
  return writer(
    new Map<Schema, string>(
      [...Object.values(imported), resources].flatMap((schemas) =>
        Object.entries(schemas).map(([name, schema]) => [schema, name] as const),
      ),
    ),
  );
}

const importLine = (names: string[], from: string): string =>
  `import type { ${names.toSorted().join(", ")} } from ${JSON.stringify(from)};`;

type Writer = ReturnType<typeof writer>;

function writer(names: ReadonlyMap<Schema, string>) {
  const reference = (schema: Schema): string => {
    const plain = plainOf(schema);
    const nullable = plain && names.get(plain);
    return names.get(schema) ?? (nullable === undefined ? body(schema) : `${nullable} | null`);
  };

  function body(schema: Schema): string {
    const node = schema as Node;
    if (node.enum) return node.enum.map((value) => JSON.stringify(value)).join(" | ");
    const types = typeof node.type === "string" ? [node.type] : (node.type ?? []);
    return types.length === 0 ? "unknown" : types.map((type) => ofType(type, node)).join(" | ");
  }

  const ofType = (type: string, node: Node): string => {
    if (type === "array") return `${grouped(node.items ? reference(node.items) : "unknown")}[]`;
    if (type === "object") return ofObject(node);
    return type === "integer" ? "number" : type;
  };

  const ofObject = (node: Node): string => {
    if (node.properties) return properties(node.properties, new Set(node.required));
    const values = node.additionalProperties;
    return typeof values === "object" ? `Record<string, ${reference(values)}>` : "JsonObject";
  };

  const properties = (members: Record<string, Schema>, required: ReadonlySet<string>): string => {
    const lines = Object.entries(members).map(
      ([key, schema]) => `${key}${required.has(key) ? "" : "?"}: ${reference(schema)};`,
    );
    return `{ ${lines.join(" ")} }`;
  };

  return { reference, body };
}

const grouped = (type: string): string => (type.includes("|") ? `(${type})` : type);

function operation(route: Route, write: Writer): string {
  const part = (name: string, schema: Schema | undefined): string =>
    `${name}: ${schema ? write.reference(schema) : "undefined"}`;
  const answer = route.success.schema as Node | null;
  const data = answer?.properties?.["data"];
  const result = data ? write.reference(data) : "null";
  return `{ ${[
    part("params", route.params),
    part("query", route.query),
    route.upload ? "body: FileContent" : part("body", route.body),
    `result: ${route.success.binary ? "FileContent" : result}`,
  ].join("; ")} }`;
}
