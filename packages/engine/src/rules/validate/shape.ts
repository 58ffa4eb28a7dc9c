import { isObject } from "../../contract/json.ts";
import type { JsonValue } from "../../contract/json.ts";
import type { Kind } from "../../graph/kinds.ts";
import { rawParts } from "../../graph/parts.ts";
import type { GraphNode } from "../../contract/definition.ts";
import type { Place, Problem } from "../../messages/params.ts";
import { shorten } from "../../messages/text.ts";
import * as generated from "../generated/shape.ts";
import { pointer, segmentsOf } from "../../json/pointer.ts";
import { refOf } from "../finding/names.ts";
import type { Finding, Rule, Sighting } from "../finding/rule.ts";

interface ShapeError {
  instancePath: string;
  keyword: string;
  params: Readonly<Record<string, unknown>>;
}
type Ids = { nodeId?: string; edgeId?: string };
interface ShapeCheck {
  (data: unknown): boolean;
  errors?: ShapeError[] | null;
}

const checks: Readonly<Record<"graph" | "branches" | "exits" | "buttons", ShapeCheck>> = generated;

/** Checks the shape of a graph but for its lists of branches, exits and buttons. */
export function graphShape(definition: JsonValue): Iterable<Sighting> {
  return run(checks.graph, definition, "", definition);
}

/** Checks the shape of branches, exits and buttons. */
export const partShapes: Rule = function* ({ graph, nodesOf }) {
  for (const { of, check, below } of PARTS) {
    for (const { node, index } of nodesOf(of)) {
      const parts = rawParts(node);
      if (parts === undefined || check(parts)) continue;
      yield* run(check, parts, pointer("nodes", index, ...below), graph.definition as unknown as JsonValue);
    }
  }
};

const PARTS: readonly { of: Kind; check: ShapeCheck; below: readonly string[] }[] = [
  { of: "condition", check: checks.branches, below: ["condition", "branches"] },
  { of: "round_robin", check: checks.exits, below: ["config", "exits"] },
  { of: "send_whatsapp", check: checks.buttons, below: ["config", "buttons"] },
];

function* run(check: ShapeCheck, data: unknown, base: string, definition: JsonValue): Generator<Sighting> {
  if (check(data)) return;
  const errors = check.errors ?? [];
  check.errors = null;
  for (const error of errors) {
    const missing = error.keyword === "required" ? `/${escaped(String(error.params["missingProperty"]))}` : "";
    const path = `${base}${error.instancePath}${missing}`;
    const segments = segmentsOf(path);
    const code = codeOf(error.keyword, segments);
    const tell = (): Finding => {
      const { place, ids } = placeOf(segments, definition);
      return { ...problemOf(code, error, place), path, ...ids };
    };
    yield { code, tell };
  }
}

function problemOf(code: ReturnType<typeof codeOf>, { params }: ShapeError, place: Place): Problem {
  if (code === "wrong-version") return { code, params: {} };
  if (code !== "wrong-type") return { code, params: { place } };
  const types = Array.isArray(params["type"]) ? params["type"].map(String) : [String(params["type"])];
  return { code, params: { place, types } };
}

function codeOf(keyword: string, segments: readonly string[]) {
  const last = segments.at(-1);
  if (segments.length === 1 && last === "version") return "wrong-version";
  if (keyword === "required") return "missing-field";
  if (keyword === "enum") return "unknown-node-type";
  if (keyword === "minimum") return "negative-weight";
  if (keyword === "minLength") return "empty-node-id";
  if (keyword !== "pattern") return "wrong-type";
  return last === "sourceHandle" ? "unknown-handle" : "invalid-part-id";
}

/** Says where a pointer leads, and whose ids are there. */
function placeOf(segments: readonly string[], definition: JsonValue): { place: Place; ids: Ids } {
  const [list, position, ...below] = segments;
  if (list === undefined) return { place: { in: "automation" }, ids: {} };
  if (position === undefined) return { place: { in: "list", name: list }, ids: {} };
  const items = isObject(definition) ? definition[list] : undefined;
  const item = Array.isArray(items) ? items[Number(position)] : undefined;
  const id = isObject(item) && typeof item["id"] === "string" ? item["id"] : null;
  const field = shorten(below.join("."));
  const number = Number(position) + 1;
  if (list === "edges") return { place: { in: "edge", number, field }, ids: id === null ? {} : { edgeId: id } };
  const node = refOf(item as unknown as GraphNode);
  return { place: { in: "node", number, node, field }, ids: id === null ? {} : { nodeId: id } };
}

function escaped(segment: string): string {
  return pointer(segment).slice(1);
}
