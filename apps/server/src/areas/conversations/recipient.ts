import { failureReason } from "@trilho/engine/failures";
import type { Channel, ChannelKind } from "./sender.ts";
import { countryOf, normalisePhone } from "../../platform/service/phone.ts";
import { problem, type Failure, type Problem } from "../../platform/service/outcome.ts";

/** How Instagram users are written where a phone would stand. */
const INSTAGRAM = "ig:";

/** Whom a message is for. */
export type Recipient = { kind: "whatsapp"; phone: string } | { kind: "instagram"; instagramId: string };

export const writeInstagramId = (id: string): string => INSTAGRAM + id;

/** Null for what is neither a phone nor `ig:` and an Instagram id. `locale` gives the country of phones without one. */
export function readRecipient(text: string, locale: string): Recipient | null {
  const trimmed = text.trim();
  const instagramId = /^ig:(\w{1,100})$/i.exec(trimmed)?.[1];
  if (instagramId !== undefined) return { kind: "instagram", instagramId };
  const phone = normalisePhone(trimmed, countryOf(locale));
  return phone === null ? null : { kind: "whatsapp", phone };
}

export type ChannelChoice =
  | { ok: true; channel: Channel }
  | { ok: false; problem: Problem }
  | { ok: false; problem: null };

interface Wanted {
  kind: ChannelKind;
  channelId: string | null;
  senderPhoneNumberId: string | null;
}

/**
 * The channel of a message: by id, else by its sender at the provider, else the workspace's default one of the kind,
 * else the only one. Without a problem to name, the workspace has none to choose by itself.
 */
export function chooseChannel(
  channels: readonly (Channel & { isDefault: boolean })[],
  { kind, channelId, senderPhoneNumberId }: Wanted,
): ChannelChoice {
  const named =
    channelId !== null
      ? { field: "channelId", found: channels.find(({ id }) => id === channelId) }
      : senderPhoneNumberId !== null
        ? {
            field: "senderPhoneNumberId",
            found: channels.find(({ phoneNumberId }) => phoneNumberId === senderPhoneNumberId),
          }
        : null;
  if (named !== null) {
    const { field, found } = named;
    if (found === undefined) return refuse(field, "is not a channel of this workspace", "channel-gone");
    return found.kind === kind
      ? { ok: true, channel: found }
      : refuse(field, `is a channel of ${found.kind}, not ${kind}`, "channel-of-another-kind");
  }
  const ofKind = channels.filter((channel) => channel.kind === kind);
  const channel = ofKind.find(({ isDefault }) => isDefault) ?? (ofKind.length === 1 ? ofKind[0] : undefined);
  return channel === undefined ? { ok: false, problem: null } : { ok: true, channel };
}

/** Wherever a message would be sent. */
export const noChannel = (kind: ChannelKind): Failure => ({
  code: "CONFLICT",
  message:
    `This workspace has no default channel of ${kind}: connect one to it, make one of several the default, ` +
    "or name one with channelId where the request takes it.",
  ...(kind === "whatsapp" && { reason: failureReason("channel-missing") }),
});

const refuse = (...args: Parameters<typeof problem>): ChannelChoice => ({ ok: false, problem: problem(...args) });
