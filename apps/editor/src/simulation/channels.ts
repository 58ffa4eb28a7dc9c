import type { ActionType } from "@trilho/engine";

export type Channel = "whatsapp" | "email" | "instagram";

/** On which channel an action writes to somebody. */
export const CHANNEL_OF: Partial<Record<ActionType, Channel>> = {
  send_whatsapp: "whatsapp",
  send_email: "email",
  reply_instagram_comment: "instagram",
  send_instagram_private_reply: "instagram",
};
