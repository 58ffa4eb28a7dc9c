import type { JsonValue } from "../contract/json.ts";
import { isObject, rawParts } from "../graph/parts.ts";
import type { GraphNode } from "../contract/definition.ts";
import type { ProblemCode } from "./codes.ts";
import * as generated from "./generated/shape.ts";
import { pointer, segmentsOf } from "./pointer.ts";
import { nodeName } from "./names.ts";
import type { Finding } from "./rule.ts";

interface ShapeError {
  instancePath: string;
  keyword: string;
  params: Readonly<Record<string, unknown>>;
}
interface ShapeCheck {
  (data: unknown): boolean;
  errors?: ShapeError[] | null;
}

const checks: Readonly<Record<"graph" | "branches" | "exits" | "buttons", ShapeCheck>> = generated;

/** Checks the shape of a graph, of its lists of branches, exits and buttons too. */
export function* shapeFindings(definition: JsonValue): Generator<Finding> {
  yield* run(checks.graph, definition, "", definition);
  if (!isObject(definition) || !Array.isArray(definition["nodes"])) return;
  for (const [index, node] of definition["nodes"].entries()) {
    if (!isObject(node)) continue;
    const list = PARTS[listOwner(node)];
    const parts = list && rawParts(node as unknown as GraphNode);
    if (list && parts !== undefined) yield* run(list.check, parts, pointer("nodes", index, ...list.below), definition);
  }
}

const PARTS: Readonly<Record<string, { check: ShapeCheck; below: readonly string[] }>> = {
  condition: { check: checks.branches, below: ["condition", "branches"] },
  round_robin: { check: checks.exits, below: ["config", "exits"] },
  action: { check: checks.buttons, below: ["config", "buttons"] },
};

function listOwner(node: { type?: unknown }): string {
  return typeof node.type === "string" && Object.hasOwn(PARTS, node.type) ? node.type : "";
}

function* run(check: ShapeCheck, data: unknown, base: string, definition: JsonValue): Generator<Finding> {
  if (check(data)) return;
  const errors = check.errors ?? [];
  check.errors = null;
  for (const error of errors) yield toFinding(error, base, definition);
}

function toFinding(error: ShapeError, base: string, definition: JsonValue): Finding {
  const missing = error.keyword === "required" ? `/${escaped(String(error.params["missingProperty"]))}` : "";
  const path = `${base}${error.instancePath}${missing}`;
  const segments = segmentsOf(path);
  const code = codeOf(error.keyword, segments);
  const where = placeOf(segments, definition);
  return { code, path, message: MESSAGES[code]?.(where.name, error) ?? "This is not right.", ...where.ids };
}

function codeOf(keyword: string, segments: readonly string[]): ProblemCode {
  const last = segments.at(-1);
  if (segments.length === 1 && last === "version") return "wrong-version";
  if (keyword === "required") return "missing-field";
  if (keyword === "enum") return "unknown-node-type";
  if (keyword === "minimum") return "negative-weight";
  if (keyword !== "pattern") return "wrong-type";
  if (last === "sourceHandle") return "unknown-handle";
  return segments.length === 3 ? "empty-node-id" : "invalid-part-id";
}

type Message = (where: string, error: ShapeError) => string;

const MESSAGES: Partial<Record<ProblemCode, Message>> = {
  "wrong-version": () => "The automation must be of graph version 2.",
  "missing-field": (where) => `${where} is missing.`,
  "unknown-node-type": (where) => `${where} is of an unknown kind.`,
  "negative-weight": (where) => `${where} must not be less than 0.`,
  "unknown-handle": (where) => `${where} is no way out that a step can have.`,
  "empty-node-id": (where) => `${where} must not be empty.`,
  "invalid-part-id": (where) => `${where} must be 1 to 64 letters, digits, “_” or “-”.`,
  "wrong-type": (where, error) => `${where} must be ${typeName(error.params["type"])}.`,
};

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "text",
  object: "an object",
  array: "a list",
  number: "a number",
  null: "empty",
};

function typeName(type: unknown): string {
  const types = Array.isArray(type) ? type : [type];
  return types.map((name) => TYPE_NAMES[String(name)] ?? String(name)).join(" or ");
}

/** Says in words where a pointer leads: `“Wait”: config.delaySeconds`. */
function placeOf(segments: readonly string[], definition: JsonValue) {
  const [list, position, ...below] = segments;
  const items = isObject(definition) && list !== undefined ? definition[list] : undefined;
  const item = Array.isArray(items) && position !== undefined ? items[Number(position)] : undefined;
  const rest = below.join(".");
  if (list === undefined) return { name: "The automation", ids: {} };
  if (position === undefined) return { name: `“${list}” of the automation`, ids: {} };
  if (list === "edges") {
    const id = isObject(item) ? item["id"] : undefined;
    const name = `Connection ${Number(position) + 1}${rest && `: ${rest}`}`;
    return { name, ids: typeof id === "string" ? { edgeId: id } : {} };
  }
  const id = isObject(item) ? item["id"] : undefined;
  const name = `Step ${Number(position) + 1}, ${nodeName(item as unknown as GraphNode)}${rest && `: ${rest}`}`;
  return { name, ids: typeof id === "string" ? { nodeId: id } : {} };
}

function escaped(segment: string): string {
  return pointer(segment).slice(1);
}
