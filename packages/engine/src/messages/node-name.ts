import type { GraphNode } from "../contract/definition.ts";
import { refOf } from "../rules/finding/names.ts";
import { enNames } from "./en-names.ts";
import type { Locale } from "./locale.ts";

/**
 * What a node is called in every message: the label its author gave it, or its kind with what tells it apart, at most
 * 60 characters on one line. Half-made nodes have names too.
 *
 * @example
 * ```ts
 * import { nodeName } from "@trilho/engine";
 * import { ptBR } from "@trilho/engine/messages/pt-BR";
 *
 * nodeName({ id: "n1", type: "wait", config: { delaySeconds: 172_800 } }); // "Wait 2 days"
 * nodeName({ id: "n2", type: "action", actionType: "send_email", config: { subject: "Hi" } }, ptBR); // "Enviar e-mail: Hi"
 * ```
 */
export function nodeName(node: GraphNode, { nodeName: name }: Pick<Locale, "nodeName"> = enNames): string {
  return name(refOf(node));
}
