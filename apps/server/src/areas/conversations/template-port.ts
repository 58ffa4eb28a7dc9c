import type { JsonObject } from "@trilho/engine/contract";
import type { NotSent } from "./sender.ts";

/** A template as a provider tells of it. */
export interface ProviderTemplate {
  name: string;
  language: string;
  category: string;
  status: string;
  components: JsonObject[];
}

export interface StoredTemplate extends ProviderTemplate {
  channelId: string;
  channelName: string;
  /** ISO 8601; null where the provisioning file said so. */
  syncedAt: string | null;
}

/** Asks the provider for all templates of an account. Never rejects. */
export type ReadTemplates = (
  accountId: string,
) => Promise<{ ok: true; templates: readonly ProviderTemplate[] } | NotSent>;

export interface TemplateStore {
  /** By name, language and channel. */
  list(workspaceId: string, channelId?: string): Promise<StoredTemplate[]>;
  /** The text of a template's components; of a channel where it is named, else of any. Null where it is not known. */
  components(
    workspaceId: string,
    of: { channelId: string | null; name: string; language: string },
  ): Promise<JsonObject[] | null>;
  /** Keeps what the provider told of a channel instead of what it told before; answers how many there are then. */
  replaceSynced(workspaceId: string, channelId: string, templates: readonly ProviderTemplate[]): Promise<number>;
}
