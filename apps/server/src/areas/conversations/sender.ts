import type { JsonObject } from "@trilho/engine/contract";
import { describeFailure, type FailureReason, failureReason } from "@trilho/engine/failures";
import type { Notices } from "../../platform/service/outcome.ts";
import { languageOf } from "../../platform/service/language.ts";

export type ChannelKind = "whatsapp" | "instagram" | "email";

/** A channel to people, as the workspace set it up. */
export interface Channel {
  id: string;
  kind: ChannelKind;
  name: string;
  /** The provider's id of the sender: a WhatsApp phone number, an Instagram account. */
  phoneNumberId: string | null;
}

/** A file that goes along: the provider takes it first and gives it an id, which then stands in the message. */
export interface OutgoingFile {
  name: string;
  mimeType: string;
  content: Uint8Array;
}

/** What is sent. `message` is in the provider's own words for WhatsApp and Instagram (Meta's message object). */
export type Outgoing =
  | {
      kind: "whatsapp";
      channel: Channel;
      /** Digits of E.164, as Meta writes phones. */
      to: string;
      message: JsonObject;
      /** Its id becomes `id` of the message's own part: `image.id` of an image. */
      file?: OutgoingFile;
    }
  | { kind: "instagram"; channel: Channel; to: string; message: JsonObject }
  | { kind: "instagram_reply"; channel: Channel; commentId: string; text: string; isPrivate: boolean }
  | { kind: "instagram_hide"; channel: Channel; commentId: string; hidden: boolean }
  | OutgoingEmail;

export interface OutgoingEmail {
  kind: "email";
  to: readonly string[];
  cc: readonly string[];
  /** Where answers go; to the sender without it. */
  replyTo?: string | null;
  subject: string;
  /** Shown beside the subject; the HTML holds it already. */
  preview?: string | null;
  html: string | null;
  text: string | null;
}

export type Sent =
  /** `externalId` is the provider's id of the message. */
  { ok: true; provider: "meta" | "smtp" | "outbox"; externalId: string } | NotSent;

export interface NotSent {
  ok: false;
  /** Sending again cannot help. */
  isPermanent: boolean;
  /** It may have gone out all the same. */
  isUncertain?: true | undefined;
  /** What the provider asked for. */
  retryAfterMs: number | null;
  failure: FailureReason[];
}

export const notSent = (
  isPermanent: boolean,
  failure: FailureReason[],
  retryAfterMs: number | null = null,
): NotSent => ({
  ok: false,
  isPermanent,
  retryAfterMs,
  failure,
});

export interface SendContext {
  workspaceId: string;
  mode: "live" | "test";
  /** The same for every attempt at one message; providers and the outbox keep one message per key. */
  idempotencyKey: string;
  /** Whom it is for, so that the outbox shows it to those who may see the contact. */
  contactId?: string | null;
}

/** Sends to the world, or into the local outbox: in test mode, and where no credentials are set. Never rejects. */
export interface Sender {
  send(context: SendContext, outgoing: Outgoing): Promise<Sent>;
}

/** A message whose provider was reached and never answered: it may have gone out, which the error states. */
export const asUncertain = (failed: NotSent): NotSent => ({
  ...failed,
  isUncertain: true,
  failure: [...failed.failure, failureReason("may-have-gone-out")],
});

/** Of what a process that is gone was sending, nobody knows more. */
export const LOST: NotSent = { ...notSent(false, [failureReason("sending-lost")]), isUncertain: true };

/** Why something was not sent, for whoever asked for it. */
export const noticesOfSent = (sent: Sent, locale: string): Notices =>
  sent.ok
    ? []
    : [
        {
          code: sent.failure[0]?.code ?? "not-sent",
          message: describeFailure(sent.failure, languageOf(locale) === "pt" ? "pt-BR" : "en") ?? "",
          fields: [],
        },
      ];
