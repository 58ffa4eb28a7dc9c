import type { SyncedChannel } from "@trilho/contract";
import { failureMessage, failureReason, type FailureReason } from "@trilho/engine/failures";
import { done, invalid, problem, refused } from "../../platform/service/outcome.ts";
import type { Handlers } from "../../platform/service/handlers.ts";
import type { ChannelStore, ListedChannel } from "./port.ts";
import type { ReadTemplates, TemplateStore } from "./template-port.ts";

export interface TemplateServiceParts {
  store: { channels: ChannelStore; templates: TemplateStore };
  /** Null without credentials. */
  read: ReadTemplates | null;
}

/** WhatsApp templates: those that are kept here, and what the provider has. */
export function createTemplateService({
  store: { channels, templates },
  read,
}: TemplateServiceParts): Pick<Handlers, "listMessageTemplates" | "syncMessageTemplates"> {
  async function sync(workspaceId: string, { id, name, businessAccountId }: ListedChannel): Promise<SyncedChannel> {
    const channel = { channelId: id, channelName: name };
    const kept = async (failure: FailureReason[]): Promise<SyncedChannel> => {
      const { length } = await templates.list(workspaceId, id);
      return { ...channel, outcome: "kept", count: length, error: failureMessage(failure), failure };
    };
    if (read === null) return kept([failureReason("meta-not-connected")]);
    if (businessAccountId === null || businessAccountId === "") return kept([failureReason("meta-without-account")]);
    const told = await read(businessAccountId);
    if (!told.ok) return kept(told.failure);
    const count = await templates.replaceSynced(workspaceId, id, told.templates);
    return { ...channel, outcome: "synced", count, error: null };
  }

  return {
    listMessageTemplates: async ({ principal: { workspaceId }, query: { channelId } }) =>
      done(await templates.list(workspaceId, channelId || undefined)),

    async syncMessageTemplates({ principal: { workspaceId }, body: { channelId = null } }) {
      const all = (await channels.list(workspaceId)).filter(({ kind }) => kind === "whatsapp");
      const asked = channelId === null ? all : all.filter(({ id }) => id === channelId);
      if (channelId !== null && asked.length === 0) return refused(invalid([UNKNOWN_CHANNEL]));
      const synced: SyncedChannel[] = [];
      // One after the other: they share what the provider allows.
      for (const channel of asked) synced.push(await sync(workspaceId, channel));
      return done({ channels: synced });
    },
  };
}

const UNKNOWN_CHANNEL = problem("channelId", "is not a WhatsApp channel of this workspace");
