import { EXAMPLE_BODIES } from "../examples/bodies.ts";
import { RESOURCES } from "../resources.ts";
import { GROUPS, KEYED_METHODS, type Group, type Method, type Route, type UnknownPolicy } from "../route.ts";
import { API_PREFIX, ROUTES } from "../routes.ts";
import type { Schema } from "../schema.ts";
import { ERROR_RESPONSES, HEADERS, errorStatuses } from "./openapi-errors.ts";
import { exampleOf } from "./openapi-examples.ts";
import { GRAPH_COMPONENTS, GRAPH_STANDINS } from "./openapi-graph.ts";
import { INTRODUCTION } from "./openapi-introduction.ts";
import {
  createSchemaWriter,
  withDescribedDefaults,
  type Json,
  type JsonMap,
  type SchemaWriter,
} from "./openapi-schemas.ts";

/** What a document describes. */
export interface OpenapiSource {
  routes: Readonly<Record<string, Route>>;
  resources: Readonly<Record<string, Schema>>;
  /** Bodies to show, by operation id. */
  bodies: Readonly<Record<string, unknown>>;
}

const WHOLE: OpenapiSource = { routes: ROUTES, resources: RESOURCES, bodies: EXAMPLE_BODIES };

/** The part of JSON Schema that describes parameters. */
interface Parameters {
  properties?: Record<string, Schema>;
  required?: readonly string[];
}

const GROUP_WORDS: Readonly<Record<Group, string>> = {
  Deals: "Deals with their tags, notes, tasks and activities",
  Calendar: "Meetings, tasks, cadence steps and external events in one calendar",
  Conversations: "Messages, conversations and their histories",
  Cadences: "Cadences and the deals that go through them",
  Automations: "Automations and their runs",
  Reference: "Contacts, companies, pipelines, tags, custom fields and users",
};

const SECURITY = [{ apiKey: [] }];

/** The OpenAPI 3.1 document of a route table; of the whole API by default. JSON, without a version of the server. */
export function emitOpenapi({ routes, resources, bodies }: OpenapiSource = WHOLE): JsonMap {
  const schemas = createSchemaWriter(resources, GRAPH_STANDINS);
  const groups = GROUPS.filter((group) => Object.values(routes).some((route) => route.group === group));
  return {
    openapi: "3.1.0",
    info: {
      title: "Trilho sales CRM API",
      version: "1.0.0",
      description: INTRODUCTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: API_PREFIX, description: "This server" }],
    security: SECURITY,
    tags: groups.map((name) => ({ name, description: GROUP_WORDS[name] })),
    paths: paths(routes, schemas, bodies),
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: "An API key: `trk_live_…` or `trk_test_…`." },
      },
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
      headers: HEADERS,
      responses: ERROR_RESPONSES,
      schemas: withDescribedDefaults({ ...schemas.components(), ...GRAPH_COMPONENTS }),
    },
  };
}

const IDEMPOTENCY_KEY: JsonMap = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "A key of the client's making. The same request under the same key is done once: repeated within 24 hours it gets " +
    "the first answer, with the header `Idempotent-Replayed: true`.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

function paths(routes: OpenapiSource["routes"], schemas: SchemaWriter, bodies: OpenapiSource["bodies"]): JsonMap {
  const byPath = new Map<string, Record<string, Json>>();
  for (const [id, route] of Object.entries(routes)) {
    const item = byPath.get(route.path) ?? {};
    item[VERBS[route.method]] = operation(id, route, schemas, bodies[id]);
    byPath.set(route.path, item);
  }
  return Object.fromEntries(byPath);
}

const VERBS: Readonly<Record<Method, string>> = {
  GET: "get",
  POST: "post",
  PUT: "put",
  PATCH: "patch",
  DELETE: "delete",
};

function operation(id: string, route: Route, schemas: SchemaWriter, example: unknown): JsonMap {
  const parameters = [
    ...inPath(route.params, schemas),
    ...inQuery(route, schemas),
    ...(KEYED_METHODS.includes(route.method) ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
  ];
  const requestBody = body(route, schemas, example);
  return {
    operationId: id,
    summary: route.summary,
    description: `${route.description}\n\n${needsOf(route)}`,
    ...(route.deprecated && { deprecated: true }),
    tags: [route.group],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody !== null && { requestBody }),
    responses: {
      [route.success.status]: success(route, schemas),
      ...Object.fromEntries(
        errorStatuses(route).map((status) => [status, { $ref: `#/components/responses/E${status}` }]),
      ),
    },
    "x-permission": route.permission,
    "x-features": route.features,
  };
}

function needsOf({ permission, features }: Route): string {
  const feature = `the feature${features.length > 1 ? "s" : ""} ${features.map((name) => `\`${name}\``).join(", ")}`;
  return permission === null ? `Needs ${feature}.` : `Needs the permission \`${permission}\` and ${feature}.`;
}

const inPath = (params: Schema | undefined, schemas: SchemaWriter): JsonMap[] =>
  Object.entries((params as Parameters | undefined)?.properties ?? {}).map(([name, schema]) => {
    const { description, example, rest } = apart(schema);
    return {
      name,
      in: "path",
      required: true,
      ...worded([description]),
      ...(example !== undefined && { example }),
      schema: schemas.reference(rest),
    };
  });

function inQuery({ query, unknownValues = {} }: Route, schemas: SchemaWriter): JsonMap[] {
  const { properties = {}, required = [] } = (query ?? {}) as Parameters;
  return Object.entries(properties).map(([name, schema]) => {
    const policy = unknownValues[name];
    const isRequired = required.includes(name);
    const { description, example, rest } = apart(schema);
    return {
      name,
      in: "query",
      ...(isRequired && { required: true }),
      ...worded([description, policy && UNKNOWN_WORDS[policy]]),
      ...styleOf(rest),
      ...(policy && { "x-unknown-values": policy }),
      ...exampleInQuery(rest, isRequired, example),
      schema: schemas.reference(policy === "ignore" ? opened(rest) : textsAlone(rest)),
    };
  });
}

/** Pages to try an API with fill examples in, so only what is needed has one; without one they make an object up. */
function exampleInQuery(schema: Schema, isRequired: boolean, example: Json | undefined): JsonMap {
  if (isRequired) return example === undefined ? {} : { example };
  return (schema as { type?: unknown }).type === "object" ? { example: {} } : {};
}

/** The description of a parameter, which stands beside its schema. */
function apart(schema: Schema): { description?: string; example: Json | undefined; rest: Schema } {
  const { description, examples, ...rest } = schema as { description?: string; examples?: readonly Json[] };
  return { ...(description !== undefined && { description }), example: examples?.[0], rest };
}

function worded(words: readonly (string | undefined)[]): JsonMap {
  const description = words.filter((part) => part !== undefined).join(" ");
  return description === "" ? {} : { description };
}

const UNKNOWN_WORDS: Readonly<Record<UnknownPolicy, string>> = {
  ignore: "Unknown values are passed over, and named in `message`.",
  reject: "An unknown value is a 400.",
};

/** The known values with any other text beside them: who validates by the document must let them pass as well. */
function opened(schema: Schema): Schema {
  const { enum: values, items } = schema as { enum?: unknown; items?: Schema };
  if (items !== undefined) return { ...schema, items: opened(items) } as Schema;
  return values === undefined ? schema : ({ anyOf: [schema, { type: "string" }] } as Schema);
}

/** An object's values are texts (contract, "Deals"): no maker of clients writes a list, or an object, inside one. */
function textsAlone(schema: Schema): Schema {
  const { additionalProperties } = schema as { additionalProperties?: { maxLength?: number } };
  if (additionalProperties === undefined) return schema;
  const { maxLength } = additionalProperties;
  return { ...schema, additionalProperties: { type: "string", ...(maxLength && { maxLength }) } } as Schema;
}

/** `k=a&k=b` for lists, `k[key]=a` for objects. */
function styleOf(schema: Schema): JsonMap {
  const { type } = schema as { type?: string | readonly string[] };
  if (type?.includes("array")) return { style: "form", explode: true };
  return type?.includes("object") ? { style: "deepObject", explode: true } : {};
}

function body(
  { body: schema, bodyIsOptional, upload }: Route,
  schemas: SchemaWriter,
  example: unknown,
): JsonMap | null {
  if (upload !== undefined) {
    const file = { type: "string", format: "binary", description: `At most ${upload.maxBytes} bytes.` };
    const form = { type: "object", required: [upload.field], properties: { [upload.field]: file } };
    return { required: true, content: { "multipart/form-data": { schema: form } } };
  }
  if (schema === undefined) return null;
  const media = { schema: schemas.reference(schema), ...(example !== undefined && { example: example as Json }) };
  return { required: bodyIsOptional !== true, content: { "application/json": media } };
}

function success({ success: { status, schema, binary } }: Route, schemas: SchemaWriter): JsonMap {
  const headers = Object.fromEntries(
    Object.keys(HEADERS)
      .filter((name) => !name.includes("Retry"))
      .map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
  if (binary) return { description: "The content of the file", headers, content: { "*/*": { schema: BINARY } } };
  if (schema === null) return { description: "Done; no content", headers };
  return {
    description: status === 201 ? "Created" : "Done",
    headers,
    content: { "application/json": { schema: schemas.reference(schema), example: exampleOf(schema) } },
  };
}

const BINARY: JsonMap = { type: "string", format: "binary" };
