import type { JsonValue } from "../contract/json.ts";
import type { Reason, Reply } from "../contract/run.ts";
import { partHandle } from "../contract/handles.ts";
import { leave } from "./moves.ts";
import type { Move } from "./moves.ts";
import type { PlanNode } from "./plan.ts";
import { because } from "./reasons.ts";

const QUOTED_CHARACTERS = 200;

/** The contact answered: the most specific handle that has an edge, from the button itself down to `next`. */
export function replied(node: PlanNode, reply: Reply): Move {
  const { handles, why } = readReply(node, reply);
  const taken = handles.find((handle) => node.edges.has(handle)) ?? handles[0] ?? "replied";
  return leave(taken, why);
}

/** Nobody answered in time. Only `timeout` leads on: silence is no answer. */
export function timedOut(node: PlanNode): Move {
  return leave("timeout", because("no-reply", { timeoutMs: node.reply?.timeoutMs ?? null }));
}

function readReply(node: PlanNode, { buttonId, text }: Reply): { handles: string[]; why: Reason } {
  const buttons = node.reply?.buttons;
  const label = buttonId === undefined ? undefined : buttons?.get(buttonId);
  if (buttonId !== undefined && label !== undefined) {
    const why = because("button-pressed", { buttonId, label });
    return { handles: [partHandle("btn", buttonId), "replied", "next"], why };
  }
  const quoted: JsonValue = typeof text === "string" ? text.slice(0, QUOTED_CHARACTERS) : null;
  const why = quoted === null ? because("other-reply") : because("text-reply", { text: quoted });
  const offered = buttons !== undefined && buttons.size > 0;
  const isFreeText = quoted !== null && buttonId === undefined;
  return { handles: offered && isFreeText ? ["text_reply", "replied", "next"] : ["replied", "next"], why };
}
