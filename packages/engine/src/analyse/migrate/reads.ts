import type { JsonObject, JsonValue } from "../../contract/json.ts";
import { partHandle } from "../../contract/handles.ts";
import type { RunState } from "../../contract/run.ts";
import { settingsOf } from "../../interpreter/placed.ts";
import type { Plan, PlanNode } from "../../interpreter/plan.ts";

/** What a run reads of the version that it runs. */
export interface ReadVersion {
  readonly plan: Plan;
  readonly respectBusinessHours: boolean;
  readonly outboundChannelId: string | null;
}

/**
 * All that a run's way from a node on depends on, where its token arrives there or is in this phase: what two versions
 * have alike here makes runs do the same until they leave, and leave for the same node. Labels, ids of edges and places
 * on the canvas are for people.
 */
export function readsOf(version: ReadVersion, node: PlanNode, phase?: RunState["phase"]): JsonObject {
  const { reply } = node;
  const edges = edgesOf(node, phase);
  if (phase === "sleeping") return { ...waitOf(node), edges };
  if (phase !== "awaiting_reply") return { ...arrivalReads(version, node), edges };
  // The message has gone out: of the question, the ways that its answer may go are left.
  return { buttons: buttonsOf(node), timeoutMs: reply?.timeoutMs ?? null, edges };
}

function arrivalReads({ plan, respectBusinessHours, outboundChannelId }: ReadVersion, node: PlanNode): JsonObject {
  const { kind, actionType, exits, branches } = node;
  if (kind === "wait" || (kind === "action" && actionType === "wait")) return { type: "wait", ...waitOf(node) };
  // The first of equal exits and branches counts, so their order does.
  if (kind === "round_robin") return { type: kind, exits: exits.map(({ id, weight }) => ({ id, weight })) };
  if (kind === "condition") {
    return { type: kind, branches: branches.map(({ id, query }) => ({ id, query: query as unknown as JsonValue })) };
  }
  if (kind !== "action") return { type: kind };
  const config = settingsOf(node);
  return {
    type: actionType,
    config,
    ...(node.reachesCustomer && { respectBusinessHours }),
    ...(actionType === "send_whatsapp" && { outboundChannelId }),
    // A graph's actions share what filling in texts may cost, and only what repeats itself comes near to that.
    ...(JSON.stringify(config).includes("{%") && { renderShare: plan.renderShare }),
  };
}

const waitOf = ({ delayMs, until }: PlanNode): JsonObject => ({ delayMs, ...(until && { until: until.settings }) });

const buttonsOf = ({ reply }: PlanNode): string[] => [...(reply?.buttons.keys() ?? [])].toSorted();

/** By which handles a run may still leave. */
function handlesOf(node: PlanNode, phase: RunState["phase"] | undefined): Iterable<string> {
  if (phase === "sleeping") return ["next"];
  if (phase !== "awaiting_reply") return node.edges.keys();
  return [...buttonsOf(node).map((id) => partHandle("btn", id)), "text_reply", "replied", "next", "timeout"];
}

const edgesOf = (node: PlanNode, phase: RunState["phase"] | undefined): JsonObject =>
  Object.fromEntries(
    [...handlesOf(node, phase)].flatMap((handle) => {
      const edge = node.edges.get(handle);
      return edge === undefined ? [] : [[handle, edge.to.id] as const];
    }),
  );

/** The nodes behind a node that a run which is in this phase there may still come to. */
export const nextNodes = (node: PlanNode, phase?: RunState["phase"]): PlanNode[] =>
  [...handlesOf(node, phase)].flatMap((handle) => node.edges.get(handle)?.to ?? []);
