import { emitOpenapi, ROUTES, type OperationId } from "@trilho/contract";
import { ACTION_TYPES, HANDLE_PATTERN, NODE_KINDS, PLAIN_HANDLES, TRIGGER_TYPES } from "@trilho/engine/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { describe, expect, it } from "vitest";

/* The document of the whole API, as those read it who integrate by it. */

interface Parameter {
  name: string;
  in: string;
  description?: string;
  schema: { default?: unknown };
}

interface Operation {
  operationId: string;
  description?: string;
  deprecated?: boolean;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { example?: unknown }> };
}

interface Document {
  info: { description: string };
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>> & { schemas: Record<string, Component> };
}

interface Component {
  enum?: string[];
  anyOf?: Component[];
  oneOf?: { $ref: string }[];
  pattern?: string;
  discriminator?: { mapping: Record<string, string> };
  properties?: Record<string, Component & { description?: string; default?: unknown; const?: unknown }>;
}

const document = JSON.parse(JSON.stringify(emitOpenapi())) as Document;
const places = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([verb, operation]) => ({ path, verb, operation, id: operation.operationId })),
);
const { schemas } = document.components;

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajvFormats.default(ajv);
ajv.addSchema(document, "document");

const pointer = (keys: readonly string[]): string =>
  keys.map((key) => encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/");

/** What the component of this name finds wrong. */
function errorsOf(name: string, value: unknown): string {
  ajv.validate({ $ref: `document#/components/schemas/${name}` }, value);
  return ajv.errorsText();
}

describe("the document of the API", () => {
  it.each(places)("says what $id does, and what each of its parameters is", ({ operation }) => {
    expect(operation.description).toMatch(/\S/);
    const parameters = (operation.parameters ?? []).filter((parameter) => "name" in parameter);
    expect(parameters.filter(({ description = "" }) => description.trim() === "")).toEqual([]);
  });

  it.each(places.filter(({ operation }) => operation.requestBody?.content["application/json"]))(
    "shows a body for $id that its schema allows",
    ({ path, verb, operation }) => {
      const place = ["paths", path, verb, "requestBody", "content", "application/json", "schema"];
      ajv.validate(
        { $ref: `document#/${pointer(place)}` },
        operation.requestBody?.content["application/json"]?.example,
      );
      expect(ajv.errorsText()).toBe("No errors");
    },
  );

  it("has no component that nothing refers to, and refers to none that is not there", () => {
    const named = Object.entries(document.components)
      .filter(([kind]) => kind !== "securitySchemes")
      .flatMap(([kind, components]) => Object.keys(components).map((name) => `#/components/${kind}/${name}`));
    const text = JSON.stringify(document);
    const referred = new Set([...text.matchAll(/"(#\/components\/[^"]+)"/g)].map(([, reference]) => reference));
    expect([...referred].toSorted()).toEqual(named.toSorted());
  });

  it("marks the old address of messages, and nothing else, as deprecated", () => {
    expect(places.filter(({ operation }) => operation.deprecated).map(({ id }) => id)).toEqual(["sendMessage"]);
  });

  it.each<[OperationId, string, unknown]>([
    ["listDeals", "limit", 50],
    ["listAutomationRuns", "limit", 20],
    ["listConversations", "filter", "all"],
    ["listConversations", "sort", "desc"],
    ["getAutomationStats", "ways", true],
  ])("tells the default of %s, %s: %j", (id, name, value) => {
    const { path, method } = ROUTES[id];
    const parameters = document.paths[path]?.[method.toLowerCase()]?.parameters ?? [];
    expect(parameters.find((parameter) => parameter.name === name)?.schema.default).toEqual(value);
  });

  it.each<[string, string, unknown]>([
    ["CreateDealRequest", "currency", "BRL"],
    ["CreateAutomationRequest", "scope", "global"],
    ["CreateAutomationRequest", "enabled", false],
    ["CreateCadenceRequest", "active", true],
    ["CreateCustomFieldRequest", "entityType", "deal"],
    ["SendMessageRequest", "type", "text"],
    ["SendMessageRequest", "voice", true],
    ["NewStage", "color", "#6366f1"],
    ["DealIdleTriggerConfig", "idleSeconds", 259200],
  ])("tells the default of %s, %s: %j, in words", (name, key, value) => {
    expect(schemas[name]?.properties?.[key]?.description).toMatch(new RegExp(`\\B\`${String(value)}\` by default\\.$`));
  });

  it("demands no part of a body that has a default: clients made from the document would", () => {
    const parts = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).map(([key, part]) => ({ part: `${name}.${key}`, ...part })),
    );
    expect(parts.filter((part) => "default" in part)).toEqual([]);
  });

  it.each(["First request", "Test keys", "errors", "Limits", "Pages", "Signatures"])("teaches: %s", (title) => {
    expect(document.info.description).toMatch(new RegExp(`^## .*${title}`, "m"));
  });
});

describe("the graph in the document", () => {
  it("has the node types, action types, handles and triggers of the engine", () => {
    const nodes = (schemas["GraphNode"]?.oneOf ?? []).map(({ $ref }) => schemas[$ref.split("/").at(-1) ?? ""]);
    expect(nodes.map((node) => node?.properties?.["type"]?.const ?? "action")).toEqual([...NODE_KINDS]);
    expect(Object.keys(schemas["ActionNode"]?.discriminator?.mapping ?? {})).toEqual([...ACTION_TYPES]);
    expect(schemas["Handle"]?.anyOf?.[0]?.enum).toEqual([...PLAIN_HANDLES]);
    expect(schemas["TriggerType"]?.anyOf?.[0]?.enum).toEqual(Object.keys(TRIGGER_TYPES));
  });

  it.each(["next", "timeout", "branch_vip", "btn_yes", "rr_a", "sideways", "branch_", "btn_é"])(
    "allows the handle %s where the engine does",
    (handle) => {
      expect(errorsOf("Handle", handle) === "No errors").toBe(new RegExp(HANDLE_PATTERN).test(handle));
    },
  );

  it.each<[string, object]>([
    [
      "a webhook",
      { id: "a", type: "action", actionType: "webhook", config: { url: "https://x.example", method: "PUT" } },
    ],
    ["a field named by its slug", setField({ fieldId: null, fieldSlug: "x", value: null })],
    ["keys that it does not know", { id: "a", type: "end", note: 1, config: { ui: { x: 1 } } }],
    ["a wait", { id: "a", type: "wait", actionType: "webhook", config: { delaySeconds: 5.5 } }],
    ["a condition without branches", { id: "a", type: "condition", condition: null }],
    ["exits", { id: "a", type: "round_robin", config: { exits: [{ id: "x", weight: 2 }] } }],
  ])("takes %s", (_, node) => {
    expect(errorsOf("GraphDefinition", around(node))).toBe("No errors");
  });

  it.each<[string, object]>([
    ["a webhook without an address", { id: "a", type: "action", actionType: "webhook", config: {} }],
    ["an unknown action", { id: "a", type: "action", actionType: "dance" }],
    ["an unknown node", { id: "a", type: "dance" }],
    ["a wait that is too short", { id: "a", type: "wait", config: { delaySeconds: 1 } }],
    ["a number for a text", { id: "a", type: "action", actionType: "send_whatsapp", config: { text: 1 } }],
  ])("does not take %s", (_, node) => {
    expect(errorsOf("GraphDefinition", around(node))).not.toBe("No errors");
  });
});

const around = (node: object) => ({ version: 2, nodes: [{ id: "start", type: "trigger" }, node] });

function setField(config: object): object {
  return { id: "a", type: "action", actionType: "set_custom_field", config };
}
