import type { GraphNode, HandleKind } from "@trilho/engine";
import { EMPTY_LOOKUP } from "../document/lookup.ts";
import type { Lookup } from "../document/lookup.ts";
import { currentTexts } from "../i18n/texts.ts";
import { capitalized } from "../i18n/plain-text.ts";
import type { TextKey } from "../i18n/resources.ts";
import type { Text } from "../i18n/use-text.ts";
import { readableNode, readableText } from "./readable.ts";
import { findNode, labelOf } from "../document/document.ts";
import type { Port } from "../document/layout/geometry.ts";
import type { CommandLabel } from "../document/history.ts";
import { stepName } from "./node-name.ts";
import type { StepNames } from "./node-name.ts";
import { factsOf } from "./step-facts.ts";
import type { Facts } from "./step-facts.ts";
import { detailOf, stepTypeName } from "./step-kinds.ts";

/** Texts of the `builder` namespace. */
export type T = Text<"builder">;

interface NodeLabel {
  /** A card's two lines: "Add tags", "VIP and Hot". `detail` is empty when the title says all. */
  title: string;
  detail: string;
  /** The second line of a card, where every step has its kind as an icon. */
  line: string;
  /** What its card says beside or in place of the second line. */
  facts: Facts;
  /** Both on one line, or the name a person gave the step. */
  accessibleName: string;
}

const ONE_LINE = 30;

function labelNode(given: GraphNode, names: Lookup, triggerSummary: string | null): NodeLabel {
  const node = readableNode(given, names);
  const lines = linesOf(node, names, triggerSummary);
  const facts = factsOf(node, names);
  const alone = facts.speaks && lines.detail !== "" ? detailOf(node, names) : null;
  return { ...lines, line: alone?.form === undefined && alone?.text ? alone.text : lines.detail, facts };
}

function linesOf(node: GraphNode, names: Lookup, triggerSummary: string | null): Omit<NodeLabel, "facts" | "line"> {
  const own = labelOf(node).trim();
  const unnamed = stepName(own === "" ? node : { ...node, config: { ...node.config, ui: {} } });
  const kind = stepTypeName(node);
  const detail = node.type === "trigger" ? (triggerSummary ?? "") : detailOf(node, names).text;
  // What starts an automation says itself what it is.
  if (own !== "" && node.type === "trigger") return { title: own, detail, accessibleName: own };
  const line = unnamed.endsWith(detail) ? unnamed : `${kind}: ${detail}`;
  if (own !== "") return { title: own, detail: line === own ? "" : line, accessibleName: own };
  const isShort = detail === "" || (line === unnamed && line.length <= ONE_LINE);
  return { ...(isShort ? { title: line, detail: "" } : { title: kind, detail }), accessibleName: line };
}

interface Kept {
  names: Lookup;
  triggerSummary: string | null;
  language: string;
  label: NodeLabel;
}

const latest = new WeakMap<GraphNode, Kept>();

/** A step as all views call it. Kept until it, the names or the language change: all are asked for at every change. */
export function nodeLabel(node: GraphNode, names: Lookup, triggerSummary: string | null): NodeLabel {
  const { language } = currentTexts();
  const kept = latest.get(node);
  if (kept?.names === names && kept.triggerSummary === triggerSummary && kept.language === language) return kept.label;
  const label = labelNode(node, names, triggerSummary);
  latest.set(node, { names, triggerSummary, language, label });
  return label;
}

/** A step for people who hear it: "Add tags: VIP and Hot", or the name a person gave it. */
export const accessibleName = (node: GraphNode, names: Lookup, triggerSummary: string | null): string =>
  nodeLabel(node, names, triggerSummary).accessibleName;

/** A step where it is told what it did or will do: an action that is called by its kind alone, with what it acts on. */
export function toldName(node: GraphNode, names: Lookup): string {
  const name = stepName(node);
  return node.type === "action" && name === stepTypeName(node) ? accessibleName(node, names, null) : name;
}

/** The same by its id. */
export function nodeName(nodeId: string, { definition, lookup }: Pick<StepNames, "definition" | "lookup">): string {
  const node = findNode(definition, nodeId);
  return node ? toldName(node, lookup) : nodeId;
}

type Named = Pick<Port, "kind" | "label" | "number" | "side">;

const HANDLE_TEXTS: Record<HandleKind | "unknown", (port: Named, t: T) => string> = {
  next: (_port, t) => t("handle.next"),
  fallback: ({ side }, t) => t(side ? "handle.failure" : "handle.otherwise"),
  replied: (_port, t) => t("handle.replied"),
  timeout: (_port, t) => t("handle.timeout"),
  text_reply: (_port, t) => t("handle.text_reply"),
  branch: ({ label, number }, t) => label || t("handle.branch", { number }),
  rr: ({ label, number }, t) => label || t("handle.rr", { number }),
  // What a button says may name variables, as the message does.
  btn: ({ label, number }, t) => readableText(label, EMPTY_LOOKUP) || t("handle.btn", { number }),
  unknown: ({ label }, t) => t("handle.unknown", { handle: label }),
};

/** What an exit is called where it stands in its node: "VIP", "Otherwise". */
export function handleWord(port: Named, t: T): string {
  return HANDLE_TEXTS[port.kind](port, t);
}

/** What an exit is called within a sentence: "branch: VIP", "button: Yes". */
export function handleName(port: Named, t: T): string {
  const word = handleWord(port, t);
  if (port.kind === "branch" || port.kind === "rr" || port.kind === "btn")
    return t(`handleKind.${port.kind}`, { name: word });
  return word;
}

/** The same where it begins a line: "Branch: VIP". */
export const handleLabel = (port: Named, t: T): string => capitalized(handleName(port, t));

/** A command in words: "Delete Wait 2 days", "Move 3 steps". */
export function commandLabel({ code, nodes, text }: CommandLabel, t: T): string {
  const [first, second] = nodes;
  if (text !== undefined) return t(`command.${code}`, { text });
  if ((code === "connect" || code === "reconnect" || code === "disconnect") && first && second) {
    return t(`command.${code}`, { from: stepName(first), to: stepName(second) });
  }
  if (nodes.length === 1 && first) {
    // Not every command has words of its own for one step.
    const one = `command.${code}One` as TextKey<"builder">;
    return t(one, { name: stepName(first), defaultValue: t(`command.${code}`) });
  }
  return t(`command.${code}`, { count: nodes.length });
}
