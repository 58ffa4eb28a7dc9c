import { isObject } from "../../contract/json.ts";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ACTIONS } from "../../contract/actions.ts";
import type { ConfigSchema } from "../../contract/config-schema.ts";
import { ACTION_TYPES, NODE_KINDS } from "../../contract/definition.ts";
import { BRANCHES_SCHEMA, BUTTONS_SCHEMA, EXITS_SCHEMA, GRAPH_SCHEMA } from "../../contract/graph-schema.ts";
import { NODES } from "../../contract/nodes.ts";
import { rawParts } from "../../graph/parts.ts";
import { action, around, branch, condition, roundRobin } from "../testing/graphs.ts";
import { changed, definitions } from "../testing/arbitraries.ts";
import { validateGraph } from "./validate.ts";

const ajv = new Ajv2020({ allErrors: true, strict: false, formats: { uri: true } });
const check = (schema: object) => {
  const { $id: _, ...anonymous } = { $id: "", ...schema };
  return ajv.compile(anonymous);
};

/** What Ajv refuses of a value, as pointers below `base`. */
function refused(validate: ReturnType<typeof check>, value: unknown, base = ""): string[] {
  validate(value);
  return (validate.errors ?? []).map(({ keyword, instancePath, params }) =>
    keyword === "required" ? `${base}${instancePath}/${params["missingProperty"]}` : `${base}${instancePath}`,
  );
}

const graphSchema = check(GRAPH_SCHEMA);
const PARTS = [
  { type: "condition", actionType: null, below: "condition/branches", schema: check(BRANCHES_SCHEMA) },
  { type: "round_robin", actionType: null, below: "config/exits", schema: check(EXITS_SCHEMA) },
  { type: "action", actionType: "send_whatsapp", below: "config/buttons", schema: check(BUTTONS_SCHEMA) },
] as const;

/** Where Ajv finds that a definition has not the shape which the schemas publish. */
function misshapenByAjv(definition: unknown): string[] {
  const { nodes } = isObject(definition) ? definition : {};
  const parts = (Array.isArray(nodes) ? nodes : []).flatMap((node: unknown, index) => {
    const own = PARTS.find(
      ({ type, actionType }) =>
        isObject(node) && node["type"] === type && (actionType === null || node["actionType"] === actionType),
    );
    const list = own && rawParts(node as never);
    return own && list !== undefined ? refused(own.schema, list, `/nodes/${index}/${own.below}`) : [];
  });
  return [...new Set([...refused(graphSchema, definition), ...parts])].toSorted();
}

const SHAPE = new Set([
  "wrong-type",
  "missing-field",
  "wrong-version",
  "empty-node-id",
  "unknown-node-type",
  "unknown-handle",
  "invalid-part-id",
  "negative-weight",
]);

const all = { maxProblems: Infinity };

function misshapen(definition: unknown): string[] {
  const { problems } = validateGraph(definition, all);
  return [...new Set(problems.flatMap(({ code, path }) => (SHAPE.has(code) ? [path] : [])))].toSorted();
}

const hostile = fc.oneof(
  fc.constantFrom(null, "", " ", "x", "a b", "ação", 0, -1, 2, 0.5, 1e308, true, [], [null], {}, { __proto__: null }),
  fc.jsonValue({ maxDepth: 2 }),
);
const or = <T>(sound: fc.Arbitrary<T>) => fc.oneof({ weight: 4, arbitrary: sound }, { weight: 1, arbitrary: hostile });
const partly = (fields: Record<string, fc.Arbitrary<unknown>>) => or(fc.record(fields, { requiredKeys: [] }));
const partId = or(fc.constantFrom("a", "b", "x".repeat(64), "x".repeat(65), "a b", "é"));
const parts = or(
  fc.array(partly({ id: partId, label: hostile, query: or(fc.constant({})), weight: hostile }), { maxLength: 3 }),
);
const anyNode = partly({
  id: or(fc.constantFrom("start", "a", "b", "__proto__")),
  type: or(fc.constantFrom(...NODE_KINDS)),
  actionType: or(fc.constantFrom(...ACTION_TYPES)),
  config: partly({ buttons: parts, exits: parts, delaySeconds: hostile }),
  condition: partly({ branches: parts }),
});
const anyEdge = partly({
  id: or(fc.string()),
  source: or(fc.constantFrom("start", "a", "b")),
  target: or(fc.constantFrom("start", "a", "b")),
  sourceHandle: or(fc.constantFrom("next", "fallback", "branch_a", "rr_", "btn_a b", "sideways", "timeout")),
});
const anyGraph = partly({
  version: or(fc.constant(2)),
  nodes: or(fc.array(anyNode, { maxLength: 5 })),
  edges: or(fc.array(anyEdge, { maxLength: 5 })),
});

describe("Ajv with the published schemas, and validateGraph", () => {
  it("find the same places misshapen in hostile graphs, and take the same graphs for well shaped", () => {
    fc.assert(
      fc.property(anyGraph, (definition) => {
        const places = misshapenByAjv(definition);
        expect(misshapen(definition)).toEqual(places);
        expect(validateGraph(definition).definition === null).toBe(places.length > 0);
      }),
      { numRuns: 2000 },
    );
  });

  it("find nothing misshapen in graphs that are only wrong as graphs", () => {
    fc.assert(
      fc.property(fc.oneof(definitions, changed), (definition) => {
        const handles = (definition.edges ?? []).some(({ sourceHandle }) => sourceHandle === "bad");
        expect(misshapen(definition)).toEqual(misshapenByAjv(definition));
        expect(misshapen(definition).length > 0).toBe(handles);
      }),
    );
  });
});

const unset = (key: string) => ({ [key]: { type: "null" } });

/** Of a config's schema what the contract says: the keys that it requires, and of how many keys exactly one is set. */
function contractPart({ required, properties, "x-one-of": choice = [] }: ConfigSchema, more: object): object {
  const kept = Object.fromEntries(required.map((key) => [key, properties[key] ?? {}]));
  const choices = choice.map((key) => ({
    required: [key],
    properties: { ...Object.assign({}, ...choice.map(unset)), [key]: properties[key] },
  }));
  return { type: "object", required, properties: { ...kept, ...more }, ...(choices.length > 0 && { oneOf: choices }) };
}

/** A config with keys of a schema, sound or not. */
function configOf({ properties }: ConfigSchema): fc.Arbitrary<unknown> {
  const value = or(fc.constantFrom<unknown>("x", ["t"], ["t", ""], 5, 4.99, 60, [{ id: "a" }], [{ id: "a b" }]));
  return fc.record(Object.fromEntries(Object.keys(properties).map((key) => [key, value])), { requiredKeys: [] });
}

/** Errors in the node's config: but for ids used twice, which no schema can tell. */
const configErrors = (node: unknown): string[] =>
  validateGraph(around(node), all).problems.flatMap(({ code, severity, path }) =>
    severity === "error" && /^\/nodes\/1\/con(?:fig|dition)/.test(path) && !code.startsWith("duplicate-") ? [path] : [],
  );

describe.each(ACTION_TYPES)("of the action %s", (type) => {
  const { configSchema } = ACTIONS[type];
  const node = (config: unknown) => action("it", type, config as never);

  it("a config has errors exactly where Ajv refuses what the contract requires of it", () => {
    const validate = check(contractPart(configSchema, type === "send_whatsapp" ? { buttons: BUTTONS_SCHEMA } : {}));
    fc.assert(
      fc.property(or(configOf(configSchema)), (config) => {
        expect([config, configErrors(node(config)).length > 0]).toEqual([config, !validate(config)]);
      }),
      { numRuns: 300 },
    );
  });

  it("a config that Ajv takes by the whole of its schema has no error", () => {
    const choice = contractPart(configSchema, {});
    const validate = check({ allOf: [configSchema, choice] });
    fc.assert(
      fc.property(configOf(configSchema), (config) => {
        if (validate(config)) expect(configErrors(node(config))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe.each([
  ["branches", NODES.condition.configSchema, (list: never[]) => condition("it", ...list), branch("a")],
  ["exits", NODES.round_robin.configSchema, (list: never[]) => roundRobin("it", ...list), { id: "a", weight: 2 }],
] as const)("of %s", (key, schema, make, sound) => {
  it("a list that Ajv takes by the form's schema has no misshapen part", () => {
    const validate = check(schema ?? {});
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constant(sound), partly({ id: partId, query: or(fc.constant({})), weight: hostile }))),
        (list) => {
          if (!validate({ [key]: list })) return;
          const errors = configErrors(make(list as never)).filter((path) => /\/\d+\/[a-z]+$/.test(path));
          expect(errors).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });
});
