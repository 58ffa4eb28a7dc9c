import type { TFunction } from "i18next";
import type { GraphNode, HandleKind } from "@trilho/engine";
import type { Lookup } from "../forms/lookup.ts";
import { summarize } from "../forms/summary.ts";
import { catalogText } from "../i18n/catalog.ts";
import { text } from "../i18n/useText.ts";
import { labelOf } from "../store/document.ts";
import type { Port } from "../store/geometry.ts";
import type { CommandLabel } from "../store/history.ts";
import { stepInfo, stepKey } from "../store/steps.ts";
import type { StepType } from "../store/steps.ts";

/** Texts of the `builder` namespace. */
export type T = TFunction<"builder">;

export interface NodeWords {
  /** What the step is called everywhere: the name a person gave it, or what it does. */
  name: string;
  /** The same on a card of two lines; `detail` is empty when the title says all. */
  title: string;
  detail: string;
}

const ONE_LINE = 30;

/** A step in words: "Wait 2 days", "Add tags: VIP". */
export function nodeWords(node: GraphNode, names: Lookup, triggerSummary: string | null): NodeWords {
  const own = labelOf(node).trim();
  const summary = summaryOf(node, names, triggerSummary);
  if (own) return { name: own, title: own, detail: own === summary ? "" : summary };
  const colon = summary.indexOf(": ");
  if (summary.length <= ONE_LINE || colon < 0) return { name: summary, title: summary, detail: "" };
  return { name: summary, title: summary.slice(0, colon), detail: summary.slice(colon + 2) };
}

function summaryOf(node: GraphNode, names: Lookup, triggerSummary: string | null): string {
  if (node.type === "trigger" && triggerSummary) return triggerSummary;
  const summary = summarize(node, names);
  // "2 branches" says too little on its own.
  return node.type === "condition" ? text("builder", "node.condition", { summary }) : summary;
}

/** What a kind of step is called: "Send WhatsApp". */
export function stepTypeName(step: StepType, say: T): string {
  return say(`step.${stepKey(step)}.name`, { defaultValue: catalogText(stepInfo(step).label) });
}

export function stepTypeDescription(step: StepType, say: T): string {
  return say(`step.${stepKey(step)}.description`, { defaultValue: catalogText(stepInfo(step).description) });
}

type Named = Pick<Port, "kind" | "label" | "number" | "side">;

const HANDLE_WORDS: Record<HandleKind | "unknown", (port: Named, say: T) => string> = {
  next: (_port, say) => say("handle.next"),
  fallback: ({ side }, say) => say(side ? "handle.failure" : "handle.otherwise"),
  replied: (_port, say) => say("handle.replied"),
  timeout: (_port, say) => say("handle.timeout"),
  text_reply: (_port, say) => say("handle.text_reply"),
  branch: ({ label, number }, say) => label || say("handle.branch", { number }),
  rr: ({ label, number }, say) => label || say("handle.rr", { number }),
  btn: ({ label, number }, say) => label || say("handle.btn", { number }),
  unknown: ({ label }, say) => say("handle.unknown", { handle: label }),
};

/** What a way out is called where it stands in its node: "VIP", "Otherwise". */
export function handleWord(port: Named, say: T): string {
  return HANDLE_WORDS[port.kind](port, say);
}

/** What a way out is called on its own: "branch: VIP", "button: Yes". */
export function handleName(port: Named, say: T): string {
  const word = handleWord(port, say);
  if (port.kind === "branch" || port.kind === "rr" || port.kind === "btn")
    return say(`handleKind.${port.kind}`, { name: word });
  return word;
}

/** A command in words: "Delete Wait 2 days", "Move 3 steps". */
export function commandWords({ code, nodes, text }: CommandLabel, say: T, name: (node: GraphNode) => string): string {
  const [first, second] = nodes;
  if (text !== undefined) return say(`command.${code}`, { text });
  if ((code === "connect" || code === "reconnect" || code === "disconnect") && first && second) {
    return say(`command.${code}`, { from: name(first), to: name(second) });
  }
  if (nodes.length === 1 && first)
    return say(`command.${code}One`, { name: name(first), defaultValue: say(`command.${code}`) });
  return say(`command.${code}`, { count: nodes.length });
}
