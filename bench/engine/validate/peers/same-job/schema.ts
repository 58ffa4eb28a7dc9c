import { ACTION_TYPES, BRANCHES_SCHEMA, BUTTONS_SCHEMA, EXITS_SCHEMA, GRAPH_SCHEMA, NODE_KINDS } from "@trilho/engine";
import type { ActionType, ProblemCode } from "@trilho/engine";
import type { ErrorObject } from "ajv";
import { isObject } from "./problem.ts";
import type { Problem } from "./problem.ts";

const filled = { type: "string", minLength: 1 };

const requiring = (properties: Readonly<Record<string, object>>, required = Object.keys(properties)) => ({
  required: ["config"],
  properties: { config: { type: "object", required, properties } },
});

const delay = requiring({ delaySeconds: { type: "number", minimum: 5 } });
const tags = requiring({ tagIds: { type: "array", minItems: 1, items: filled } });
const absent = { type: "null" };

/** What the contract asks of the config of an action. */
const REQUIREMENTS: Partial<Record<ActionType, object>> = {
  webhook: requiring({ url: filled }),
  move_stage: requiring({ targetStageId: filled }),
  assign_responsible: requiring({ userId: filled }),
  add_tag: tags,
  remove_tag: tags,
  set_custom_field: {
    ...requiring({ value: {} }),
    oneOf: [
      requiring({ fieldId: filled, fieldSlug: absent }, ["fieldId"]),
      requiring({ fieldSlug: filled, fieldId: absent }, ["fieldSlug"]),
    ],
  },
  wait: delay,
  send_whatsapp: { properties: { config: { properties: { buttons: BUTTONS_SCHEMA } } } },
};

const listed = ACTION_TYPES.filter((type) => REQUIREMENTS[type] !== undefined);
const others = ACTION_TYPES.filter((type) => REQUIREMENTS[type] === undefined);

const KINDS: Readonly<Record<string, object>> = {
  condition: { properties: { condition: { properties: { branches: BRANCHES_SCHEMA } } } },
  round_robin: { properties: { config: { properties: { exits: EXITS_SCHEMA } } } },
  wait: delay,
  action: {
    discriminator: { propertyName: "actionType" },
    required: ["actionType"],
    oneOf: [
      ...listed.map((type) => withTag("actionType", { const: type }, REQUIREMENTS[type] ?? {})),
      withTag("actionType", { enum: others }, {}),
    ],
  },
};

function withTag(name: string, tag: object, schema: object): object {
  const { properties = {}, ...rest } = schema as { properties?: object };
  return { ...rest, properties: { ...properties, [name]: tag } };
}

const { $id: _, ...graphSchema } = GRAPH_SCHEMA;
const { type: __, ...nodeProperties } = graphSchema.properties.nodes.items.properties;

/** A definition: one schema, the kinds of nodes told apart by `discriminator`, which Ajv compiles to a choice. */
export const DEFINITION_SCHEMA = {
  ...graphSchema,
  properties: {
    ...graphSchema.properties,
    nodes: {
      type: "array",
      maxItems: 50,
      items: {
        type: "object",
        required: ["id", "type"],
        properties: nodeProperties,
        discriminator: { propertyName: "type" },
        oneOf: NODE_KINDS.map((type) => withTag("type", { const: type }, KINDS[type] ?? {})),
      },
    },
  },
};

const CONFIG_CODES: Readonly<Record<string, Readonly<Record<string, ProblemCode>>>> = {
  webhook: { url: "webhook-needs-url" },
  move_stage: { targetStageId: "move-stage-needs-stage" },
  assign_responsible: { userId: "responsible-needed" },
  add_tag: { tagIds: "tags-needed" },
  remove_tag: { tagIds: "tags-needed" },
  set_custom_field: { fieldId: "field-needed", fieldSlug: "field-needed", value: "field-value-needed" },
  wait: { delaySeconds: "delay-needed" },
};

/** What Ajv's errors are called, and where they are; each once. */
export function toProblems(errors: readonly ErrorObject[], definition: unknown): Problem[] {
  const problems = new Map<string, Problem>();
  for (const error of errors) {
    for (const problem of toProblem(error, definition)) problems.set(`${problem.path} ${problem.code}`, problem);
  }
  return [...problems.values()];
}

function toProblem({ keyword, instancePath, params }: ErrorObject, definition: unknown): Problem[] {
  const [list, position, ...below] = instancePath.split("/").slice(1);
  const node = list === "nodes" ? itemAt(definition, list, position) : undefined;
  if (keyword === "oneOf" || params["missingProperty"] === "actionType") return [];
  if (keyword === "discriminator") return [unknownKind(String(params["tag"]), instancePath, node)];
  if (keyword === "maxItems") return [{ code: "too-many-nodes", path: instancePath }];
  const missing = keyword === "required" ? String(params["missingProperty"]) : null;
  const path = missing === null ? instancePath : `${instancePath}/${missing}`;
  if (isObject(node) && node["type"] !== "condition" && node["type"] !== "round_robin") {
    const codes = CONFIG_CODES[String(node["type"] === "wait" ? "wait" : node["actionType"])] ?? {};
    // A config that is left out lacks all that it must hold.
    if (missing === "config") return Object.entries(codes).map(([key, code]) => ({ code, path: `${path}/${key}` }));
    const key = below[0] === "config" ? (below[1] ?? missing ?? "") : "";
    const code = codes[key];
    if (code !== undefined) return [{ code, path }];
  }
  return [{ code: missing === null ? codeOf(keyword, instancePath) : "missing-field", path }];
}

function unknownKind(tag: string, path: string, node: unknown): Problem {
  const value = isObject(node) ? node[tag] : undefined;
  if (tag === "type")
    return { code: value === undefined ? "missing-field" : "unknown-node-type", path: `${path}/type` };
  const code =
    value === undefined || value === null
      ? "missing-action-type"
      : typeof value === "string"
        ? "unknown-action-type"
        : "wrong-type";
  return { code, path: `${path}/actionType` };
}

function codeOf(keyword: string, path: string): ProblemCode {
  if (path === "/version") return "wrong-version";
  if (keyword === "minimum") return "negative-weight";
  if (keyword === "minLength") return "empty-node-id";
  if (keyword !== "pattern") return "wrong-type";
  return path.endsWith("/sourceHandle") ? "unknown-handle" : "invalid-part-id";
}

function itemAt(definition: unknown, list: string, position: string | undefined): unknown {
  const items = isObject(definition) ? definition[list] : undefined;
  return Array.isArray(items) ? items[Number(position)] : undefined;
}
