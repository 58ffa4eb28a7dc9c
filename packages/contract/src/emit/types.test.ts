import { readFileSync } from "node:fs";
import { format } from "oxfmt";
import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import type { Route } from "../route.ts";
import { looseObject, nullable, oneOf, type Schema } from "../schema.ts";
import { generatedFiles } from "./source.ts";
import { emitTypes } from "./types.ts";

describe("the generated files", () => {
  it.each(Object.entries(generatedFiles()))(
    "%s is that of the schemas and the route table: run scripts/generate-types.mjs when this fails",
    async (path, text) => {
      const file = new URL(`../../../${path}`, import.meta.url);
      expect((await format(path, text, { printWidth: 120 })).code).toBe(readFileSync(file, "utf8"));
    },
  );
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

  const gone: Route = {
    group: "Automations",
    method: "DELETE",
    client: "x.delete",
    path: "/x",
    summary: "",
    description: "",
    success: { status: 204, schema: null },
    errors: [],
    permission: null,
    features: [],
    unknownQuery: "ignore",
  };

  it.each<[string, Partial<Route>, string]>([
    ["without content is null", {}, "body: undefined; result: null"],
    ["that takes a file is its content", { upload: { field: "file", maxBytes: 1 } }, "body: FileContent; result: null"],
    [
      "that answers a file is its content",
      { success: { status: 200, schema: null, binary: true } },
      "body: undefined; result: FileContent",
    ],
  ])("of an operation %s", (_, change, expected) => {
    expect(emitTypes({ resources: {}, routes: { gone: { ...gone, ...change } }, imported: {} })).toContain(
      `gone: { params: undefined; query: undefined; ${expected} }`,
    );
  });
});
