import { fieldsFor } from "@trilho/engine";
import { THING_KINDS } from "@trilho/engine/interactions";
import type { Handlers } from "../../../platform/service/handlers.ts";
import { done, notFound, refused } from "../../../platform/service/outcome.ts";
import type { ChannelStore } from "../../conversations/port.ts";
import type { TemplateStore } from "../../conversations/template-port.ts";
import type { TagStore } from "../../deals/tags/port.ts";
import type { ReferenceStore } from "../../reference/reference.ts";
import type { AutomationStore } from "../port.ts";
import { findUses, type Things } from "./uses.ts";

interface Stores {
  automations: Pick<AutomationStore, "list">;
  reference: ReferenceStore;
  tags: TagStore;
  channels: ChannelStore;
  templates: Pick<TemplateStore, "list">;
}

/** Where automations use what a workspace has. */
export function createUsageService(store: Stores): Pick<Handlers, "getUsage"> {
  return {
    async getUsage({ principal: { workspaceId }, params: { kind, id } }) {
      const fields = await store.reference.customFields(workspaceId, "deal");
      const own = kind === "custom-field" ? fields.find((each) => each.id === id || each.slug === id) : undefined;
      const things = thingsOf(kind, own === undefined ? [id] : [own.id, own.slug]);
      const { found, complete } = await findUses(store.automations, workspaceId, things, fieldsFor(fields));
      const isKnown = found.length > 0 || own !== undefined || (await idsOf(store, workspaceId, kind)).includes(id);
      return isKnown ? done({ items: found.map(({ use }) => use), complete }) : refused(notFound(kind));
    },
  };
}

function thingsOf(kind: string, ids: readonly string[]): Things[] {
  const named = kind === "custom-field" ? "customField" : kind;
  return THING_KINDS.filter((each) => each === named).map((each) => ({ kind: each, ids }));
}

/** What a workspace has of a kind, under the names that automations use. */
async function idsOf(store: Stores, workspaceId: string, kind: string): Promise<string[]> {
  const { reference, tags, channels, templates } = store;
  switch (kind) {
    case "stage":
      return (await reference.pipelines(workspaceId)).flatMap(({ stages }) => stages.map(({ id }) => id));
    case "pipeline":
      return (await reference.pipelines(workspaceId)).map(({ id }) => id);
    case "tag":
      return (await tags.list(workspaceId)).map(({ id }) => id);
    case "user":
      return (await reference.users(workspaceId)).map(({ id }) => id);
    case "channel":
      return (await channels.list(workspaceId)).map(({ id }) => id);
    case "template":
      return (await templates.list(workspaceId)).map(({ name }) => name);
    default:
      return [];
  }
}
