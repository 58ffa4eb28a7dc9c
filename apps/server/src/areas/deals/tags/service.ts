import type { AddDealTagRequest, Tag, WriteTagRequest } from "@trilho/contract";
import { ofDeal } from "../../reference/of-deal.ts";
import { actorOf } from "../../activities/history.ts";
import type { Principal } from "../../../platform/security/principal.ts";
import {
  done,
  existing,
  found,
  invalid,
  notFound,
  refused,
  type Failure,
  type Outcome,
} from "../../../platform/service/outcome.ts";
import type { Atomic } from "../../../platform/service/atomic.ts";
import type { Lookups } from "../../reference/lookups.ts";
import type { TagStore } from "./port.ts";

/** The workspace's tags, and those of its deals. */
export interface TagService {
  list(workspaceId: string): Promise<Outcome<Tag[]>>;
  get(workspaceId: string, id: string): Promise<Outcome<Tag>>;
  create(workspaceId: string, body: WriteTagRequest): Promise<Outcome<Tag>>;
  replace(workspaceId: string, id: string, body: WriteTagRequest): Promise<Outcome<Tag>>;
  delete(workspaceId: string, id: string): Promise<Outcome<null>>;
  /** Adding a tag that the deal has changes nothing. */
  addToDeal(member: Principal, seq: number, body: AddDealTagRequest): Promise<Outcome<Tag>>;
  removeFromDeal(member: Principal, seq: number, tagId: string): Promise<Outcome<null>>;
}

export function createTagService(store: Atomic<{ tags: TagStore; lookups: Lookups }>): TagService {
  const nameTaken = async (workspaceId: string, body: WriteTagRequest): Promise<Failure> => {
    const { name } = toDraft(body);
    const tag = (await store.tags.list(workspaceId)).find((each) => each.name === name);
    return { ...NAME_TAKEN, ...(tag && { details: existing("tag", tag) }) };
  };

  return {
    list: async (workspaceId) => done(await store.tags.list(workspaceId)),

    get: async (workspaceId, id) => found(await store.tags.get(workspaceId, id), "tag"),

    async create(workspaceId, body) {
      const tag = await store.tags.create(workspaceId, toDraft(body));
      return tag === "taken" ? refused(await nameTaken(workspaceId, body)) : done(tag);
    },

    async replace(workspaceId, id, body) {
      const tag = await store.tags.replace(workspaceId, id, toDraft(body));
      return tag === "taken" ? refused(await nameTaken(workspaceId, body)) : found(tag, "tag");
    },

    async delete(workspaceId, id) {
      return (await store.tags.delete(workspaceId, id)) ? done(null) : refused(notFound("tag"));
    },

    addToDeal: (member, seq, { tagId }) =>
      store.transaction(({ lookups, tags }) =>
        ofDeal(lookups.holdDeal(member, seq), async (deal) => {
          const [tag] = (await tags.addToDeal(member.workspaceId, actorOf(member), deal, [tagId])).tags;
          return tag === undefined ? refused(invalid([UNKNOWN_TAG])) : done(tag);
        }),
      ),

    removeFromDeal: (member, seq, tagId) =>
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
