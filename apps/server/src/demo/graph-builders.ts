import { MINUTE_SECONDS } from "@trilho/engine";
import type { Branch, GraphDefinition, GraphEdge, GraphNode, JsonObject, RuleGroup } from "@trilho/engine/contract";
import { BLANK_DRAFT } from "../areas/automations/blank-draft.ts";
import type { AutomationDraft } from "../areas/automations/model.ts";

export const draft = (set: Partial<AutomationDraft>): AutomationDraft => ({ ...BLANK_DRAFT, ...set });

export const graph = (nodes: GraphNode[], edges: GraphEdge[]): GraphDefinition => ({ version: 2, nodes, edges });

export const node = (id: string, type: GraphNode["type"], label: string): GraphNode => ({
  id,
  type,
  config: { ui: { label } },
});

/** A trigger with the tests that its automation passes, as the editor keeps them. */
export const tested = (id: string, label: string, scenarios: JsonObject[]): GraphNode => ({
  id,
  type: "trigger",
  config: { ui: { label, scenarios } },
});

/** A step with words for who looks at the demo: what to try. The editor shows a trigger's above the drawing. */
export const noted = (step: GraphNode, note: string): GraphNode => {
  const { ui = {}, ...config } = step.config ?? {};
  return { ...step, config: { ...config, ui: { ...(ui as JsonObject), note } } };
};

/** Ana's deal, what she does, and the path that it should take. */
export const test = (name: string, deal: JsonObject, outcomes: JsonObject, path: string): JsonObject => ({
  id: `sc_${name.toLowerCase().replaceAll(/\W+/g, "_")}`,
  name,
  startAt: "2026-03-02T10:00:00-03:00",
  facts: {
    deal: { name: "Solar kit for Ana", currency: "BRL", tagIds: [], ...deal },
    contact: { firstName: "Ana", displayName: "Ana Souza" },
  },
  outcomes,
  keepHours: true,
  expect: { status: "completed", path: path.split(" ") },
});

export const SILENCE = { type: "silence" };
const reply = (given: JsonObject): JsonObject => ({ type: "reply", afterSeconds: 30 * MINUTE_SECONDS, reply: given });
export const pressed = (buttonId: string): JsonObject => reply({ buttonId });
export const wrote = (text: string): JsonObject => reply({ text });

export const action = (
  id: string,
  actionType: NonNullable<GraphNode["actionType"]>,
  label: string,
  config: JsonObject,
): GraphNode => ({ id, type: "action", actionType, config: { ...config, ui: { label } } });

export const wait = (id: string, label: string, delaySeconds: number): GraphNode => ({
  id,
  type: "wait",
  config: { delaySeconds, ui: { label } },
});

export const edge = (source: string, target: string, sourceHandle = "next"): GraphEdge => ({
  id: `${source}-${sourceHandle}`,
  source,
  target,
  sourceHandle,
});

export const rule = (field: string, operator: string, value: string | number) => ({ field, operator, value });

export const all = (...rules: RuleGroup["rules"]): RuleGroup => ({ combinator: "and", rules });

/** A rule group or branch as the JSON that it is: interfaces have no index signature. */
export const toJson = (value: RuleGroup | Branch): JsonObject => ({ ...value }) as unknown as JsonObject;

export function stageOf(stages: ReadonlyMap<string, string>, name: string): string {
  const id = stages.get(name);
  if (id === undefined) throw new Error(`The demo's pipeline has no stage ${name}`);
  return id;
}

export function memberOf(members: readonly string[], index: number): string {
  const id = members[index];
  if (id === undefined) throw new Error(`The demo has no member ${index}`);
  return id;
}
