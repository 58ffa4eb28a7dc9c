import { partHandle } from "../contract/handles.ts";
import type { Reply } from "../contract/run.ts";
import { leave } from "./moves.ts";
import type { Move, PlanNode, Why } from "./plan.ts";
import { because } from "./reasons.ts";

const QUOTED_CHARACTERS = 200;

/** The contact answered: the most specific handle that has an edge, from the button itself down to `next`. */
export function replied(node: PlanNode, reply: Reply): Move {
  const { handles, why } = readReply(node, reply);
  const taken = handles.find((handle) => node.edges.has(handle)) ?? handles[0] ?? "replied";
  return leave(node, taken, why);
}

/** Nobody answered in time. Only `timeout` leads on: silence is no answer. */
export function timedOut(node: PlanNode): Move {
  return leave(node, "timeout", () => because("no-reply", { timeoutMs: node.reply?.timeoutMs ?? null }));
}

function readReply(node: PlanNode, { buttonId, text }: Reply): { handles: readonly string[]; why: Why } {
  const buttons = node.reply?.buttons;
  const label = buttonId === undefined ? undefined : buttons?.get(buttonId);
  if (buttonId !== undefined && label !== undefined) {
    const why = () => because("button-pressed", { buttonId, label });
    return { handles: [partHandle("btn", buttonId), "replied", "next"], why };
  }
  const isText = typeof text === "string";
  const why = () =>
    isText ? because("text-reply", { text: text.slice(0, QUOTED_CHARACTERS) }) : because("other-reply");
  const offered = buttons !== undefined && buttons.size > 0;
  return { handles: offered && isText && buttonId === undefined ? WITH_TEXT : ANY, why };
}

const WITH_TEXT = ["text_reply", "replied", "next"] as const;
const ANY = ["replied", "next"] as const;
