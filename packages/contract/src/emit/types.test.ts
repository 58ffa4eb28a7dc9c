import { readFileSync } from "node:fs";
import { format, resolveConfig } from "prettier";
import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import type { Route } from "../route.ts";
import { looseObject, nullable, oneOf, type Schema } from "../schema.ts";
import { TYPE_SOURCE } from "./source.ts";
import { emitTypes } from "./types.ts";

const generated = new URL("../generated/types.ts", import.meta.url);

describe("the generated types", () => {
  it("are those of the schemas and the route table: run scripts/generate-types.mjs when this fails", async () => {
    const options = { ...(await resolveConfig(generated)), parser: "typescript" };
    expect(await format(emitTypes(TYPE_SOURCE), options)).toBe(readFileSync(generated, "utf8"));
  });
});

const Named = Type.Object({ a: Type.Integer() });
const typeOf = (schema: Schema): string => {
  const text = emitTypes({ resources: { Named, Probe: Type.Object({ x: schema }) }, routes: {}, imported: {} });
  return /export interface Probe \{ x: (.*); \}/.exec(text)?.[1] ?? text;
};

describe("a schema's type", () => {
  it.each<[string, Schema, string]>([
    ["a string", Type.String(), "string"],
    ["an integer", Type.Integer(), "number"],
    ["a nullable boolean", nullable(Type.Boolean()), "boolean | null"],
    ["one of some texts", oneOf(["a", "b"]), '"a" | "b"'],
    ["one of some texts, or null", nullable(oneOf(["a"])), '"a" | null'],
    ["an array of a union", Type.Array(nullable(Type.String())), "(string | null)[]"],
    ["a named schema", Type.Array(Named), "Named[]"],
    ["an object without fixed keys", looseObject(), "JsonObject"],
    ["a map", Type.Unsafe({ type: "object", additionalProperties: Named }), "Record<string, Named>"],
    ["an object in place", Type.Object({ b: Type.Optional(Type.String()) }), "{ b?: string; }"],
    ["anything", Type.Unknown(), "unknown"],
  ])("of %s", (_, schema, expected) => {
    expect(typeOf(schema)).toBe(expected);
  });

  it("of an operation without content is null", () => {
    const route: Route = {
      group: "Automations",
      method: "DELETE",
      client: "x.delete",
      path: "/x",
      summary: "",
      success: { status: 204, schema: null },
      errors: [],
      permission: null,
      features: [],
      unknownQuery: "ignored",
    };
    expect(emitTypes({ resources: {}, routes: { gone: route }, imported: {} })).toContain(
      "gone: { params: undefined; query: undefined; body: undefined; result: null }",
    );
  });
});
