import { isObject } from "@trilho/engine";
import type { JsonObject } from "@trilho/engine/contract";
import { failureReason } from "@trilho/engine/failures";
import { FormData } from "undici";
import {
  notSent,
  type NotSent,
  type Outgoing,
  type OutgoingEmail,
  type OutgoingFile,
  type Sent,
  asUncertain,
} from "../../areas/conversations/sender.ts";
import type { Graph, GraphAnswer } from "./graph.ts";

export type MetaOutgoing = Exclude<Outgoing, OutgoingEmail>;
type OfKind<Kind> = Extract<MetaOutgoing, { kind: Kind }>;

const NO_SENDER = notSent(true, [failureReason("meta-without-sender")]);
/** Nobody is to get the same message twice because of an answer: whether it went out is for a person to find out. */
const UNKNOWN: NotSent = { ...notSent(true, [failureReason("meta-unclear")]), isUncertain: true };

/** Sends through Meta's Graph API. Never rejects. */
export async function sendByMeta(graph: Graph, outgoing: MetaOutgoing, idempotencyKey: string): Promise<Sent> {
  const sender = outgoing.channel.phoneNumberId;
  if (sender === null || sender === "") return NO_SENDER;
  const at = encodeURIComponent(sender);
  switch (outgoing.kind) {
    case "whatsapp":
      return sendWhatsapp(graph, at, outgoing, idempotencyKey);
    case "instagram":
      return sent(
        await graph.post(`${at}/messages`, { recipient: { id: outgoing.to }, message: outgoing.message }),
        (body) => body["message_id"],
      );
    case "instagram_reply":
      return replyToComment(graph, at, outgoing);
    case "instagram_hide":
      return hideComment(graph, outgoing);
  }
}

async function sendWhatsapp(
  graph: Graph,
  sender: string,
  { to, message, file }: OfKind<"whatsapp">,
  idempotencyKey: string,
): Promise<Sent> {
  const complete =
    file === undefined ? { ok: true as const, message } : await withUploaded(graph, sender, message, file);
  if (!complete.ok) return complete;
  const answer = await graph.post(`${sender}/messages`, {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    to,
    ...complete.message,
    // Comes back with every status, so that a message is known even if this answer gets lost.
    biz_opaque_callback_data: idempotencyKey,
  });
  return sent(answer, ({ messages }) => {
    const first: unknown = Array.isArray(messages) ? messages[0] : undefined;
    return isObject(first) ? first["id"] : undefined;
  });
}

async function withUploaded(
  graph: Graph,
  sender: string,
  message: JsonObject,
  file: OutgoingFile,
): Promise<{ ok: true; message: JsonObject } | NotSent> {
  const form = new FormData();
  form.set("messaging_product", "whatsapp");
  form.set("type", file.mimeType);
  form.set("file", new Blob([Buffer.from(file.content)], { type: file.mimeType }), file.name);
  const answer = await graph.upload(`${sender}/media`, form);
  // Nobody sees a file that was uploaded twice.
  if (!answer.ok) return { ...answer, isUncertain: undefined };
  const id = isObject(answer.body) ? answer.body["id"] : undefined;
  // It does no harm when it is done again, here and below.
  if (typeof id !== "string") return notSent(false, [failureReason("meta-file-unnamed")]);
  const type = String(message["type"]);
  return { ok: true, message: { ...message, [type]: { ...(message[type] as JsonObject), id } } };
}

async function replyToComment(
  graph: Graph,
  sender: string,
  { commentId, text, isPrivate }: OfKind<"instagram_reply">,
): Promise<Sent> {
  if (isPrivate) {
    const body = { recipient: { comment_id: commentId }, message: { text } };
    return sent(await graph.post(`${sender}/messages`, body), ({ message_id }) => message_id);
  }
  const answer = await graph.post(`${encodeURIComponent(commentId)}/replies`, { message: text });
  return sent(answer, ({ id }) => id);
}

async function hideComment(graph: Graph, { commentId, hidden }: OfKind<"instagram_hide">): Promise<Sent> {
  const answer = await graph.post(encodeURIComponent(commentId), { hide: hidden });
  if (!answer.ok) return answer;
  const isHidden = isObject(answer.body) && answer.body["success"] === true;
  if (!isHidden) return notSent(false, [failureReason("meta-not-hidden")]);
  return { ok: true, provider: "meta", externalId: commentId };
}

/** What Meta's ids are made of; anything else is none, and could not be stored. */
const ID = /^[\x21-\x7e]{1,500}$/;

function sent(answer: GraphAnswer, idOf: (body: Record<string, unknown>) => unknown): Sent {
  if (!answer.ok) return answer.isUncertain ? asUncertain(answer) : answer;
  const id = isObject(answer.body) ? idOf(answer.body) : undefined;
  return typeof id === "string" && ID.test(id) ? { ok: true, provider: "meta", externalId: id } : UNKNOWN;
}
