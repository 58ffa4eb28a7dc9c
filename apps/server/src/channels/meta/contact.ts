import { randomUUID } from "node:crypto";
import type { JsonObject } from "@trilho/engine/contract";
import type { ContactAnswer, DeliveryOf, KeptMessage } from "../../areas/conversations/answering.ts";
import { idIn, listIn, objectIn, textIn } from "./reading.ts";
import { readDelivery } from "./webhook.ts";

/** Writes Meta's delivery of what a contact does, and reads it like any other. */
export const deliveryOfMeta: DeliveryOf = (kept, answer, at) => {
  const payload = kept.entry.kind === "instagram" ? instagram(kept, answer, at) : whatsapp(kept, answer, at);
  const [inbound] = payload === null ? [] : readDelivery(payload, at).inbound;
  return inbound ?? null;
};

/** A channel that is connected to nothing needs no sender at Meta. */
const senderOf = ({ channel }: KeptMessage): string => channel.phoneNumberId ?? channel.id;

const UNDELIVERABLE = { code: 131026, title: "Message undeliverable" };

type Said = Extract<ContactAnswer, { type: "text" | "button" | "reaction" }>;
const isStatus = (answer: ContactAnswer): answer is Exclude<ContactAnswer, Said> =>
  !["text", "button", "reaction"].includes(answer.type);

function whatsapp(kept: KeptMessage, answer: ContactAnswer, at: number): JsonObject | null {
  const value = whatsappValue(kept, answer, String(at));
  if (value === null) return null;
  const metadata = { display_phone_number: senderOf(kept), phone_number_id: senderOf(kept) };
  const changes = [{ field: "messages", value: { messaging_product: "whatsapp", metadata, ...value } }];
  return { object: "whatsapp_business_account", entry: [{ id: kept.channel.id, changes }] };
}

function whatsappValue({ message, entry }: KeptMessage, answer: ContactAnswer, timestamp: string): JsonObject | null {
  const id = message.externalId ?? "";
  const from = entry.recipient.replace("+", "");
  if (isStatus(answer)) {
    const errors = answer.type === "failed" ? [UNDELIVERABLE] : [];
    return { statuses: [{ id, status: answer.type, timestamp, recipient_id: from, errors }] };
  }
  const said = whatsappPart(id, entry.content, answer);
  return said && { messages: [{ from, id: newId(), timestamp, context: { id }, ...said }] };
}

function whatsappPart(id: string, content: JsonObject, answer: Said): JsonObject | null {
  if (answer.type === "text") return { type: "text", text: { body: answer.text } };
  if (answer.type === "reaction") return { type: "reaction", reaction: { message_id: id, emoji: answer.emoji } };
  const { buttonId } = answer;
  if (payloadsOf(content).includes(buttonId)) return { type: "button", button: { payload: buttonId, text: buttonId } };
  const action = objectIn(objectIn(content, "interactive"), "action");
  const buttons = listIn(action, "buttons").map((each) => objectIn(each, "reply"));
  const rows = listIn(action, "sections").flatMap((section) => listIn(section, "rows"));
  const choice = [...buttons, ...rows].find((each) => idIn(each, "id") === buttonId);
  if (choice === undefined) return null;
  const kind = rows.length === 0 ? "button_reply" : "list_reply";
  const reply = { id: buttonId, title: textIn(choice, "title") ?? buttonId };
  return { type: "interactive", interactive: { type: kind, [kind]: reply } };
}

/** What the buttons of a template answer with; what they say is known at Meta alone. */
const payloadsOf = (content: JsonObject): (string | null)[] =>
  listIn(objectIn(content, "template"), "components")
    .flatMap((component) => listIn(component, "parameters"))
    .map((parameter) => textIn(parameter, "payload"));

/** Messages here have no buttons, and Meta reports neither of the other two. */
function instagram(kept: KeptMessage, answer: ContactAnswer, at: number): JsonObject | null {
  const mid = kept.message.externalId ?? "";
  const part = instagramPart(mid, answer);
  if (part === null) return null;
  const sender = { id: kept.entry.recipient.replace("ig:", "") };
  const messaging = [{ sender, recipient: { id: senderOf(kept) }, timestamp: at, ...part }];
  return { object: "instagram", entry: [{ id: senderOf(kept), time: at, messaging }] };
}

function instagramPart(mid: string, answer: ContactAnswer): JsonObject | null {
  switch (answer.type) {
    case "text":
      return { message: { mid: newId(), text: answer.text, reply_to: { mid } } };
    case "reaction":
      return { reaction: { mid, action: answer.emoji === "" ? "unreact" : "react", emoji: answer.emoji } };
    case "read":
      return { read: { mid } };
    default:
      return null;
  }
}

const newId = (): string => `kept.${randomUUID()}`;
