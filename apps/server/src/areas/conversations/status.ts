import type { MessageStatus } from "./model.ts";

/** How far a message got. A failure is reported of messages that were accepted, so it outranks `sent`; what arrived did not fail. */
const RANK: Record<MessageStatus, number> = { received: 9, queued: 0, sent: 1, failed: 2, delivered: 3, read: 4 };

/**
 * The status after a provider reported another one: they arrive late, twice and out of order. What was never accepted here
 * (a broken connection) was accepted after all when a provider speaks of it.
 */
export const laterStatus = (
  current: { status: MessageStatus; isAccepted: boolean },
  told: MessageStatus,
): MessageStatus => {
  const wrongly = current.status === "failed" && !current.isAccepted;
  return wrongly || RANK[told] > RANK[current.status] ? told : current.status;
};
