import type { GraphDefinition, GraphNode } from "../../contract/definition.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { WorkspaceAutomation, WorkspaceScenario } from "../types.ts";

/** A graph without branches; a step that asks leads on by a reply and by none. */
export function line(...steps: GraphNode[]): GraphDefinition {
  const nodes: GraphNode[] = [{ id: "start", type: "trigger" }, ...steps];
  const edges = steps.map(({ id }, index) => ({ id: `to-${id}`, source: nodes[index]?.id ?? "", target: id }));
  return { version: 2, nodes, edges };
}

export const action = (id: string, actionType: GraphNode["actionType"], config: JsonObject = {}): GraphNode => ({
  id,
  type: "action",
  ...(actionType && { actionType }),
  config,
});
export const wait = (id: string, delaySeconds: number): GraphNode => ({ id, type: "wait", config: { delaySeconds } });
export const tag = (tagId: string) => action(`tag-${tagId}`, "add_tag", { tagIds: [tagId] });
export const move = (stageId: string) => action(`to-${stageId}`, "move_stage", { targetStageId: stageId });
export const ask = (id: string, timeoutSeconds = 86_400) =>
  action(id, "send_whatsapp", { text: "Well?", awaitReply: true, replyTimeoutSeconds: timeoutSeconds });

export const automation = (
  id: string,
  triggerType: string,
  graphDefinition: GraphDefinition,
  rest: Partial<WorkspaceAutomation> = {},
): WorkspaceAutomation => ({
  id,
  triggerType,
  graphDefinition,
  scope: "global",
  pipelineId: null,
  stageId: null,
  triggerWindow: null,
  conditions: null,
  triggerConfig: null,
  ...rest,
});

const STAGES = [
  { id: "new", pipelineId: "sales" },
  { id: "proposal", pipelineId: "sales" },
  { id: "won", pipelineId: "sales", isWon: true },
  { id: "lost", pipelineId: "sales", isLost: true },
  { id: "kick-off", pipelineId: "delivery" },
];

export const scenario = (
  automations: WorkspaceAutomation[],
  rest: Partial<WorkspaceScenario> = {},
): WorkspaceScenario => ({
  automations,
  contacts: [{ id: "ana", facts: { firstName: "Ana" } }],
  deals: [{ id: "d1", contactId: "ana", facts: { stageId: "new", value: 10 } }],
  events: [],
  stages: STAGES,
  from: "2026-01-05T00:00:00Z",
  until: "2026-02-05T00:00:00Z",
  ...rest,
});

export const at = (hour: number) => `2026-01-05T${String(hour).padStart(2, "0")}:00:00Z`;
export const moved = (hour: number, stageId: string, dealId = "d1") =>
  ({ type: "deal_changed", at: at(hour), dealId, set: { stageId } }) as const;
export const happened = (event: string, hour = 9, payload: JsonObject = {}) =>
  ({ type: "event", at: at(hour), event, dealId: "d1", payload }) as const;
