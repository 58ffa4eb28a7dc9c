import type { ActionType, GraphNode } from "../../contract/definition.ts";
import type { Trigger } from "../../contract/needs.ts";
import { pointer } from "../../json/pointer.ts";
import { aroundProblem } from "../../messages/around.ts";
import type { ChannelNeeded } from "../../messages/params.ts";
import type { ExtraFinding, ExtraSubject } from "./extra-rule.ts";
import { refOf } from "../finding/names.ts";

const OF_ACTION: Readonly<Partial<Record<ActionType, ChannelNeeded>>> = {
  send_whatsapp: "whatsapp",
  reply_instagram_comment: "instagram",
  send_instagram_private_reply: "instagram",
  hide_instagram_comment: "instagram",
};

const OF_TRIGGER: Readonly<Record<string, ChannelNeeded>> = { message_received: "any", instagram_comment: "instagram" };

/** Told once of a kind, at the first step that needs it: one channel mends them all. */
export function* missingChannels(
  { definition, locale }: ExtraSubject,
  kinds: readonly string[],
  trigger: Trigger | undefined,
): Generator<ExtraFinding> {
  const named = new Set<ChannelNeeded>();
  for (const [index, node] of definition.nodes.entries()) {
    const needed = neededBy(node, trigger);
    const isThere = needed === null || (needed === "any" ? kinds.length > 0 : kinds.includes(needed));
    if (isThere || named.has(needed)) continue;
    named.add(needed);
    const told = aroundProblem("missing-channel", { node: refOf(node), channel: needed }, locale);
    yield { ...told, path: pointer("nodes", index), nodeId: node.id };
  }
}

function neededBy({ type, actionType }: GraphNode, trigger: Trigger | undefined): ChannelNeeded | null {
  if (type === "action" && actionType && Object.hasOwn(OF_ACTION, actionType)) {
    return OF_ACTION[actionType] ?? null;
  }
  return type === "trigger" && trigger && Object.hasOwn(OF_TRIGGER, trigger.type)
    ? (OF_TRIGGER[trigger.type] ?? null)
    : null;
}
