import { buttonsOf } from "@trilho/engine";
import type { AutomationRunDetail, ConversationMessage } from "@trilho/api-client";

export interface Choice {
  id: string;
  label: string;
}

/** A message of the run that was kept, with the buttons that it offers. */
interface Kept {
  conversationId: string;
  buttons: Choice[];
}

/** What a run sent that stayed here, by its id at the provider. */
export function keptBy({ effects }: AutomationRunDetail): ReadonlyMap<string, Kept> {
  const kept = new Map<string, Kept>();
  for (const { result, config } of effects) {
    const { provider, conversationId, messageId } = result ?? {};
    if (provider !== "outbox" || typeof conversationId !== "string" || typeof messageId !== "string") continue;
    kept.set(messageId, { conversationId, buttons: buttonsOf(config) });
  }
  return kept;
}

/** The conversation in which the run wrote last; null where nothing of it was kept. */
export const conversationOf = (run: AutomationRunDetail): string | null =>
  [...keptBy(run).values()].at(-1)?.conversationId ?? null;

export interface Bubble {
  message: ConversationMessage;
  /** Whether it can be answered here. */
  isKept: boolean;
  buttons: Choice[];
  /** How the contact reacted last. */
  reaction: string;
}

/** What was said since the run began. A reaction stands at its message; one to an older message is not shown. */
export function bubblesOf(messages: readonly ConversationMessage[], run: AutomationRunDetail): Bubble[] {
  const kept = keptBy(run);
  const said = messages.filter(({ timestamp }) => Date.parse(timestamp) >= Date.parse(run.createdAt));
  const reactions = new Map<string, string>();
  for (const { type, direction, quotedMessageId, body } of said) {
    if (type === "reaction" && direction === "inbound" && quotedMessageId !== null)
      reactions.set(quotedMessageId, body);
  }
  return said
    .filter(({ type }) => type !== "reaction")
    .map((message) => {
      const known = message.externalId === null ? undefined : kept.get(message.externalId);
      return {
        message,
        isKept: known !== undefined,
        buttons: known?.buttons ?? [],
        reaction: reactions.get(message.id) ?? "",
      };
    });
}
