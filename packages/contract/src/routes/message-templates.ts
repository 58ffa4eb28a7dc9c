import { Type } from "typebox";
import { envelope } from "../envelopes.ts";
import { MessageTemplate, MessageTemplateSync, SyncMessageTemplatesRequest } from "../resources/message-template.ts";
import type { Route } from "../route.ts";

const group = { group: "Reference", features: ["API_ACCESS"], unknownQuery: "ignore" } as const;

/** Extension of the contract. */
export const MESSAGE_TEMPLATE_ROUTES = {
  listMessageTemplates: {
    ...group,
    client: "messageTemplates.list",
    method: "GET",
    path: "/message-templates",
    summary: "WhatsApp templates of the workspace's channels",
    description:
      "All of them at once, by name, language and channel. They come from the provisioning file and from the provider; " +
      "`POST /message-templates/sync` asks it anew.",
    query: Type.Object({
      channelId: Type.Optional(Type.String({ maxLength: 255, description: "Templates of this channel alone." })),
    }),
    permission: null,
    success: { status: 200, schema: envelope(Type.Array(MessageTemplate)) },
    errors: [400, 401, 403, 429],
  },
  syncMessageTemplates: {
    ...group,
    client: "messageTemplates.sync",
    method: "POST",
    path: "/message-templates/sync",
    summary: "Ask the provider for the templates of WhatsApp channels",
    description:
      "Templates that the provider has no more go; those of the provisioning file stay. Where the provider cannot be asked " +
      "or refuses, all templates of the channel stay as they were, and `error` says why: that is no error of the request. " +
      "`warnings` tell which automations use a template that is gone, of ten templates at most (`used-by-automations`).",
    body: SyncMessageTemplatesRequest,
    bodyIsOptional: true,
    permission: "automations.edit",
    success: { status: 200, schema: envelope(MessageTemplateSync) },
    errors: [400, 401, 403, 429],
  },
} as const satisfies Record<string, Route>;
