import type { TFunction } from "i18next";
import { nodeName } from "@trilho/engine";
import type { ActionType, GraphNode, HandleKind, NodeKind } from "@trilho/engine";
import type { Lookup } from "../document/lookup.ts";
import { readableNode } from "./readable.ts";
import { summarize } from "./summary.ts";
import { catalogText } from "../i18n/catalog.ts";
import { engineLocale } from "../i18n/engine-words.ts";
import { labelOf } from "../document/document.ts";
import type { Port } from "../document/layout/geometry.ts";
import type { CommandLabel } from "../document/history.ts";
import { stepInfo, stepKey, STEP_TYPES } from "../document/steps.ts";
import type { StepType } from "../document/steps.ts";

/** Texts of the `builder` namespace. */
export type T = TFunction<"builder">;

export interface NodeLabel {
  /** What the step is called everywhere, in problems too: the name a person gave it, or what the engine calls it. */
  name: string;
  /** The same on a card of two lines; `detail` is empty when the title says all. */
  title: string;
  detail: string;
}

const ONE_LINE = 30;

/** What a step does, where the name of its kind does not tell: the engine knows nothing of tags, stages and people. */
const TOLD_BY_NAMES: ReadonlySet<string> = new Set<NodeKind | ActionType>([
  "trigger",
  "condition",
  "round_robin",
  "webhook",
  "send_whatsapp",
  "send_email",
  "move_stage",
  "add_tag",
  "remove_tag",
  "set_custom_field",
  "assign_responsible",
  "add_co_owner",
  "send_meta_conversion",
]);

const KNOWN: ReadonlySet<string> = new Set(STEP_TYPES.map(stepKey));

const MESSAGES: ReadonlySet<string> = new Set<ActionType>(["send_whatsapp", "send_email"]);

const behindColon = (text: string): string => text.slice(text.indexOf(": ") + 1).trim();

/** A step in words: "Wait 2 days"; "Add tags" with the detail "VIP, Hot". */
export function nodeLabel(node: GraphNode, names: Lookup, triggerSummary: string | null): NodeLabel {
  const own = labelOf(node).trim();
  const summary = (node.type === "trigger" && triggerSummary) || summarize(node, names);
  const name = nodeName(node, engineLocale());
  if (own) return { name, title: own, detail: own === summary ? "" : summary };
  // The engine knows no labels of variables; a card has room for them.
  const told = nodeName(readableNode(node, names), engineLocale());
  const colon = told.indexOf(": ");
  if (colon >= 0 && told.length <= ONE_LINE) return { name, title: told, detail: "" };
  if (colon >= 0) return { name, title: told.slice(0, colon), detail: told.slice(colon + 2) };
  if (summary.startsWith(`${told}: `)) return { name, title: told, detail: behindColon(summary) };
  const kind = node.type === "action" ? (node.actionType ?? "") : node.type;
  // Of a kind that nobody knows, the name says the least.
  if (KNOWN.has(kind) && !TOLD_BY_NAMES.has(kind)) {
    return { name, title: told, detail: "" };
  }
  return { name, title: told, detail: MESSAGES.has(node.actionType ?? "") ? behindColon(summary) : summary };
}

/** A step for people who hear it: "Add tags: VIP, Hot", or the name a person gave it. */
export function accessibleName(node: GraphNode, names: Lookup, triggerSummary: string | null): string {
  const { title, detail } = nodeLabel(node, names, triggerSummary);
  return detail === "" || labelOf(node).trim() !== "" ? title : `${title}: ${detail}`;
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
export function commandLabel({ code, nodes, text }: CommandLabel, say: T, name: (node: GraphNode) => string): string {
  const [first, second] = nodes;
  if (text !== undefined) return say(`command.${code}`, { text });
  if ((code === "connect" || code === "reconnect" || code === "disconnect") && first && second) {
    return say(`command.${code}`, { from: name(first), to: name(second) });
  }
  if (nodes.length === 1 && first)
    return say(`command.${code}One`, { name: name(first), defaultValue: say(`command.${code}`) });
  return say(`command.${code}`, { count: nodes.length });
}
