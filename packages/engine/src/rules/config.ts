import type { ActionType, GraphNode } from "../contract/definition.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import { isObject, isWait } from "../graph/parts.ts";
import type { ProblemCode } from "./codes.ts";
import { atNode } from "./findings.ts";
import { nodeName } from "./names.ts";
import { pointer } from "./pointer.ts";
import { configOf } from "./rule.ts";
import type { GraphLimits, NodeFinding, Rule } from "./rule.ts";

interface Lack {
  code: ProblemCode;
  /** Segments below the config. */
  at: readonly (string | number)[];
  message: string;
}
type Requirement = (config: JsonObject, limits: GraphLimits) => Lack[];

/** What the contract requires in the config of an action. */
const REQUIREMENTS: Partial<Record<ActionType, Requirement>> = {
  webhook: needsText("url", "webhook-needs-url", "needs the address to call."),
  move_stage: needsText("targetStageId", "move-stage-needs-stage", "needs the stage to move the deal to."),
  assign_responsible: needsText("userId", "responsible-needed", "needs the user to make responsible."),
  add_tag: needsTags,
  remove_tag: needsTags,
  set_custom_field: needsFieldAndValue,
  wait: needsDelay,
};

/** Configs hold what the contract requires of them. */
export const config: Rule = function* ({ graph, limits }) {
  for (const [index, node] of graph.nodes.entries()) {
    const requirement = isObject(node) ? requirementOf(node) : undefined;
    const given = requirement && configOf(node);
    if (!requirement || !given) continue;
    for (const lack of requirement(given, limits)) yield atNode(graph, index, toFinding(node, index, lack, limits));
  }
};

function requirementOf(node: GraphNode): Requirement | undefined {
  if (isWait(node)) return needsDelay;
  if (node.type !== "action" || typeof node.actionType !== "string") return undefined;
  return Object.hasOwn(REQUIREMENTS, node.actionType) ? REQUIREMENTS[node.actionType] : undefined;
}

function toFinding(node: GraphNode, index: number, lack: Lack, limits: GraphLimits): NodeFinding {
  const found = { code: lack.code, message: `${nodeName(node)} ${lack.message}`, below: ["config", ...lack.at] };
  return lack.code === "delay-needed" ? { ...found, fixes: [setDelay(node, index, limits)] } : found;
}

function needsText(key: string, code: ProblemCode, message: string): Requirement {
  return (given) => (isFilled(given[key]) ? [] : [{ code, at: [key], message }]);
}

function needsTags({ tagIds }: JsonObject): Lack[] {
  const code = "tags-needed";
  if (!Array.isArray(tagIds) || tagIds.length === 0)
    return [{ code, at: ["tagIds"], message: "needs at least one tag." }];
  return tagIds.flatMap((tag, position) =>
    isFilled(tag) ? [] : [{ code, at: ["tagIds", position], message: `holds a tag that is empty.` } as const],
  );
}

function needsFieldAndValue(given: JsonObject): Lack[] {
  const lacks: Lack[] = [];
  const sent = ["fieldId", "fieldSlug"].filter((key) => given[key] !== undefined && given[key] !== null);
  const [key = "fieldId"] = sent;
  if (sent.length === 0) lacks.push({ code: "field-needed", at: [key], message: "needs the field to write." });
  else if (sent.length > 1) {
    const message = "names the field twice: keep its id or its slug, not both.";
    lacks.push({ code: "field-needed", at: ["fieldSlug"], message });
  } else if (!isFilled(given[key]))
    lacks.push({ code: "field-needed", at: [key], message: "needs the field to write." });
  if (given["value"] === undefined) {
    const message = "needs the value to write. An empty value clears the field.";
    lacks.push({ code: "field-value-needed", at: ["value"], message });
  }
  return lacks;
}

function needsDelay({ delaySeconds }: JsonObject, { minDelaySeconds }: GraphLimits): Lack[] {
  if (typeof delaySeconds === "number" && Number.isFinite(delaySeconds) && delaySeconds >= minDelaySeconds) return [];
  const message = `needs a time to wait, at least ${minDelaySeconds} seconds.`;
  return [{ code: "delay-needed", at: ["delaySeconds"], message }];
}

function setDelay({ config: given }: GraphNode, node: number, { minDelaySeconds }: GraphLimits) {
  const title = `Wait ${minDelaySeconds} seconds`;
  const path = pointer("nodes", node, "config");
  const patch = isObject(given)
    ? ({ op: "add", path: `${path}/delaySeconds`, value: minDelaySeconds } as const)
    : ({ op: "add", path, value: { delaySeconds: minDelaySeconds } } as const);
  return { title, safe: !isObject(given) || given["delaySeconds"] === undefined, patch: [patch] };
}

function isFilled(value: JsonValue | undefined): boolean {
  return typeof value === "string" && value !== "";
}
