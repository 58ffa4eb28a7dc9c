import type { GraphDefinition, GraphEdge, GraphNode, JsonObject, JsonValue, RuleGroup } from "@trilho/engine";

import type { SavedScenario } from "../../document/saved-scenarios.ts";

export const HOUR = 3600;
export const DAY = 24 * HOUR;

interface Named {
  /** A name of its own on the drawing. */
  label?: string;
}

/** A config without what nobody has chosen yet, so that the builder asks for it. */
function config(values: Record<string, JsonValue | undefined>, { label }: Named = {}): JsonObject {
  const filled = Object.entries(values).filter(([, value]) => value !== undefined && value !== "");
  return { ...(Object.fromEntries(filled) as JsonObject), ...(label !== undefined && { ui: { label } }) };
}

type Actions = NonNullable<GraphNode["actionType"]>;

export const act = (
  id: string,
  actionType: Actions,
  values: Record<string, JsonValue | undefined>,
  named?: Named,
): GraphNode => ({
  id,
  type: "action",
  actionType,
  config: config(values, named),
});

export const wait = (id: string, delaySeconds: number): GraphNode => ({ id, type: "wait", config: { delaySeconds } });
export const end = (id: string): GraphNode => ({ id, type: "end" });

/** A WhatsApp message; with buttons it waits for the answer. */
export function whatsapp(
  id: string,
  text: string,
  {
    label,
    buttons,
    awaitReply,
    timeout,
  }: Named & { buttons?: Record<string, string>; awaitReply?: true; timeout?: number } = {},
): GraphNode {
  const list = buttons && Object.entries(buttons).map(([key, name]) => ({ id: key, label: name }));
  const values = { text, buttons: list, awaitReply, replyTimeoutSeconds: timeout };
  return act(id, "send_whatsapp", values, label === undefined ? {} : { label });
}

export const task = (id: string, title: string, description?: string): GraphNode =>
  act(id, "create_task", { title, description, dueInSeconds: DAY });

export const tag = (id: string, chosen: string | undefined): GraphNode =>
  act(id, "add_tag", { tagIds: chosen === undefined ? undefined : [chosen] });

export const move = (id: string, chosen: string | undefined, lostReason?: string): GraphNode =>
  act(id, "move_stage", { targetStageId: chosen, lostReason });

export const assign = (id: string, chosen: string | undefined): GraphNode =>
  act(id, "assign_responsible", { userId: chosen });

export interface BranchOf {
  id: string;
  label: string;
  query: RuleGroup;
}

export const condition = (id: string, label: string, branches: readonly BranchOf[]): GraphNode => ({
  id,
  type: "condition",
  config: { ui: { label } },
  condition: { branches: branches.map((branch) => ({ ...branch }) as unknown as JsonObject) },
});

export const exits = (id: string, list: readonly { id: string; label: string; weight?: number }[]): GraphNode => ({
  id,
  type: "round_robin",
  config: { exits: list.map((exit) => ({ ...exit })) },
});

export const is = (field: string, operator: string, value?: JsonValue): RuleGroup => ({
  combinator: "and",
  rules: [{ field, operator, ...(value !== undefined && { value }) }],
});

/** A definition with its trigger in front. `a>b>c d.timeout>e`: chains, each step by `next` unless a handle is named. */
export function graphOf(
  steps: readonly GraphNode[],
  chains: string,
  scenarios: readonly SavedScenario[],
): GraphDefinition {
  const trigger: GraphNode = {
    id: "start",
    type: "trigger",
    config: { ui: { scenarios: scenarios as unknown as JsonValue } },
  };
  const edges = chains.split(/\s+/).flatMap((chain): GraphEdge[] => {
    const stops = chain.split(">").map((stop) => stop.split("."));
    return stops.slice(1).map(([target = ""], index) => {
      const [source = "", sourceHandle = "next"] = stops[index] ?? [];
      return { id: `${source}-${sourceHandle}-${target}`, source, target, sourceHandle };
    });
  });
  return { version: 2, nodes: [trigger, ...steps], edges };
}
