import { Type } from "typebox";
import { EXAMPLE_IDS } from "../examples/ids.ts";
import { dateTime, described, looseObject, nullable, oneOf } from "../schema.ts";
import { failure } from "./failure.ts";

/** A template of a WhatsApp channel. Extension of the contract. */
export const MessageTemplate = Type.Object({
  channelId: Type.String(),
  channelName: Type.String(),
  name: Type.String(),
  language: Type.String({ examples: ["pt_BR"] }),
  category: Type.String({ description: "`marketing`, `utility` or `authentication`; empty where it is not known." }),
  status: Type.String({
    description: "`approved` alone can be sent; else `pending`, `rejected`, `paused` and the like.",
  }),
  components: described(
    Type.Array(looseObject()),
    "Header, body, footer and buttons in the format of Meta's Graph API, their gaps as `{{1}}` or `{{name}}`.",
  ),
  syncedAt: nullable(
    described(dateTime(), "When the provider told so last; null for a template of the provisioning file."),
  ),
});

export const SyncMessageTemplatesRequest = Type.Object({
  channelId: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: "One WhatsApp channel; else all of them.",
        examples: [EXAMPLE_IDS.channel],
      }),
    ),
  ),
});

/** What became of one channel. */
export const SyncedChannel = Type.Object({
  channelId: Type.String(),
  channelName: Type.String(),
  outcome: described(
    oneOf(["synced", "kept"]),
    "`kept`: the provider told nothing, and all templates stay as they were.",
  ),
  count: Type.Integer({ description: "How many templates the channel has now." }),
  error: nullable(Type.String({ description: "Why nothing was told." })),
  failure: failure(),
});

export const MessageTemplateSync = Type.Object({ channels: Type.Array(SyncedChannel) });
