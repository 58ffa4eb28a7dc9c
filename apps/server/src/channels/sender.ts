import { failureReason } from "@trilho/engine/failures";
import {
  notSent,
  type Outgoing,
  type OutgoingEmail,
  type SendContext,
  type Sender,
  type Sent,
} from "../areas/conversations/sender.ts";
import type { OutboxStore } from "../areas/conversations/port.ts";
import type { Graph } from "./meta/graph.ts";
import { sendByMeta } from "./meta/send.ts";
import { keepInOutbox } from "./outbox.ts";

/** Sends e-mail. Never rejects. */
export interface EmailSender {
  send(context: SendContext, email: OutgoingEmail): Promise<Sent>;
}

export interface SenderParts {
  outbox: OutboxStore;
  /** Null without credentials: then what it would send stays in the local outbox. */
  graph: Graph | null;
  mailer: EmailSender | null;
  /** Of a send that failed for a reason of our own. */
  onError: (error: unknown) => void;
}

/** Routes each message to its provider, or to the local outbox: for test keys, and where no credentials are set. */
export function createSender({ outbox, graph, mailer, onError }: SenderParts): Sender {
  const route = async (context: SendContext, outgoing: Outgoing): Promise<Sent> => {
    if (context.mode === "live") {
      if (outgoing.kind === "email") {
        if (mailer !== null) return mailer.send(context, outgoing);
      } else if (graph !== null) return sendByMeta(graph, outgoing, context.idempotencyKey);
    }
    return keepInOutbox(outbox, context, outgoing);
  };
  return {
    async send(context, outgoing) {
      try {
        return await route(context, outgoing);
      } catch (error) {
        onError(error);
        return notSent(false, [failureReason("message-not-handed-over")]);
      }
    },
  };
}
