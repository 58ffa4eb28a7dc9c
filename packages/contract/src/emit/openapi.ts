import { RESOURCES } from "../resources.ts";
import { GROUPS, KEYED_METHODS, type Group, type Method, type Route, type UnknownPolicy } from "../route.ts";
import { API_PREFIX, ROUTES } from "../routes.ts";
import type { Schema } from "../schema.ts";
import { ERROR_RESPONSES, HEADERS, errorStatuses } from "./openapi-errors.ts";
import { exampleOf } from "./openapi-examples.ts";
import { createSchemaWriter, type Json, type JsonMap, type SchemaWriter } from "./openapi-schemas.ts";

/** What a document describes. */
export interface OpenapiSource {
  routes: Readonly<Record<string, Route>>;
  resources: Readonly<Record<string, Schema>>;
}

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

/** The OpenAPI 3.1 document of a route table; of the whole API unless told. JSON, without a version of the server. */
export function emitOpenapi({ routes, resources }: OpenapiSource = { routes: ROUTES, resources: RESOURCES }): JsonMap {
  const schemas = createSchemaWriter(resources);
  const groups = GROUPS.filter((group) => Object.values(routes).some((route) => route.group === group));
  return {
    openapi: "3.1.0",
    info: {
      title: "Trilho sales CRM API",
      version: "1.0.0",
      description:
        "Deals, pipelines, conversations, cadences and automations of one workspace, which the API key names. " +
        "Most answers are an envelope `{ data, message }`; lists are paged by an opaque cursor.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: API_PREFIX, description: "This server" }],
    security: SECURITY,
    tags: groups.map((name) => ({ name, description: GROUP_WORDS[name] })),
    paths: paths(routes, schemas),
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: "An API key: `trk_live_…` or `trk_test_…`." },
      },
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
      headers: HEADERS,
      responses: ERROR_RESPONSES,
      schemas: schemas.components(),
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

function paths(routes: OpenapiSource["routes"], schemas: SchemaWriter): JsonMap {
  const byPath = new Map<string, Record<string, Json>>();
  for (const [id, route] of Object.entries(routes)) {
    const item = byPath.get(route.path) ?? {};
    item[VERBS[route.method]] = operation(id, route, schemas);
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

function operation(id: string, route: Route, schemas: SchemaWriter): JsonMap {
  const parameters = [
    ...inPath(route.params, schemas),
    ...inQuery(route, schemas),
    ...(KEYED_METHODS.includes(route.method) ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
  ];
  const requestBody = body(route, schemas);
  return {
    operationId: id,
    summary: route.summary,
    ...(route.description !== undefined && { description: route.description }),
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

const inPath = (params: Schema | undefined, schemas: SchemaWriter): JsonMap[] =>
  Object.entries((params as Parameters | undefined)?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: "path",
    required: true,
    schema: schemas.reference(schema),
  }));

function inQuery({ query, unknownValues = {} }: Route, schemas: SchemaWriter): JsonMap[] {
  const { properties = {}, required = [] } = (query ?? {}) as Parameters;
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    ...(required.includes(name) && { required: true }),
    ...styleOf(schema),
    ...aboutUnknown(unknownValues[name]),
    schema: schemas.reference(unknownValues[name] === "ignore" ? opened(schema) : schema),
  }));
}

const UNKNOWN_WORDS: Readonly<Record<UnknownPolicy, string>> = {
  ignore: "Unknown values are passed over.",
  reject: "An unknown value is a 400.",
};

const aboutUnknown = (policy: UnknownPolicy | undefined): JsonMap =>
  policy === undefined ? {} : { description: UNKNOWN_WORDS[policy], "x-unknown-values": policy };

/** The known values with any other text beside them: who validates by the document must let them pass as well. */
function opened(schema: Schema): Schema {
  const { enum: values, items } = schema as { enum?: unknown; items?: Schema };
  if (items !== undefined) return { ...schema, items: opened(items) } as Schema;
  return values === undefined ? schema : ({ anyOf: [schema, { type: "string" }] } as Schema);
}

/** `k=a&k=b` for lists, `k[key]=a` for objects. */
function styleOf(schema: Schema): JsonMap {
  const { type } = schema as { type?: string | readonly string[] };
  if (type?.includes("array")) return { style: "form", explode: true };
  return type?.includes("object") ? { style: "deepObject", explode: true } : {};
}

function body({ body: schema, bodyIsOptional, upload }: Route, schemas: SchemaWriter): JsonMap | null {
  if (upload !== undefined) {
    const file = { type: "string", format: "binary", description: `At most ${upload.maxBytes} bytes.` };
    const form = { type: "object", required: [upload.field], properties: { [upload.field]: file } };
    return { required: true, content: { "multipart/form-data": { schema: form } } };
  }
  if (schema === undefined) return null;
  return { required: bodyIsOptional !== true, content: { "application/json": { schema: schemas.reference(schema) } } };
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
