import { partHandle } from "../contract/handles.ts";
import type { Answer } from "../contract/run.ts";
import { leave } from "./moves.ts";
import type { Leave, Move, PlanNode, UsualReplies, Why } from "./plan.ts";
import { because } from "./reasons.ts";

const QUOTED_CHARACTERS = 200;

type Asking = Pick<PlanNode, "edges" | "reply">;

/** The moves of a node that awaits a reply which depend on no text. */
export function usualReplies(node: Asking): UsualReplies | null {
  if (node.reply === null) return null;
  const { buttons, timeoutMs } = node.reply;
  const pressed = [...buttons].map(([buttonId, label]): [string, Leave] => {
    const why = () => because("button-pressed", { buttonId, label });
    return [buttonId, byFirst(node, [partHandle("btn", buttonId), ...ANY], why)];
  });
  return {
    buttons: new Map(pressed),
    other: byFirst(node, ANY, () => because("other-reply")),
    none: leave(node, "timeout", () => because("no-reply", { timeoutMs })),
  };
}

/** The contact answered: the most specific handle that has an edge, from the button itself down to `next`. */
export function replied(node: PlanNode, { buttonId, text, toAnother }: Answer): Move {
  const usual = node.usual.replies;
  const pressed = buttonId === undefined || toAnother === true ? undefined : usual?.buttons.get(buttonId);
  if (pressed) return pressed;
  if (typeof text !== "string") return usual?.other ?? byFirst(node, ANY, () => because("other-reply"));
  const why = () => because("text-reply", { text: text.slice(0, QUOTED_CHARACTERS) });
  const offered = node.reply !== null && node.reply.buttons.size > 0;
  return byFirst(node, offered && buttonId === undefined ? WITH_TEXT : ANY, why);
}

/** Nobody answered in time. Only `timeout` leads on: silence is no answer. */
export function timedOut(node: PlanNode): Move {
  return node.usual.replies?.none ?? leave(node, "timeout", () => because("no-reply", { timeoutMs: null }));
}

function byFirst(node: Asking, handles: readonly string[], why: Why): Leave {
  return leave(node, handles.find((handle) => node.edges.has(handle)) ?? handles[0] ?? "replied", why);
}

const ANY = ["replied", "next"] as const;
const WITH_TEXT = ["text_reply", ...ANY] as const;
