import { Type } from "typebox";
import { dateTime, looseObject, nullable, oneOf } from "../schema.ts";

/** The step of an automation that wrote it, and the deal it was about as far as the member may see that. */
export const OutboxSource = Type.Object({
  automationId: Type.String(),
  automationName: nullable(Type.String({ description: "Null once the automation was deleted" })),
  runId: Type.String(),
  nodeId: Type.String(),
  test: Type.Boolean({ description: "A test event started the run" }),
  dealSeq: nullable(Type.Integer()),
  dealName: nullable(Type.String()),
});

/** What was kept here instead of being sent: by a test key, or because no credentials of the channel are set. */
export const OutboxItem = Type.Object({
  id: Type.String(),
  kind: oneOf(["whatsapp", "instagram", "instagram_reply", "instagram_hide", "email", "webhook", "meta_conversion"]),
  channelId: nullable(Type.String()),
  contactId: nullable(Type.String()),
  contactName: nullable(Type.String()),
  to: Type.String({
    description:
      "A phone, an Instagram id, e-mail addresses by comma, a comment's id, an address of a webhook, or a conversion's name",
  }),
  content: looseObject(),
  /** The message of a conversation that it is, which can be answered as its contact. */
  messageId: Type.Optional(Type.String()),
  source: nullable(OutboxSource),
  createdAt: dateTime(),
});

const Way = () => oneOf(["sent", "kept"]);

/** What becomes of messages by channel: kept where no credentials are set. `testKey`: what this key sends is kept anyway. */
export const OutboxState = Type.Object({ testKey: Type.Boolean(), whatsapp: Way(), instagram: Way(), email: Way() });
