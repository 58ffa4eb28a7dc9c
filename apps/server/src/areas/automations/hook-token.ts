import { randomBytes } from "node:crypto";
import { textOf } from "./trigger-settings.ts";
import type { AutomationReplacement, StoredAutomation } from "./model.ts";

const TYPE = "incoming_webhook";

/** The last part of an automation's address for incoming calls; null for one that takes none. */
export const hookTokenOf = (automation: Pick<StoredAutomation, "triggerType" | "triggerConfig">): string | null =>
  automation.triggerType === TYPE ? textOf(automation, "hookToken") : null;

/**
 * A definition whose address is the server's own making, never a client's: that of the definition that it replaces, else
 * a new one. An address that is copied, or imported, would take in another automation's calls.
 */
export function withHookToken<T extends AutomationReplacement>(next: T, replaced: StoredAutomation | null): T {
  if (next.triggerType !== TYPE) return next;
  const hookToken = (replaced && hookTokenOf(replaced)) ?? randomBytes(24).toString("base64url");
  return { ...next, triggerConfig: { ...next.triggerConfig, hookToken } };
}
