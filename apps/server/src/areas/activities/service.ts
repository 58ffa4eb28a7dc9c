import type { Operations } from "@trilho/contract";
import type { Cursors } from "../../platform/security/cursors.ts";
import type { Principal } from "../../platform/security/principal.ts";
import { ofDeal } from "../reference/of-deal.ts";
import { done, noticed, type Outcome } from "../../platform/service/outcome.ts";
import { readPage } from "../../platform/service/page.ts";
import { unknownValue } from "../../platform/service/unknown-values.ts";
import type { ActivityFilter, ActivityStore } from "./port.ts";
import type { Lookups } from "../reference/lookups.ts";
import type { Handlers } from "../../platform/service/handlers.ts";

type Query = Operations["listDealActivities"]["query"] & { limit: number };

export interface ActivityServiceParts {
  store: { activities: ActivityStore; lookups: Lookups };
  cursors: Cursors;
}

export const createActivityService = ({
  store,
  cursors,
}: ActivityServiceParts): Pick<Handlers, "listDealActivities"> => ({
  listDealActivities: ({ principal: viewer, params: { seq }, query: { limit, cursor, ...query } }) =>
    ofDeal(store.lookups.deal(viewer, seq), async (deal) => {
      const { workspaceId } = viewer;
      const actorUserId = await actor(store.activities, viewer, query.actorUserId);
      if (!actorUserId.ok) return actorUserId;
      const filter = filterOf(query, actorUserId.value);
      const page = await readPage({
        cursors,
        cursor,
        limit,
        scope: { workspaceId, operationId: "listDealActivities", filters: { dealId: deal.id, ...filter } },
        read: (count, after) => store.activities.list(workspaceId, deal.id, filter, count, after),
        positionOf: ({ occurredAt, id }) => ({ at: occurredAt, id }),
        present: (activity) => activity,
      });
      return noticed(page, actorUserId.notices ?? []);
    }),
});

async function actor(
  activities: ActivityStore,
  { workspaceId, locale }: Pick<Principal, "workspaceId" | "locale">,
  id: string | undefined,
): Promise<Outcome<string | undefined>> {
  if (id === undefined || (await activities.isMember(workspaceId, id))) return done(id);
  const given = { parameter: "actorUserId", value: id, locale };
  return unknownValue("listDealActivities", given, "is no member of this workspace");
}

const filterOf = ({ type, actorType }: Omit<Query, "limit" | "cursor">, actorUserId?: string): ActivityFilter => ({
  ...(type !== undefined && { types: ordered(type) }),
  ...(actorType !== undefined && { actorTypes: ordered(actorType) }),
  ...(actorUserId !== undefined && { actorUserId }),
});

/** So that the same filter written in another order is the same list. */
const ordered = (values: readonly string[]): string[] => [...new Set(values)].toSorted();
