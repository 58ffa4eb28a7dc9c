import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { envelope } from "../envelopes.ts";
import { ErrorBody } from "../errors.ts";
import type { Route } from "../route.ts";
import { listOf, nullable, oneOf, textsByKey } from "../schema.ts";
import { emitOpenapi } from "./openapi.ts";

const Thing = Type.Object({ id: Type.String(), part: nullable(Type.Integer()) });

const route = (change: Partial<Route>): Route => ({
  group: "Deals",
  client: "things.get",
  method: "GET",
  path: "/things/{id}",
  summary: "A thing",
  description: "As it was made.",
  success: { status: 200, schema: envelope(Thing) },
  errors: [404],
  permission: "deals.edit",
  features: ["API_ACCESS"],
  unknownQuery: "ignore",
  ...change,
});

/** The one operation of a document of one route. */
function operation(change: Partial<Route>) {
  const document = emitOpenapi({ routes: { doIt: route(change) }, resources: { Thing, ErrorBody }, bodies: {} });
  const [path] = Object.values(JSON.parse(JSON.stringify(document)).paths as Record<string, object>);
  return Object.values(path ?? {})[0];
}

describe("an operation of the document", () => {
  it("names its id, group, permission and features", () => {
    expect(operation({})).toMatchObject({
      operationId: "doIt",
      tags: ["Deals"],
      "x-permission": "deals.edit",
      "x-features": ["API_ACCESS"],
    });
  });

  it("says what its callers must know besides, and what their key needs", () => {
    expect(operation({ features: ["API_ACCESS", "CADENCE"] })).toMatchObject({
      summary: "A thing",
      description: "As it was made.\n\nNeeds the permission `deals.edit` and the features `API_ACCESS`, `CADENCE`.",
    });
    expect(operation({ permission: null }).description).toContain("Needs the feature `API_ACCESS`.");
  });

  it("tells that it is kept for old clients alone", () => {
    expect(operation({ deprecated: true })).toMatchObject({ deprecated: true });
    expect(operation({})).not.toHaveProperty("deprecated");
  });

  it("refers to schemas that have a name", () => {
    const { schema } = operation({}).responses[200].content["application/json"];
    expect(schema.properties.data).toEqual({ $ref: "#/components/schemas/Thing" });
  });

  it("has the parameters of its path, and of its query in the style that the server reads", () => {
    const params = Type.Object({ id: Type.String() });
    const query = Type.Object({
      ids: Type.Optional(listOf(Type.String())),
      customFields: Type.Optional(textsByKey("By slug.")),
      limit: Type.Integer(),
    });
    expect(operation({ params, query }).parameters).toMatchObject([
      { name: "id", in: "path", required: true },
      { name: "ids", in: "query", style: "form", explode: true },
      {
        name: "customFields",
        in: "query",
        style: "deepObject",
        explode: true,
        schema: { type: "object", additionalProperties: { type: "string" } },
      },
      { name: "limit", in: "query", required: true, schema: { type: "integer" } },
    ]);
  });

  it("says of each parameter what becomes of values that it does not know", () => {
    const query = Type.Object({
      kinds: Type.Optional(listOf(oneOf(["a"]))),
      state: Type.Optional(oneOf(["on"])),
      search: Type.Optional(Type.String()),
    });
    const [kinds, state, search] = operation({ query, unknownValues: { kinds: "ignore", state: "reject" } }).parameters;
    expect([kinds, state, search].map((parameter) => parameter["x-unknown-values"])).toEqual([
      "ignore",
      "reject",
      undefined,
    ]);
    expect(kinds.schema.items).toEqual({ anyOf: [{ type: "string", enum: ["a"] }, { type: "string" }] });
    expect(state.schema).toEqual({ type: "string", enum: ["on"] });
  });

  it.each<[string, Partial<Route>, string[]]>([
    ["of reading", {}, ["200", "401", "403", "404", "429", "500", "503"]],
    ["of reading with a query", { query: Type.Object({}) }, ["200", "400", "401", "403", "404", "429", "500", "503"]],
    [
      "of a POST with a body",
      { method: "POST", body: Thing },
      ["200", "400", "401", "403", "404", "409", "413", "415", "429", "500", "503"],
    ],
  ])("documents every answer %s", (_, change, statuses) => {
    expect(Object.keys(operation(change).responses)).toEqual(statuses);
  });

  it.each(["POST", "PUT"] as const)("that is a %s may carry an Idempotency-Key", (method) => {
    expect(operation({ method }).parameters).toEqual([{ $ref: "#/components/parameters/IdempotencyKey" }]);
    expect(Object.keys(operation({ method }).responses)).toContain("409");
  });

  it("takes a file as a part of a form, and answers one as it is", () => {
    const { requestBody, responses } = operation({
      method: "POST",
      upload: { field: "file", maxBytes: 10 },
      success: { status: 200, schema: null, binary: true },
    });
    expect(requestBody.content["multipart/form-data"].schema.required).toEqual(["file"]);
    expect(Object.keys(responses[200].content)).toEqual(["*/*"]);
  });

  it("without content answers none", () => {
    expect(operation({ success: { status: 204, schema: null } }).responses[204]).not.toHaveProperty("content");
  });
});
