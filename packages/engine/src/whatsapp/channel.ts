import type { GraphNode } from "../contract/definition.ts";
import { isObject } from "../contract/json.ts";
import type { JsonValue } from "../contract/json.ts";
import type { Trigger } from "../contract/needs.ts";
import type { KnownThings, Surroundings } from "../rules/validate/references.ts";
import type { WhatsappTemplate } from "./template.ts";

/** What a workspace has. Without `template` no step's template is looked for. */
export interface KnownForWhatsapp extends Pick<KnownThings, "channel"> {
  template?: readonly WhatsappTemplate[] | undefined;
}

/** An automation and its workspace, as far as messages depend on them. */
export interface Around extends Surroundings {
  readonly trigger?: Trigger;
  readonly known: KnownForWhatsapp;
}

/** A text that is what it says; null for none, or for one that Liquid fills in. */
export const literal = (value: JsonValue | undefined): string | null =>
  typeof value === "string" && value.trim() !== "" && !value.includes("{") ? value.trim() : null;

/** The channel that a message goes out by; null where the graph does not say. */
export function channelOf(node: GraphNode, { outboundChannelId }: Pick<Around, "outboundChannelId">): string | null {
  const own = isObject(node.config) ? node.config["channelId"] : undefined;
  return typeof own === "string" && own.trim() !== "" ? literal(own) : literal(outboundChannelId ?? undefined);
}
