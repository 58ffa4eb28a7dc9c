import type { WriteTagRequest } from "@trilho/contract";
import { ofDeal } from "../../reference/of-deal.ts";
import { actorOf } from "../../activities/history.ts";
import { done, existing, found, invalid, notFound, refused, type Failure } from "../../../platform/service/outcome.ts";
import type { Atomic } from "../../../platform/service/atomic.ts";
import type { Lookups } from "../../reference/lookups.ts";
import type { TagStore } from "./port.ts";
import type { Handlers } from "../../../platform/service/handlers.ts";

type TagOperation = "listTags" | "createTag" | "getTag" | "updateTag" | "deleteTag" | "addDealTag" | "removeDealTag";

/** The workspace's tags, and those of its deals. */
export function createTagService(store: Atomic<{ tags: TagStore; lookups: Lookups }>): Pick<Handlers, TagOperation> {
  const nameTaken = async (workspaceId: string, body: WriteTagRequest): Promise<Failure> => {
    const tag = await store.tags.named(workspaceId, toDraft(body).name);
    return { ...NAME_TAKEN, ...(tag && { details: existing("tag", tag) }) };
  };

  return {
    listTags: async ({ principal: { workspaceId } }) => done(await store.tags.list(workspaceId)),

    getTag: async ({ principal: { workspaceId }, params: { id } }) =>
      found(await store.tags.get(workspaceId, id), "tag"),

    async createTag({ principal: { workspaceId }, body }) {
      const tag = await store.tags.create(workspaceId, toDraft(body));
      return tag === "taken" ? refused(await nameTaken(workspaceId, body)) : done(tag);
    },

    async updateTag({ principal: { workspaceId }, params: { id }, body }) {
      const tag = await store.tags.replace(workspaceId, id, toDraft(body));
      return tag === "taken" ? refused(await nameTaken(workspaceId, body)) : found(tag, "tag");
    },

    async deleteTag({ principal: { workspaceId }, params: { id } }) {
      return (await store.tags.delete(workspaceId, id)) ? done(null) : refused(notFound("tag"));
    },

    /** Adding a tag that the deal has changes nothing. */
    addDealTag: ({ principal: member, params: { seq }, body: { tagId } }) =>
      store.transaction(({ lookups, tags }) =>
        ofDeal(lookups.holdDeal(member, seq), async (deal) => {
          const [tag] = (await tags.addToDeal(member.workspaceId, actorOf(member), deal, [tagId])).tags;
          return tag === undefined ? refused(invalid([UNKNOWN_TAG])) : done(tag);
        }),
      ),

    removeDealTag: ({ principal: member, params: { seq, tagId } }) =>
      store.transaction(({ lookups, tags }) =>
        ofDeal(lookups.holdDeal(member, seq), async (deal) => {
          const removed = await tags.removeFromDeal(member.workspaceId, actorOf(member), deal, [tagId]);
          return removed.length > 0 ? done(null) : refused(NOT_ON_DEAL);
        }),
      ),
  };
}

const toDraft = ({ name, color }: WriteTagRequest) => ({ name: name.trim(), color });

const NAME_TAKEN: Failure = { code: "CONFLICT", message: "Another tag of this workspace has this name." };
const NOT_ON_DEAL: Failure = { code: "NOT_FOUND", message: "The deal does not have this tag." };
const UNKNOWN_TAG = { field: "tagId", message: "is no tag of this workspace" };
