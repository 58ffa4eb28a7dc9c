import type { JsonObject } from "@trilho/engine/contract";
import type { Outgoing, SendContext, Sent } from "../areas/conversations/sender.ts";
import type { OutboxStore } from "../areas/conversations/port.ts";

type Kept = { channelId: string | null; recipient: string; content: JsonObject };
type Writers = { [Kind in Outgoing["kind"]]: (outgoing: Extract<Outgoing, { kind: Kind }>) => Kept };

/** What the outbox shows of each kind. */
const WRITERS: Writers = {
  whatsapp: ({ channel, to, message, file }) => ({
    channelId: channel.id,
    recipient: `+${to}`,
    content:
      file === undefined
        ? message
        : { ...message, file: { name: file.name, mimeType: file.mimeType, size: file.content.byteLength } },
  }),
  instagram: ({ channel, to, message }) => ({ channelId: channel.id, recipient: `ig:${to}`, content: message }),
  instagram_reply: ({ channel, commentId, text, isPrivate }) => ({
    channelId: channel.id,
    recipient: commentId,
    content: { text, isPrivate },
  }),
  instagram_hide: ({ channel, commentId, hidden }) => ({
    channelId: channel.id,
    recipient: commentId,
    content: { hidden },
  }),
  email: ({ to, cc, replyTo = null, preview = null, subject, html, text }) => ({
    channelId: null,
    recipient: [...to, ...cc].join(", "),
    content: {
      to: [...to],
      cc: [...cc],
      ...(replyTo !== null && { replyTo }),
      subject,
      ...(preview !== null && { preview }),
      html,
      text,
    },
  }),
};

/** Keeps a message here instead of sending it. */
export async function keepInOutbox(
  outbox: OutboxStore,
  { workspaceId, idempotencyKey, contactId = null }: SendContext,
  outgoing: Outgoing,
): Promise<Sent> {
  const write = WRITERS[outgoing.kind] as (outgoing: Outgoing) => Kept;
  const { id } = await outbox.add(workspaceId, idempotencyKey, { kind: outgoing.kind, contactId, ...write(outgoing) });
  return { ok: true, provider: "outbox", externalId: `outbox_${id}` };
}
