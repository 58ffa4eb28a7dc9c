import type { OutboxState } from "@trilho/api-client";
import type { GraphDefinition } from "@trilho/engine";
import type { Text } from "../../i18n/use-text.ts";
import { CHANNEL_OF, type Channel } from "../../simulation/channels.ts";

export const CHANNELS = ["whatsapp", "instagram", "email"] as const satisfies readonly Channel[];

export const channelNames = (channels: readonly Channel[], t: Text<"outbox">, locale: string): string =>
  new Intl.ListFormat(locale, { type: "conjunction" }).format(channels.map((channel) => t(`channel.${channel}`)));

/** What is to be known of an automation whose messages stay here; null where they are sent, or there are none. */
export function keptText(
  { nodes }: Pick<GraphDefinition, "nodes">,
  state: OutboxState,
  t: Text<"outbox">,
  locale: string,
): string | null {
  const used = new Set(nodes.map(({ type, actionType }) => type === "action" && actionType && CHANNEL_OF[actionType]));
  const kept = CHANNELS.filter((channel) => used.has(channel) && state[channel] === "kept");
  return kept.length === 0 ? null : t("kept.ofSteps", { count: kept.length, channels: channelNames(kept, t, locale) });
}
