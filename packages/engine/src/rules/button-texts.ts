import { isFilled } from "../contract/filled.ts";
import { buttonLimit, buttonText, isButton } from "../graph/buttons.ts";
import { shortenFilled } from "../messages/text.ts";
import { atNode } from "./finding/findings.ts";
import { refOf } from "./finding/names.ts";
import { configOf } from "./finding/rule.ts";
import type { Rule } from "./finding/rule.ts";

/** Warns of buttons whose contact reads something else than was written, or cannot tell them apart. A template has its own texts. */
export const buttonTexts: Rule = function* ({ graph, nodesOf }) {
  for (const { node, index } of nodesOf("send_whatsapp")) {
    const config = configOf(node);
    const buttons = config?.["buttons"];
    if (!config || !Array.isArray(buttons) || isFilled(config["templateName"])) continue;
    const limit = buttonLimit(config, buttons.filter(isButton).length);
    const seen = new Set<string>();
    for (const [position, button] of buttons.entries()) {
      if (!isButton(button)) continue;
      const { label } = button;
      const sent = buttonText(button, limit);
      const code = faultOf(label, sent, seen);
      seen.add(sent);
      if (code === null) continue;
      yield atNode(graph, index, code, () => ({
        params: { node: refOf(node), part: shortenFilled(sent) },
        below: ["config", "buttons", position, "label"],
      }));
    }
  }
};

function faultOf(label: unknown, sent: string, seen: ReadonlySet<string>) {
  if (!isFilled(label)) return "button-without-text";
  if (seen.has(sent)) return "same-button-text";
  return sent === label.trim() ? null : "button-text-cut";
}
