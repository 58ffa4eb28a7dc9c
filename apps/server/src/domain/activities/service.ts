import type { DealActivity, Operations } from "@trilho/contract";
import type { Cursors } from "../../security/cursors.ts";
import { ofDeal } from "../deals/of-deal.ts";
import { ACTIVITY_TYPES, ACTOR_TYPES } from "../history.ts";
import type { Viewer } from "../model.ts";
import type { Outcome } from "../outcome.ts";
import { readPage, type Page } from "../page.ts";
import type { Store } from "../ports.ts";
import type { ActivityFilter, ActivityStore } from "./port.ts";

type Query = Operations["listDealActivities"]["query"] & { limit: number };

export interface ActivityService {
  /** A filter all of whose values are unknown filters nothing. */
  list(viewer: Viewer, seq: number, query: Query): Promise<Outcome<Page<DealActivity>>>;
}

export interface ActivityServiceParts {
  store: Store;
  cursors: Cursors;
}

export const createActivityService = ({ store, cursors }: ActivityServiceParts): ActivityService => ({
  list: (viewer, seq, { limit, cursor, ...query }) =>
    ofDeal(store.lookups.deal(viewer, seq), async (deal) => {
      const { workspaceId } = viewer;
      const filter = await knownFilter(store.activities, workspaceId, query);
      return readPage({
        cursors,
        cursor,
        limit,
        scope: { workspaceId, operationId: "listDealActivities", filters: { dealId: deal.id, ...filter } },
        read: (count, after) => store.activities.list(workspaceId, deal.id, filter, count, after),
        positionOf: ({ occurredAt, id }) => ({ at: occurredAt, id }),
        present: (activity) => activity,
      });
    }),
});

async function knownFilter(
  activities: ActivityStore,
  workspaceId: string,
  { type, actorType, actorUserId }: Omit<Query, "limit" | "cursor">,
): Promise<ActivityFilter> {
  const types = known(type, ACTIVITY_TYPES);
  const actorTypes = known(actorType, ACTOR_TYPES);
  const isMember = actorUserId !== undefined && (await activities.isMember(workspaceId, actorUserId));
  return {
    ...(types.length > 0 && { types }),
    ...(actorTypes.length > 0 && { actorTypes }),
    ...(isMember && { actorUserId }),
  };
}

/** In the order of the catalogue, so that the same filter written in another order is the same list. */
const known = (asked: readonly string[] = [], all: readonly string[]): string[] =>
  all.filter((value) => asked.includes(value));
