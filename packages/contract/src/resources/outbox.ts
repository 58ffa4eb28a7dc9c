import { Type } from "typebox";
import { dateTime, looseObject, nullable, oneOf } from "../schema.ts";

/** What was kept here instead of being sent: by a test key, or because no credentials of the channel are set. */
export const OutboxItem = Type.Object({
  id: Type.String(),
  kind: oneOf(["whatsapp", "instagram", "instagram_reply", "instagram_hide", "email"]),
  channelId: nullable(Type.String()),
  contactId: nullable(Type.String()),
  to: Type.String({ description: "A phone, an Instagram id, e-mail addresses by comma, or a comment's id" }),
  content: looseObject(),
  createdAt: dateTime(),
});
