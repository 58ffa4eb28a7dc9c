import type { GraphNode } from "../contract/definition.ts";
import type { Fix } from "../contract/diagnostic.ts";
import { isObject } from "../contract/json.ts";
import type { JsonObject } from "../contract/json.ts";
import { pointer } from "../json/pointer.ts";
import { aroundFix, aroundProblem } from "../messages/around.ts";
import { shorten } from "../messages/text.ts";
import { sendsNothing } from "../rules/empty-message.ts";
import { refOf } from "../rules/finding/names.ts";
import type { ExtraFinding, ExtraRule, ExtraSubject } from "../rules/validate/extra-rule.ts";
import type { Surroundings } from "../rules/validate/references.ts";
import { channelOf } from "./channel.ts";
import type { Around, KnownForWhatsapp } from "./channel.ts";
import { MESSAGE_WINDOW_SECONDS, silences } from "./reply-window.ts";
import type { Silence } from "./reply-window.ts";
import { gapsIn, PARAMETER_PLACES, readTemplate } from "./template.ts";
import type { WhatsappTemplate } from "./template.ts";
import { isApproved, templateFindings, templatesOf, withTexts } from "./template-rules.ts";

/**
 * Rules for `validateGraph` about WhatsApp messages: templates that the workspace does not have, that are not approved or get
 * other values than they have gaps for; and free text that may go out more than 24 hours after the contact's last message,
 * when WhatsApp takes none.
 *
 * @example
 * ```ts
 * import { validateGraph } from "@trilho/engine";
 * import { whatsappRules } from "@trilho/engine/whatsapp";
 *
 * const hi = { id: "hi", type: "action", actionType: "send_whatsapp", config: { text: "Hi!" } };
 * const { problems } = validateGraph(
 *   { version: 2, nodes: [{ id: "start", type: "trigger" }, hi], edges: [{ source: "start", target: "hi" }] },
 *   { extraRules: whatsappRules({}, { trigger: { type: "deal_won" } }) },
 * );
 * // problems[0].code: "outside-message-window"
 * ```
 */
export const whatsappRules = (known: KnownForWhatsapp, surroundings: Surroundings = {}): readonly ExtraRule[] => {
  const around: Around = { ...surroundings, known };
  return [
    ...(["unknown-template", "template-not-approved", "template-parameters"] as const).map((code): ExtraRule => ({
      code,
      severity: "warning",
      *run(subject) {
        for (const [index, node] of messagesOf(subject)) {
          const at = { node, index, ref: refOf(node), around, locale: subject.locale };
          for (const found of templateFindings(at)) if (found.code === code) yield found.finding;
        }
      },
    })),
    { code: "outside-message-window", severity: "warning", run: (subject) => lateTexts(subject, around) },
  ];
};

/** Free texts by more channels than these are not told apart: each channel is a pass over the graph. */
const MOST_CHANNELS = 16;

function* lateTexts(subject: ExtraSubject, around: Around): Generator<ExtraFinding> {
  const { graph } = subject;
  const byChannel = new Map<string | null, (Silence | undefined)[]>();
  for (const [index, node] of messagesOf(subject)) {
    if (!isFreeText(node)) continue;
    const named = channelOf(node, around);
    const channel = byChannel.has(named) || byChannel.size < MOST_CHANNELS ? named : null;
    const before = byChannel.get(channel) ?? silences(graph, channel, around);
    byChannel.set(channel, before);
    const silence = before[index];
    if (silence === undefined || silence.seconds < MESSAGE_WINDOW_SECONDS) continue;
    const since = graph.nodes[silence.since];
    const params = { node: refOf(node), after: refOf(since), unanswered: refOf(graph.nodes[silence.unanswered ?? -1]) };
    yield {
      ...aroundProblem("outside-message-window", params, subject.locale),
      path: pointer("nodes", index, "config", "text"),
      nodeId: node.id,
      related: { nodeIds: [since, node].flatMap((each) => each?.id ?? []) },
      fixes: templatesInstead(subject, index, node, around),
    };
  }
}

function* messagesOf({ definition }: ExtraSubject): Generator<[number, GraphNode]> {
  for (const [index, node] of definition.nodes.entries()) {
    if (node.type === "action" && node.actionType === "send_whatsapp" && isObject(node.config)) yield [index, node];
  }
}

/** What sends nothing has that problem alone. */
function isFreeText({ config = {} }: GraphNode): boolean {
  const { templateName } = config;
  return (typeof templateName !== "string" || templateName.trim() === "") && !sendsNothing("send_whatsapp", config);
}

/** So many templates are offered. */
const MOST_FIXES = 3;

/** Approved templates that can go out as they are: nobody has to fill in anything. */
function templatesInstead({ locale }: ExtraSubject, index: number, node: GraphNode, around: Around): Fix[] {
  const asked = isObject(node.config) && Array.isArray(node.config["buttons"]) ? node.config["buttons"].length : 0;
  const fitting = (templatesOf(node, around) ?? []).filter((each) => isApproved(each) && isComplete(each, asked));
  return fitting.slice(0, MOST_FIXES).map(({ name, language, components }) => {
    const config: JsonObject = { ...node.config, templateName: name, templateLanguageCode: language };
    delete config["templateParameters"];
    const value = withTexts(config, readTemplate(components));
    const patch = [{ op: "replace" as const, path: pointer("nodes", index, "config"), value }];
    return aroundFix("use-template", { name: shorten(name), language }, patch, locale);
  });
}

function isComplete({ components }: WhatsappTemplate, asked: number): boolean {
  const parts = readTemplate(components);
  const hasFile = parts.header !== null && parts.header.format !== "text";
  const replies = parts.buttons.filter(({ kind }) => kind === "quick_reply").length;
  return !hasFile && replies >= asked && PARAMETER_PLACES.every((place) => gapsIn(parts, place).length === 0);
}
