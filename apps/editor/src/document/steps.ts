import { ACTIONS, ACTION_TYPES, DAY_SECONDS, LIMITS, handlesOf } from "@trilho/engine";
import type { ActionGroup, ActionType, GraphDefinition, GraphNode, JsonObject, NodeKind } from "@trilho/engine";
import type { i18n } from "i18next";
import { pageTexts } from "../i18n/texts.ts";
import { textIn } from "../i18n/use-text.ts";

/** A kind of step that a person can add. */
export interface StepType {
  type: NodeKind;
  actionType?: ActionType | null;
}

/** What a step is for; it chooses its place in the palette and its colour. */
export type Purpose = "trigger" | ActionGroup | "end";

const FLOW: readonly StepType[] = [{ type: "wait" }, { type: "condition" }, { type: "round_robin" }];

/** Everything the palette offers, in its order. A wait is offered as a node, which the contract also spells as an action. */
export const STEP_TYPES: readonly StepType[] = [
  { type: "trigger" },
  ...actionsOf("message"),
  ...actionsOf("crm"),
  ...FLOW,
  ...actionsOf("flow").filter(({ actionType }) => actionType !== "wait"),
  { type: "end" },
  ...actionsOf("integration"),
];

function actionsOf(group: ActionGroup): StepType[] {
  const inGroup = Object.keys(ACTIONS) as ActionType[];
  return inGroup
    .filter((actionType) => ACTION_TYPES.includes(actionType) && ACTIONS[actionType].group === group)
    .map((actionType) => ({ type: "action", actionType }));
}

/** A stable name of a step type: `wait`, `send_whatsapp`. */
export function stepKey({ type, actionType }: { type: string; actionType?: string | null | undefined }): string {
  return type === "action" ? actionType || "action" : type;
}

const PURPOSES: Record<NodeKind, Purpose> = {
  trigger: "trigger",
  action: "flow",
  condition: "flow",
  wait: "flow",
  round_robin: "flow",
  end: "end",
};

export function purposeOf(step: { type: string; actionType?: string | null }): Purpose {
  const { type, actionType } = step;
  if (type === "action" && actionType && Object.hasOwn(ACTIONS, actionType)) {
    return ACTIONS[actionType as ActionType].group;
  }
  return Object.hasOwn(PURPOSES, type) ? PURPOSES[type as NodeKind] : "flow";
}

/** Where the palette lists a step: an end is a matter of flow. */
export function sectionOf(step: StepType): ActionGroup | "trigger" {
  const purpose = purposeOf(step);
  return purpose === "end" ? "flow" : purpose;
}

type Start = Pick<GraphNode, "config" | "condition">;

const START: Record<NodeKind, (name: PartName) => Start> = {
  trigger: () => ({}),
  action: () => ({ config: {} }),
  condition: (name) => ({
    condition: {
      branches: [{ id: "b1", label: name("branch", 1), query: { combinator: "and", rules: [] } }],
    },
  }),
  wait: () => ({ config: { delaySeconds: DAY_SECONDS } }),
  round_robin: (name) => ({ config: { exits: exits(2, name) } }),
  end: () => ({}),
};

function exits(count: number, name: PartName): JsonObject[] {
  return Array.from({ length: count }, (_, index) => ({ id: `x${index + 1}`, label: name("rr", index + 1) }));
}

/** What a new branch or exit is called: ids mean nothing to people, and problems name what they are about. */
export type PartName = (kind: "branch" | "rr", number: number) => string;

export const partNameIn =
  (texts: i18n): PartName =>
  (kind, number) =>
    textIn(texts, "forms", `parts.${kind}.fresh`, { number });

/** A new node of a step type, as it starts out. */
export function newNode(
  id: string,
  { type, actionType }: StepType,
  partName: PartName = partNameIn(pageTexts()),
): GraphNode {
  return { id, type, ...(actionType && { actionType }), ...START[type](partName) };
}

/** No more steps can be added: an automation that has more than this is refused. */
export const isFull = (definition: GraphDefinition): boolean => definition.nodes.length >= LIMITS.nodes;

/** True when an automation has its one trigger. */
export function hasTrigger(definition: GraphDefinition): boolean {
  return definition.nodes.some(({ type }) => type === "trigger");
}

/** The handle by which a chain goes on through a node; null where it ends. */
export function onwardHandle(node: GraphNode): string | null {
  const handles = handlesOf(node);
  const best = handles.find(({ id }) => id === "next") ?? handles[0];
  return best?.id ?? null;
}
