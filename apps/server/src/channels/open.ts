import type { Sender } from "../areas/conversations/sender.ts";
import type { OutboxStore } from "../areas/conversations/port.ts";
import { createGraph, type Graph } from "./meta/graph.ts";
import type { MetaSettings } from "./meta/settings.ts";
import { createSender } from "./sender.ts";
import { createMailer, type MailConfig } from "./smtp.ts";

export interface ChannelParts {
  outbox: OutboxStore;
  meta: MetaSettings;
  /** Null keeps e-mail in the local outbox. */
  mail: MailConfig | null;
  /** How long the mail server may take over one answer, in ms. */
  mailTimeoutMs?: number;
  /** Of a send that failed for a reason of our own. */
  onError: (error: unknown) => void;
}

/** The channels to people, with connections of their own. */
export interface Channels {
  /** Null without credentials. */
  graph: Graph | null;
  sender: Sender;
  close(): Promise<void>;
}

export function openChannels({ outbox, meta, mail, mailTimeoutMs, onError }: ChannelParts): Channels {
  const graph = meta.token === null ? null : createGraph(meta);
  const mailer =
    mail === null ? null : createMailer(mail, mailTimeoutMs === undefined ? {} : { timeoutMs: mailTimeoutMs });
  return {
    graph,
    sender: createSender({ outbox, graph, mailer, onError }),
    async close() {
      await mailer?.close();
      await graph?.close();
    },
  };
}
