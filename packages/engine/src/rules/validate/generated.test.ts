import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { generate } from "../../../scripts/shape.mjs";
import { BRANCHES_SCHEMA, BUTTONS_SCHEMA, EXITS_SCHEMA, GRAPH_SCHEMA } from "../../contract/graph-schema.ts";

it("the generated shape checks are those of the schemas (else run scripts/shape.mjs)", () => {
  const generated = readFileSync(new URL("../generated/shape.ts", import.meta.url), "utf8");
  const schemas = { graph: GRAPH_SCHEMA, branches: BRANCHES_SCHEMA, exits: EXITS_SCHEMA, buttons: BUTTONS_SCHEMA };
  expect(generated).toBe(generate(schemas));
});

it("the generated shape checks need neither Ajv nor eval", () => {
  const generated = readFileSync(new URL("../generated/shape.ts", import.meta.url), "utf8");
  expect(generated).not.toMatch(/\brequire\(|\bimport\b|\beval\b|new Function/);
});
