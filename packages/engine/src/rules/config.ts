import { isObject } from "../contract/json.ts";
import type { ActionType, GraphNode } from "../contract/definition.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import type { Problem } from "../messages/params.ts";
import { atNode } from "./finding/findings.ts";
import { refOf } from "./finding/names.ts";
import { pointer } from "../json/pointer.ts";
import { configOf } from "./finding/rule.ts";
import type { FixFinding, GraphLimits, Rule, Told } from "./finding/rule.ts";

/** What a config lacks; `at` are the segments below it. */
type Lack = Problem & { at: readonly (string | number)[] };
type Requirement = (config: JsonObject, node: GraphNode, limits: GraphLimits) => readonly Lack[];
/** Problems that say nothing but which node has them. */
type NodeProblem = "webhook-needs-url" | "move-stage-needs-stage" | "responsible-needed";

const NONE: readonly Lack[] = [];

/** What the contract requires in the config of an action. */
const REQUIREMENTS: readonly (readonly [ActionType, Requirement])[] = [
  ["webhook", needsText("url", "webhook-needs-url")],
  ["move_stage", needsText("targetStageId", "move-stage-needs-stage")],
  ["assign_responsible", needsText("userId", "responsible-needed")],
  ["add_tag", needsTags],
  ["remove_tag", needsTags],
  ["set_custom_field", needsFieldAndValue],
  ["wait", needsDelay],
];

/** Configs hold what the contract requires of them. */
export const config: Rule = function* ({ graph, nodesOf, limits }) {
  for (const [kind, requirement] of REQUIREMENTS) {
    for (const { node, index } of nodesOf(kind)) {
      const given = configOf(node);
      if (!given) continue;
      for (const lack of requirement(given, node, limits)) {
        yield atNode(graph, index, lack.code, () => told(node, index, lack, limits));
      }
    }
  }
};

function told(node: GraphNode, index: number, { at, code, params }: Lack, limits: GraphLimits): Told {
  const below = ["config", ...at];
  return code === "delay-needed" ? { params, below, fixes: [setDelay(node, index, limits)] } : { params, below };
}

function needsText(key: string, code: NodeProblem): Requirement {
  return (given, node) => (isFilled(given[key]) ? NONE : [{ code, at: [key], params: { node: refOf(node) } }]);
}

function needsTags({ tagIds }: JsonObject, node: GraphNode): readonly Lack[] {
  const code = "tags-needed";
  if (!Array.isArray(tagIds) || tagIds.length === 0)
    return [{ code, at: ["tagIds"], params: { node: refOf(node), lack: "none" } }];
  if (tagIds.every(isFilled)) return NONE;
  return tagIds.flatMap((tag, position): Lack[] =>
    isFilled(tag) ? [] : [{ code, at: ["tagIds", position], params: { node: refOf(node), lack: "empty" } }],
  );
}

function needsFieldAndValue(given: JsonObject, node: GraphNode): readonly Lack[] {
  const lacks: Lack[] = [];
  const sent = ["fieldId", "fieldSlug"].filter((key) => given[key] !== undefined && given[key] !== null);
  const [key = "fieldId"] = sent;
  if (sent.length > 1) {
    lacks.push({ code: "field-needed", at: ["fieldSlug"], params: { node: refOf(node), lack: "twice" } });
  } else if (sent.length === 0 || !isFilled(given[key])) {
    lacks.push({ code: "field-needed", at: [key], params: { node: refOf(node), lack: "none" } });
  }
  if (given["value"] === undefined)
    lacks.push({ code: "field-value-needed", at: ["value"], params: { node: refOf(node) } });
  return lacks;
}

function needsDelay({ delaySeconds }: JsonObject, node: GraphNode, { minDelaySeconds }: GraphLimits): readonly Lack[] {
  if (typeof delaySeconds === "number" && Number.isFinite(delaySeconds) && delaySeconds >= minDelaySeconds) return NONE;
  return [{ code: "delay-needed", at: ["delaySeconds"], params: { node: refOf(node), seconds: minDelaySeconds } }];
}

function setDelay({ config: given }: GraphNode, node: number, { minDelaySeconds }: GraphLimits): FixFinding {
  const params = { seconds: minDelaySeconds };
  const path = pointer("nodes", node, "config");
  const patch = isObject(given)
    ? ({ op: "add", path: `${path}/delaySeconds`, value: minDelaySeconds } as const)
    : ({ op: "add", path, value: { delaySeconds: minDelaySeconds } } as const);
  return { code: "set-delay", params, safe: !isObject(given) || given["delaySeconds"] === undefined, patch: [patch] };
}

function isFilled(value: JsonValue | undefined): boolean {
  return typeof value === "string" && value !== "";
}
